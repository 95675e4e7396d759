import { isBuiltin } from "node:module";
import { posix } from "node:path";
import {
  type CheckerJob,
  checkersAtRoot,
  isInstalled,
  runChecker,
  stoppedLate,
  testPlaces,
  type TestPlace,
  type TestResult,
  mask,
} from "../code/index.ts";
import { isObject, objectIn, UserError } from "../lib/index.ts";
import { type Files, isInstalledPath, type Shell } from "../workspace/index.ts";
import { isAside } from "../review/index.ts";
import { failuresOf, isGreen, isTestFile, runStep, type Runnable } from "../test-runs/index.ts";
import type { Probe, Problem, Seen } from "./contract.ts";
import { problemsIn } from "./error-messages.ts";

export interface Asking {
  readonly workspace: Runnable;
  readonly signal: AbortSignal;
}

/** Files or `file::name` to run tests for; none means all. One probe per package they are in. */
export async function testsProbes(asking: Asking, targets: readonly string[]): Promise<readonly Probe[]> {
  const places = await testPlaces(asking.workspace.files);
  return places.flatMap((place) => {
    const inside = targets.filter((target) => !place.folder || target.startsWith(`${place.folder}/`));
    return targets.length && inside.length === 0 ? [] : [testsProbe(asking, place, inside)];
  });
}

function testsProbe({ workspace, signal }: Asking, place: TestPlace, targets: readonly string[]): Probe {
  const { runner } = place;
  return {
    name: "tests",
    async see(): Promise<Seen> {
      const ran = await runStep(workspace, { what: "tests", targets }, { place, signal });
      signal.throwIfAborted();
      const failed = failuresOf(ran);
      const problems: Problem[] = ran.broken ? [...broken(ran.output, workspace.root)] : [];
      for (const result of ran.broken ? [] : failed) {
        const why = await loading(result, runner, { workspace, signal });
        const testResult = why ? { ...result, message: `${result.message ?? ""}\n${why}` } : result;
        problems.push(problemOf(testResult, ran.output, workspace.root));
      }
      const passed = ran.results.filter(({ status }) => status === "passed").length;
      const claim = ran.broken ? "tests: no report" : `tests: ${passed} passed, ${failed.length} failed`;
      return { problems, run: ran.run, claim, passed: isGreen(ran), ran };
    },
  };
}

const broken = (output: string, root: string): readonly Problem[] => [
  {
    source: "tests",
    file: "",
    line: 0,
    ...problemsIn(output, { root })[0],
    code: "broken",
    message: output.slice(-4000),
    test: "(the runner gave no report)",
  },
];

/** node:test doesn't report why a file doesn't load: running the file alone shows it. */
async function loading(
  { name, file, message = "" }: TestResult,
  runner: string,
  { workspace, signal }: Asking,
): Promise<string> {
  const path = (file || name).replace(`${workspace.root}/`, "");
  if (
    runner !== "node:test" ||
    !/^\[?(?:Error: )?test failed/i.test(message) ||
    !/^[\w@.][\w@./-]*\.[mc]?[jt]s$/.test(path)
  )
    return "";
  const run = await workspace.shell.run(["node", path], { signal, milliseconds: 60_000 });
  return run.stderr.slice(0, 20_000);
}

function problemOf(result: TestResult, output: string, root: string): Problem {
  // The error of a file that doesn't load is only in the runner's own output.
  const message = result.message ?? "";
  const untold = problemsIn(message, { root }).length === 0 && problemsIn(output, { root }).length > 0;
  const whole = message && !untold ? message : `${message}\n${output}`;
  const [first] = problemsIn(whole, { root });
  return {
    source: "tests",
    file: first?.file || result.file,
    line: first?.line || result.line || 0,
    code: first?.code ?? "failure",
    message: whole,
    test: `${result.file} ${result.name}`,
    testFile: result.file,
  };
}

const there = (files: Files, path: string): Promise<boolean> =>
  files.tryRead(path).then(
    (text) => text !== null,
    () => false,
  );

/** The project's TypeScript checkers, and its linters; files limit what linters check. */
export async function checkerProbes(
  { workspace, signal }: Asking,
  kind: "types" | "lint",
  paths: readonly string[] = [],
): Promise<readonly CheckerProbe[]> {
  const probes: CheckerProbe[] = [];
  for (const found of await checkersAtRoot(kind, workspace.files)) {
    const asked = paths.filter((path) => found.checker.files.test(path));
    const job = paths.length ? { ...found, paths: asked } : found;
    if ((paths.length && asked.length === 0) || !(await isInstalled(job, workspace.files))) continue;
    probes.push({
      name: kind,
      job,
      async see() {
        const result = await runChecker(job, { ...workspace, signal });
        if (typeof result === "string")
          return { problems: [], run: undefined, claim: `${job.name} ${result}`, passed: false };
        const { messages, run } = result;
        const own = (messages ?? []).filter(({ file }) => !isInstalledPath(file));
        const problems = own.map(({ text, ...place }): Problem => ({
          source: kind,
          ...place,
          message: text,
        }));
        const inPackages = (messages ?? []).length - own.length;
        const count = [
          `${own.length} ${own.length === 1 ? "problem" : "problems"}`,
          ...(inPackages ? [`${inPackages} more in installed packages`] : []),
        ].join(", ");
        return {
          problems,
          run,
          claim: `${job.name}: ${messages ? count : `no result${stoppedLate(run)}`}`,
          // nothing of the project can mend what is wrong in a package
          passed: run.exitCode === 0 || (own.length === 0 && inPackages > 0),
        };
      },
    });
  }
  return probes;
}

export type CheckerProbe = Probe & { readonly job: CheckerJob };

/** Only if there is a manifest to compare with. */
export const manifestProbes = async ({ workspace }: Pick<Asking, "workspace">): Promise<readonly Probe[]> =>
  objectIn(await workspace.files.tryRead("package.json").catch(() => null)) ? [manifestProbe(workspace)] : [];

/** Finds packages that are imported and installed but not declared, which breaks the next installation. Runs no program. */
function manifestProbe({ files }: Asking["workspace"]): Probe {
  return {
    name: "manifest",
    async see() {
      const problems: Problem[] = [];
      for (const [name, place] of await undeclaredImports(files))
        if (await there(files, `node_modules/${name}/package.json`))
          problems.push({
            source: "manifest",
            ...place,
            code: "undeclared",
            message: `${name} is imported and installed, but package.json doesn't declare it.`,
          });
      const claim = `dependencies: ${problems.length} undeclared`;
      return { problems, run: undefined, claim, passed: problems.length === 0 };
    },
  };
}

type Imported = ReadonlyMap<string, { readonly file: string; readonly line: number }>;

/**
 * Returns packages that the root's package.json doesn't declare, with a place that imports them, preferably one that
 * users load. A file below another package.json belongs to that one.
 */
async function undeclaredImports(files: Files): Promise<Imported> {
  const json = objectIn(await files.tryRead("package.json").catch(() => null)) ?? {};
  const lists = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  const declared = new Set([
    String(json["name"]),
    ...lists.flatMap((key) => (isObject(json[key]) ? Object.keys(json[key]) : [])),
  ]);
  const others: string[] = [];
  for await (const path of files.find("*/**/package.json")) others.push(`${posix.dirname(path)}/`);
  const all = new Map<string, { readonly file: string; readonly line: number }>();
  for await (const file of files.find("**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}")) {
    if (others.some((folder) => file.startsWith(folder))) continue;
    const text = (await files.tryRead(file).catch(() => null)) ?? "";
    for (const { name, line } of packagesIn(file, text)) {
      const known = all.get(name);
      const isBetter = !known || (isForDevelopment(known.file) && !isForDevelopment(file));
      if (!declared.has(name) && isBetter) all.set(name, { file, line });
    }
  }
  return all;
}

/** The packages that a file imports, except Node's own modules. */
function packagesIn(file: string, text: string): readonly { readonly name: string; readonly line: number }[] {
  const { bare } = mask(file, text);
  const imports = text.matchAll(/(?:\bfrom|\bimport|\brequire\()\s*["']([^."'\n/][^"'\n]*)["']/g);
  return [...imports].flatMap(({ 0: whole, 1: request = "", index }) => {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(request)?.[0] ?? "";
    // An import inside a string isn't code.
    const isCode = bare.startsWith(whole.slice(0, 4), index);
    return isCode && !isBuiltin(request) && /^[@\w][\w./-]*$/.test(name)
      ? [{ name, line: text.slice(0, index).split("\n").length }]
      : [];
  });
}

/** Whether users of a package never load a file: its imports are devDependencies. */
export const isForDevelopment = (path: string): boolean => isTestFile(path) || isAside(path);

/** Raises UserError without a shell; `missing` says why. */
export function shellOf(shell: Shell | undefined, missing: string | undefined): Shell {
  if (shell) return shell;
  throw new UserError(
    "no-shell",
    "Nothing can be run here, so nothing can be reproduced or proven.",
    missing ?? "Install a sandbox: antiphon doctor says how.",
  );
}
