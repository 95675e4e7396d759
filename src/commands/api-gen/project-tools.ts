import { posix } from "node:path";
import {
  checkerJobs,
  isInstalled,
  isPackageThere,
  notInstalled,
  runChecker,
  runLimited,
  stoppedLate,
  type Checker,
  type CheckerJob,
  type Message,
} from "../../code/index.ts";
import { asCorrected, type Baseline, type GeneratedFile, type Into } from "../../generate/index.ts";
import { isObject, listed, objectIn, UserError } from "../../lib/index.ts";
import { code, escaped, show, type Block, type Section } from "../../report/index.ts";
import type { Change, CommandRun, Files, Shell, Workspace, Written } from "../../workspace/index.ts";
import type { Context } from "../command.ts";

/** The workspace of the run, whose programs and files are really there. */
type Ground = Pick<Context["session"], "workspace" | "progress"> & Pick<Context, "signal">;

const paths = (changes: readonly { readonly path: string }[]): readonly string[] =>
  changes.map(({ path }) => path).filter((path) => !path.startsWith(".antiphon/"));

async function jobsFor(
  kinds: readonly Checker["kind"][],
  checked: readonly string[],
  files: Files,
): Promise<readonly CheckerJob[]> {
  const all = await Promise.all(kinds.map((kind) => checkerJobs(kind, checked, files)));
  return all.flat();
}

/** The installed linters and formatters that can correct these files, linters first. */
async function correctors(checked: readonly string[], files: Files): Promise<readonly CheckerJob[]> {
  const jobs = await jobsFor(["lint", "format"], checked, files);
  const installed = await Promise.all(jobs.map((job) => isInstalled(job, files)));
  return jobs.filter((job, place) => job.checker.correct && installed[place]);
}

/** Lets the correctors change the files on disk, and returns what is there then. */
async function correct(
  jobs: readonly CheckerJob[],
  checked: readonly string[],
  { files, shell, signal }: { readonly files: Files; readonly shell: Shell; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  for (const job of jobs) {
    const command = job.checker.correct?.(job.paths);
    if (!command) continue;
    const options = { writes: checked, ...(job.folder && { folder: job.folder }) };
    const running = runLimited(job, { shell, signal }, [command, options]);
    const run = await running.catch(notStarted);
    signal.throwIfAborted();
    if (typeof run === "string" || run.stopped) continue; // it may have written half of a file
    await files.write((run.changes ?? []).filter(({ after }) => after !== null));
  }
  const texts = new Map<string, string>();
  for (const path of checked) texts.set(path, (await files.tryRead(path)) ?? "");
  return texts;
}

/** The outcome of a program that may not be started: files are written without it. */
function notStarted(error: unknown): Partial<CommandRun> {
  if (error instanceof UserError) return {};
  throw error;
}

/**
 * Runs work while the changes are on disk, and reverts them. A file that somebody else changes meanwhile is left as it
 * is, so that later writes to it are refused.
 */
async function during<T>(
  changes: readonly Change[],
  files: Files,
  work: (files: Files) => Promise<T>,
): Promise<T> {
  const texts = new Map<string, string | null>();
  const write = async (next: readonly Change[]): Promise<Written> => {
    const written = await files.write(next);
    for (const { path } of next) texts.set(path, await files.tryRead(path)); // line ends may differ from the change's
    return written;
  };
  const resolved = await Promise.all(
    changes.map(async (change) => ({ ...change, path: await files.resolve(change.path) })),
  );
  await write(resolved);
  try {
    return await work({ ...files, write });
  } finally {
    const current = await Promise.all(resolved.map(({ path }) => files.tryRead(path)));
    const reverted = resolved.map(({ path, before }, place) => ({
      path,
      before: current[place] ?? null,
      after: before,
    }));
    await files.write(reverted.filter(({ path, before }) => before === texts.get(path)));
  }
}

/**
 * Lets the project's own linters and formatters correct generated files, and edits of files that they find nothing
 * wrong with. Afterwards the folder is as before. If none can run, earlier corrections of the same texts are kept.
 */
export async function corrected(
  made: Into,
  previous: Baseline | undefined,
  { workspace, progress, signal }: Ground,
): Promise<Into> {
  const { files, shell } = workspace;
  const edited = made.edits.filter(({ path }) => !path.startsWith(".antiphon/"));
  const jobs = await correctors([...paths(made.files), ...paths(edited)], files);
  if (!shell || jobs.length === 0) return { ...made, files: asCorrected(made.files, previous) };
  progress("Correcting by the project's own linters");
  const ground = { files, shell, signal };
  const clean = await untouched(edited, ground);
  const checked = [...paths(made.files), ...clean];
  const after = new Map([
    ...made.files.map(({ path, text }) => [path, text] as const),
    ...edited.map(({ path, after: text }) => [path, text ?? ""] as const),
  ]);
  const before = await Promise.all([...after.keys()].map((path) => files.tryRead(path)));
  const placed = [...after].map(([path, text], place) => ({
    path,
    before: before[place] ?? null,
    after: text,
  }));
  const absent = await absentPackages(made, files);
  const { texts, rules } = await during(placed, files, async (inside) =>
    excepted(await correct(await correctors(checked, files), checked, { ...ground, files: inside }), {
      workspace,
      signal,
      absent,
      written: paths(made.files),
    }),
  );
  const withText = ({ path, text: raw }: GeneratedFile): GeneratedFile => {
    const text = texts.get(path) ?? raw;
    return { path, text, ...(text !== raw && { raw }) };
  };
  const exceptions = rules.length
    ? [`Rules that new files don't follow, named in a comment at their top: ${rules.join(", ")}`]
    : [];
  return {
    ...made,
    notes: made.notes.concat(exceptions),
    files: asCorrected(made.files.map(withText), previous),
    edits: made.edits.map((edit) => ({ ...edit, after: texts.get(edit.path) ?? edit.after })),
  };
}

/**
 * Adds a first line to new files that excepts them from the linters' rules which they still break.
 * @returns the texts with these lines, and the names of the rules
 */
async function excepted(
  texts: ReadonlyMap<string, string>,
  { workspace: { root, shell, files }, signal, absent, written }: Checking,
): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly rules: readonly string[] }> {
  const after = new Map(texts);
  const rules = new Set<string>();
  for (const job of shell ? await jobsFor(["lint"], written, files) : []) {
    const { except } = job.checker;
    if (!shell || !except || !(await isInstalled(job, files))) continue;
    const result = await runChecker(job, { root, shell, signal }).catch(notStarted);
    const messages = typeof result === "object" && "messages" in result ? result.messages : undefined;
    const open = (messages ?? []).filter(
      (message) => isRule.test(message.code) && !isAboutAbsent(message, absent),
    );
    for (const path of written) {
      const codes = [...new Set(open.filter(({ file }) => file === path).map((message) => message.code))];
      if (codes.length === 0) continue;
      after.set(path, `${except(codes.toSorted())}\n${after.get(path) ?? ""}`);
      for (const rule of codes) rules.add(rule);
    }
  }
  return { texts: after, rules: [...rules].toSorted() };
}

/** Matches names of rules, but not of those about syntax, undefined names, imports that don't resolve, or Prettier. */
const isRule =
  /^(?!parse$|prettier\/|(?:E9|F82)\d|.*(?:unresolved|missing-(?:import|require)|no-undef)$)[@\w/-]+$/;

/** Returns the new files among these, and those that the correctors leave as they are. */
async function untouched(
  edits: readonly Change[],
  ground: Parameters<typeof correct>[2],
): Promise<readonly string[]> {
  const there = edits.filter(({ before }) => before !== null);
  const jobs = await correctors(paths(there), ground.files);
  const texts = await during(there.map(same), ground.files, (files) =>
    correct(jobs, paths(there), { ...ground, files }),
  );
  return paths(edits.filter(({ path, before }) => before === null || texts.get(path) === before));
}

const same = ({ path, before }: Change): Change => ({ path, before, after: before });

const mostListed = 20;

/** How linters say that a type is unknown, as those of packages are that aren't installed yet. */
const unresolved = /\berror typ|\b(?:can't|cannot|could not) be resolved|'error' type/;

/** Whether a linter reports that a package or its types are missing, because it isn't installed yet. */
const isAboutAbsent = ({ text }: Message, absent: readonly string[]): boolean =>
  absent.length > 0 && (unresolved.test(text) || absent.some((name) => text.includes(`'${name}'`)));

/** What the project's own linters, formatters and type checkers report about files that were written. */
export async function toolsSection(
  made: Into,
  { workspace, progress, signal }: Ground,
): Promise<readonly Section[]> {
  const { files } = workspace;
  const written: string[] = [];
  for await (const [path, text] of files.texts([...paths(made.files), ...paths(made.edits)]))
    if (text !== null) written.push(path); // others were deleted by the user
  const jobs = await jobsFor(["lint", "format", "types", "compilers"], written, files);
  if (jobs.length === 0) return [];
  progress("Checking by the project's own tools");
  const absent = await absentPackages(made, files);
  const blocks: Block[] = [];
  const open: Message[] = [];
  for (const job of jobs) {
    const { block, messages = [] } = await checkedBy(job, { workspace, signal, absent, written });
    blocks.push(block);
    open.push(...messages);
  }
  const lines = open.slice(0, mostListed).map(({ file, line, code: rule, text }) => {
    const [first = ""] = text.split("\n", 1);
    return `${code(line ? `${file}:${line}` : file)} ${escaped(`${rule}: ${first.slice(0, 300)}`)}`;
  });
  const more = open.length > mostListed ? [`and ${open.length - mostListed} more`] : [];
  const hint = absent.length
    ? [
        show.text(
          `Install ${listed(absent)}, then run /api-gen again: it checks with the types of these packages.`,
        ),
      ]
    : [];
  return [
    show.section("tools", "Checked by the project's own tools", [
      ...blocks,
      ...show.lists([...lines, ...more]),
      ...hint,
    ]),
  ];
}

/** Whether this is ESLint's message about a file that it doesn't check. */
const isIgnored = ({ text }: Message): boolean => text.startsWith("File ignored");

interface Checking {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly absent: readonly string[];
  readonly written: readonly string[];
}

async function checkedBy(
  job: CheckerJob,
  { workspace: { root, shell, shellMissing, files }, signal, absent, written }: Checking,
): Promise<{ readonly block: Block; readonly messages?: readonly Message[] }> {
  const { name, checker } = job;
  const skipped = (why: string) => ({ block: show.check(`${name}: ${why}`, undefined, false) });
  if (!shell) return skipped(shellMissing ?? "there is no sandbox");
  const isTyped = checker.kind === "types" || checker.kind === "compilers";
  if (isTyped && absent.length) return skipped(`needs ${listed(absent)}, not installed yet`);
  if (!(await isInstalled(job, files))) return skipped(notInstalled);
  const result = await runChecker(job, { root, shell, signal }).catch((error: unknown) => {
    if (!signal.aborted && error instanceof UserError) return error.message;
    throw error;
  });
  if (typeof result === "string") return skipped(result);
  const { messages, run } = result;
  if (!messages) return { block: show.check(`${name}: no result${stoppedLate(run)}`, run, false) };
  const ignored = new Set(messages.filter(isIgnored).map(({ file }) => file));
  const read = result.read.filter((path) => !ignored.has(path));
  if (read.length === 0) return skipped("its settings exclude these files");
  const about = messages.filter(
    (message) => written.includes(message.file) && !isIgnored(message) && !isAboutAbsent(message, absent),
  );
  const claim = `${name}: ${about.length} ${about.length === 1 ? "problem" : "problems"} in ${read.length} files`;
  return { block: show.check(claim, run, about.length === 0), messages: about };
}

/** Returns the npm packages that a run added to a manifest and that aren't installed. */
async function absentPackages({ edits }: Into, files: Files): Promise<readonly string[]> {
  const absent: string[] = [];
  for (const { path, before, after } of edits.filter(
    (edit) => posix.basename(edit.path) === "package.json",
  )) {
    const old = packagesIn(before);
    for (const name of packagesIn(after))
      if (!old.includes(name) && !(await isPackageThere(name, posix.dirname(path), files))) absent.push(name);
  }
  return absent;
}

function packagesIn(manifest: string | null): readonly string[] {
  const sections = objectIn(manifest) ?? {};
  return ["dependencies", "devDependencies"].flatMap((key) =>
    isObject(sections[key]) ? Object.keys(sections[key]) : [],
  );
}
