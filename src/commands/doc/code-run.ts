import {
  asksOthers,
  isExample,
  documentFiles,
  isTest,
  settled,
  type Documented,
  type FilePlan,
  type Left,
  type Settled,
  type Few,
  keepLedger,
  openFew,
  stayed,
  Parts,
  type Part,
  partLeft,
  partOf,
  Tally,
  type Past,
} from "../../document/index.ts";
import { openDeclared, type Opened, Unknowable } from "../../inspect/index.ts";
import { listed, nearest, UserError, usageError } from "../../lib/index.ts";
import { languageOf } from "../../code/index.ts";
import { below, type Change, type Files, type Scratch } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import { report } from "./code-report.ts";
import type { DocFlags } from "./contract.ts";
import { describer } from "./described.ts";
import { hasPage, pageOf } from "./page.ts";
import { pathOf } from "./place.ts";
import type { DocReport } from "./data.ts";

/** The outcome of a run; `changes`: how many files it writes, or would write. */
interface Done {
  readonly report: DocReport;
  readonly changes: number;
}

export async function documentCode(
  flags: DocFlags,
  context: Context,
  { argument, past }: { readonly argument: string; readonly past: Past | undefined },
): Promise<Done> {
  const { session, signal } = context;
  const { workspace } = session;
  const { files } = workspace;
  const least = threshold(flags, argument);
  const { path, symbol } = pathOf(argument);
  const place = await files.resolve(path);
  const about = { ...(await chosen(place, files, argument)), argument, place, symbol, least };
  session.progress("Reading the project");
  const some = past && (await fewOf(past, about, { flags, context }));
  if (some) return some;
  const index = await openDeclared(workspace, {
    more: settled,
    signal,
    progress: (index, all) =>
      session.progress(
        index < all ? `Reading the project (${index} of ${all} files)` : "Finding what calls what",
      ),
  });
  if (index.unread)
    session.note(
      `${index.unread} files of the project weren't read: it has too many. Document its parts on their own.`,
    );
  const scratch = workspace.scratch();
  try {
    const asksAll = about.folder && (await hasPage(about.place, workspace)); // a page covers all files
    const stays =
      past && !asksAll
        ? await stayed(past, { records: workspace.records, scratch }, { index, ...about })
        : undefined;
    const open = stays && about.paths.filter((path) => !stays.has(path));
    return await documented(
      { ...about, ...(open && { open }) },
      { flags, context, index, scratch, past, ...(stays && { stays }) },
    );
  } finally {
    index.close();
    scratch.close();
  }
}

/** The same if a previous run covered all other files, and the changes don't affect them. */
async function fewOf(
  past: Past,
  about: About,
  { flags, context }: Pick<Ground, "flags" | "context">,
): Promise<Done | undefined> {
  const { workspace } = context.session;
  if (about.folder && (await hasPage(about.place, workspace))) return undefined; // it covers all files
  const few = await openFew(past, workspace);
  if (!few) return undefined;
  const open = about.paths.filter((path) => few.changed.has(path));
  const scratch = workspace.scratch();
  try {
    return await documented({ ...about, open }, { flags, context, index: few.index, scratch, past, few });
  } catch (error) {
    if (error instanceof Unknowable) return undefined;
    throw error;
  } finally {
    scratch.close();
  }
}

type About = Awaited<ReturnType<typeof chosen>> & {
  readonly argument: string;
  readonly place: string;
  readonly symbol: string | undefined;
  readonly least: number | undefined;
  /** The files to be planned; all of them by default. */
  readonly open?: readonly string[];
};

interface Ground {
  readonly flags: DocFlags;
  readonly context: Context;
  readonly index: Opened<Settled>;
  readonly scratch: Scratch;
  readonly past: Past | undefined;
  /** What is known of files that aren't planned: either only the few changed ones were read, or all were. */
  readonly few?: Few;
  readonly stays?: Parts;
}

async function documented(
  { argument, place, symbol, least, paths, open = paths, passed, tests, folder }: About,
  { flags, context, index, scratch, past, few, stays }: Ground,
): Promise<Done> {
  const { session, signal } = context;
  const { workspace } = session;
  const { files } = workspace;
  const only =
    symbol === undefined
      ? undefined
      : nameIn(
          index.in(place).map((item) => item.declaration.name),
          symbol,
          argument,
        );
  const documentation = {
    comprehensive: flags.comprehensive || only !== undefined,
    update: flags.update,
    isNamed: !folder,
    ...(only !== undefined && { only }),
  };
  const writer = flags.check || flags.update ? undefined : describer(session, signal);
  const parts = new Parts(scratch);
  const done: Documented = await documentFiles(open, {
    take(plan) {
      const known = index.more(plan.path);
      const asks = asksOthers(known) && { asks: true as const };
      const facts = known?.factsHash !== undefined && { factsHash: known.factsHash };
      parts.set(plan.path, JSON.stringify({ ...partOf(plan), ...asks, ...facts } satisfies Part));
      return aside(plan, scratch);
    },
    files,
    index,
    wanted: documentation,
    signal,
    shell: workspace.shell,
    shellMissing: workspace.shellMissing,
    examples: flags.check ? 0 : flags.examples ? 3 : 1,
    ...(writer && { describe: writer.describe }),
    progress: (at, number, all) => session.progress(`Documenting ${at} (${number + 1} of ${all} files)`),
  });
  if (!folder && done.left.length && done.left[0]?.why === "has a syntax error")
    throw new UserError(
      "syntax_error",
      "The file can't be parsed, so it was not changed.",
      "Correct its syntax, then run it again.",
      { place: { file: place } },
    );
  for (const left of done.left) parts.set(left.path, JSON.stringify(partLeft(left)));
  const partTextOf = (path: string): string | undefined => parts.get(path) ?? stays?.get(path);
  const tally = await summed(few?.parts(parts) ?? paths.map((path) => [path, partTextOf(path)]));
  tally.left.push(...passed);
  const page =
    folder && only === undefined ? await pageOf(place, { workspace, index, done, flags }) : undefined;
  const whole = page?.changes && (page.state === "stale" || !flags.update) ? page.changes : [];
  const changes: readonly Change[] = [
    ...done.plans.flatMap(({ path: at, change }) => (change ? [changeOf(at, change)] : [])),
    ...whole,
  ];
  const written = changes.length && !flags.check ? await files.write(changes) : undefined;
  if (past) {
    for (const { path, change } of done.plans) if (change) parts.delete(path); // it must be checked again
    await keepLedger(past, workspace, { index, parts, stays, paths });
  }
  return {
    report: report({
      argument,
      done,
      tally,
      tests,
      changes,
      written,
      flags,
      least,
      page,
      writing: writer?.done(),
    }),
    changes: changes.length,
  };
}

async function summed(
  parts: AsyncIterable<readonly [string, string]> | Iterable<readonly [string, string | undefined]>,
): Promise<Tally> {
  const tally = new Tally();
  for await (const [path, part] of parts) if (part) tally.add(path, JSON.parse(part) as Part); // written by `partOf`
  return tally;
}

/** A plan whose texts are stored aside and read again when needed. */
function aside({ path, change }: FilePlan, scratch: Scratch): FilePlan {
  if (!change) return { path, items: [] };
  const [before, after] = [scratch.put(change.before), scratch.put(change.after)];
  return {
    path,
    items: [],
    change: {
      get before() {
        return scratch.get(before);
      },
      get after() {
        return scratch.get(after);
      },
    },
  };
}

const changeOf = (path: string, change: NonNullable<FilePlan["change"]>): Change => ({
  path,
  get before() {
    return change.before;
  },
  get after() {
    return change.after;
  },
});

/** Selects the files that a target refers to. */
async function chosen(
  place: string,
  files: Files,
  argument: string,
): Promise<{
  readonly paths: readonly string[];
  /** Entries of the folder that aren't regular files, and aren't opened. */
  readonly passed: readonly Left[];
  readonly tests: number;
  readonly folder: boolean;
}> {
  const inside: string[] = [];
  const passed: Left[] = [];
  for await (const path of below(place, files, { passed: (at, why) => passed.push({ path: at, why }) }))
    if ((await languageOf(path)) && !path.endsWith(".d.ts")) inside.push(path);
  if (inside.length) {
    const paths = inside.filter((path) => !isTest(path) && !isExample(path));
    return {
      paths: paths.length ? paths : inside,
      passed: await withToldPages(passed),
      tests: paths.length ? inside.length - paths.length : 0,
      folder: true,
    };
  }
  if (await languageOf(place)) return { paths: [place], passed: [], tests: 0, folder: false };
  throw new UserError(
    "language_unknown",
    `${argument} contains no code that /doc documents: TypeScript, JavaScript, Python, Go, Java or Rust.`,
    "Name a source file, or a folder with some.",
  );
}

/** Keeps only links that look like code, or like folders that may contain some. */
async function withToldPages(passed: readonly Left[]): Promise<readonly Left[]> {
  const known = await Promise.all(
    passed.map(
      async ({ path, why }) => why !== "is a link" || !/\.\w+$/.test(path) || Boolean(await languageOf(path)),
    ),
  );
  return passed.filter((_, place) => known[place]);
}

/** Finds a declaration by its full name or its last part. */
function nameIn(names: readonly string[], wantedName: string, argument: string): string {
  const found =
    names.find((name) => name === wantedName) ?? names.find((name) => name.endsWith(`.${wantedName}`));
  if (found) return found;
  const meant = nearest(wantedName, names);
  throw usageError(
    "unknown_symbol",
    `${argument} isn't there: ${names.length ? `the file declares ${listed(names.slice(0, 12))}${names.length > 12 ? " and more" : ""}` : "the file declares nothing"}.`,
    meant
      ? `/doc ${argument.slice(0, argument.length - wantedName.length)}${meant}`
      : "Name a function or class of that file.",
  );
}

function threshold({ threshold: rawThreshold }: DocFlags, argument: string): number | undefined {
  if (rawThreshold === undefined) return undefined;
  const value = Number(rawThreshold.replace(/%$/, ""));
  if (value >= 0 && value <= 100) return value;
  throw usageError(
    "flag_value",
    `--threshold can't be ${JSON.stringify(rawThreshold.slice(0, 20))}: it is a percentage.`,
    `Try: /doc ${argument} --check --threshold=80`,
  );
}
