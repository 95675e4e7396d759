import { posix } from "node:path";
import type { CommandRun, Files } from "../../../workspace/index.ts";
import { type Compiler, compilers, type Message } from "../compilers.ts";
import type { Check, Finding, Found, Ground } from "../contract.ts";
import { concerns } from "./types.ts";

const check: Check = {
  summary: "what the project's own compilers and type checkers of Go, Rust, Python and Java say",
  focus: "quality",
  reads: (path) => Object.values(compilers).some(({ files }) => files.test(path)),
  async run(ground) {
    const jobs: Job[] = [];
    for (const [name, compiler] of Object.entries(compilers))
      jobs.push(...(await jobsOf(name, compiler, ground)));
    if (jobs.length === 0) return { findings: [], unneeded: "none is set up here that is known" };
    const all: Found[] = [];
    for (const job of jobs) all.push(await asked(job, ground));
    const skipped = all.flatMap((one) => one.skipped ?? []).join("; ");
    return {
      findings: all.flatMap(({ findings }) => findings),
      runs: all.flatMap(({ runs = [] }) => runs),
      ...(skipped && { skipped }),
    };
  },
};
export default check;

interface Job {
  readonly name: string;
  readonly compiler: Compiler;
  readonly folder: string;
  /** Relative to the folder. */
  readonly paths: readonly string[];
}

const mostFolders = 5;

/** The changed files of a compiler, by the nearest folder with its manifest. */
async function jobsOf(
  name: string,
  compiler: Compiler,
  { changes, workspace }: Ground,
): Promise<readonly Job[]> {
  const paths = changes.flatMap(({ path, after }) =>
    after !== null && compiler.files.test(path) ? [path] : [],
  );
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = await nearest(path, compiler.manifests, workspace.files);
    if (folder === undefined) continue;
    folders.set(folder, [...(folders.get(folder) ?? []), posix.relative(folder, path)]);
  }
  const jobs: Job[] = [];
  for (const [folder, inside] of [...folders].slice(0, mostFolders))
    if ((await compiler.isUsed?.(workspace.files, folder)) ?? true)
      jobs.push({ name, compiler, folder, paths: inside.filter((path) => !path.startsWith("-")) });
  return jobs;
}

async function nearest(
  path: string,
  manifests: readonly string[],
  files: Files,
): Promise<string | undefined> {
  for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
    const folder = at === "." ? "" : at;
    for (const name of manifests)
      if ((await files.tryRead(posix.join(folder, name)).catch(() => null)) !== null) return folder;
    if (folder === "") return undefined;
  }
}

async function asked({ name, compiler, folder, paths }: Job, ground: Ground): Promise<Found> {
  const { workspace, live, signal } = ground;
  const { shell, shellMissing } = workspace;
  const none = (why: string): Found => ({ findings: [], skipped: `${name} ${why}` });
  if (!live) return none("reads the folder, and what is reviewed isn't what lies there");
  if (!shell) return none(`can't be run: ${shellMissing ?? "there is no sandbox"}`);
  const run = await shell.run(compiler.command(paths), { signal, ...(folder && { folder }) });
  signal.throwIfAborted();
  if (run.exitCode === 127 || /No module named '?(?:mypy)\b/.test(run.stderr))
    return none("is set up, but not installed");
  const root = posix.join(workspace.root, folder);
  const messages = compiler.parse(run).map((one) => findingOf(one, { root, folder, name }));
  const keyOf = ({ file, line, reason }: Finding): string => `${file}:${line} ${reason}`;
  const once = [...new Map(messages.map((one) => [keyOf(one), one])).values()]; // each target says it
  const ours = once.filter((one) => concerns(one, ground));
  const count = `${once.length} ${once.length === 1 ? "error" : "errors"}`;
  const isSilent = run.exitCode !== 0 && once.length === 0;
  return {
    findings: ours,
    runs: [
      {
        run,
        claim: isSilent ? `${name}: no result` : `${name}: ${count}, ${ours.length} about what changed`,
        passed: run.exitCode === 0,
      },
    ],
    ...((run.stopped || isSilent) && {
      skipped: `${name} gave no result in ${folder || "."}: ${lastLine(run)}`,
    }),
  };
}

const lastLine = ({ stderr, stdout, exitCode }: CommandRun): string =>
  `${stdout}\n${stderr}`.trim().split("\n").at(-1)?.slice(0, 200) || `exit ${exitCode}`;

function findingOf(
  { file, line, code, text }: Message,
  { root, folder, name }: { readonly root: string; readonly folder: string; readonly name: string },
): Finding {
  const path = file.startsWith("/") ? posix.relative(root, file) : file;
  return {
    file: posix.join(folder, path),
    line,
    severity: "critical",
    rule: `${name.replaceAll(" ", "-")}-${code}`,
    reason: text,
    suggestion: `Mend what ${name} says.`,
  };
}
