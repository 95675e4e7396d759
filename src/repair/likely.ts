import type { Workspace } from "../workspace/index.ts";
import { functionsIn } from "../code/index.ts";
import { changedFiles, isTestFile, frames } from "../test-runs/index.ts";
import type { Problem } from "./contract.ts";
import { usedBy } from "./mutation/suspects.ts";

/** Where the cause of failing tests may be, and why there. */
export interface Likely {
  readonly file: string;
  readonly line: number | undefined;
  readonly why: string;
  /** The commit that last changed the line. */
  readonly commit?: string;
}

const mostPlaces = 5;
const mostTests = 5;

/** Stack first, then functions that the failing lines name, then what was changed, then what the tests import. */
export async function likelyPlaces(
  problems: readonly Problem[],
  workspace: Workspace,
): Promise<readonly Likely[]> {
  const failing = problems.filter(({ test }) => test !== undefined).slice(0, mostTests);
  if (failing.length === 0) return [];
  const { files, root } = workspace;
  const tests = [...new Set(failing.map(({ test = "" }) => test.split(" ")[0] ?? ""))];
  const used = await usedBy(tests, files);
  const changed = await changedFiles(workspace);
  const onStack = failing
    .flatMap(({ message }) => frames(message, root, ""))
    .filter(({ file }) => !isTestFile(file))
    .map(({ file, line }): Likely => ({ file, line, why: "on the stack of the failure" }));
  const named = await namedIn(failing, used, workspace);
  const touched = used
    .filter((file) => changed?.has(file))
    .map((file): Likely => {
      const lines = changed?.get(file);
      const line = lines === "all" ? undefined : lines?.[0]?.[0];
      return { file, line, why: "changed since the last commit, and the test uses it" };
    });
  const imported = used.map((file): Likely => ({ file, line: undefined, why: "the test uses it" }));
  const all: Likely[] = [];
  for (const place of [...onStack, ...named, ...touched, ...imported]) {
    const isKnown = all.some(({ file, line }) => file === place.file && (line === place.line || !place.line));
    if (!isKnown && (await files.tryRead(place.file).catch(() => null)) !== null) all.push(place);
    if (all.length === mostPlaces) break;
  }
  return Promise.all(all.map(async (place) => ({ ...place, ...(await blamed(place, workspace)) })));
}

/** Functions of the used files that the lines around a failure name. */
async function namedIn(
  failing: readonly Problem[],
  used: readonly string[],
  { files, root }: Workspace,
): Promise<readonly Likely[]> {
  const said: string[] = [];
  for (const { message, test = "" } of failing) {
    const path = test.split(" ")[0] ?? "";
    const lines = ((await files.tryRead(path).catch(() => null)) ?? "").split("\n");
    for (const { file, line } of frames(message, root, ""))
      if (file === path) said.push(...lines.slice(Math.max(0, line - 4), line));
  }
  const words = new Set(said.flatMap((line) => line.match(/[\w$]+/g) ?? []));
  const found: Likely[] = [];
  for (const file of used)
    for (const { name, line } of await functionsIn(file, (await files.tryRead(file).catch(() => null)) ?? ""))
      if (words.has(name.split(".").at(-1) ?? name))
        found.push({ file, line, why: `declares ${name}, which the failing lines name` });
  return found;
}

async function blamed({ file, line }: Likely, workspace: Workspace): Promise<{ readonly commit?: string }> {
  if (line === undefined) return {};
  const words = ["blame", "--porcelain", `-L${line},${line}`, "--", file] as const;
  const run = await workspace.git(words).catch(() => undefined);
  const hash = /^([\da-f]{40}) /.exec(run?.stdout ?? "")?.[1];
  const summary = /^summary (.+)$/m.exec(run?.stdout ?? "")?.[1];
  if (run?.exitCode !== 0 || hash === undefined || /^0+$/.test(hash)) return {};
  return { commit: `${hash.slice(0, 8)} ${summary ?? ""}`.trim() };
}
