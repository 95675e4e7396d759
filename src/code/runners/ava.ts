import { byC8 } from "./c8.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { fromTap } from "./tap.ts";
import { split } from "./target.ts";

const ava: TestRunner = {
  program: ["ava"],
  command(targets, way) {
    const pairs = targets.map((target) => target.split("::"));
    const names = pairs.flatMap(([, ...name]) => (name.length ? name.join("::").split(" > ").at(-1) : []));
    // In AVA's patterns, only `*` is special.
    const matches = names.flatMap((name) => [
      "--match",
      `*${(name ?? "").replaceAll(/[\\*]/g, String.raw`\$&`)}*`,
    ]);
    return [...way.command, "--tap", ...matches, ...split(targets, way).files];
  },
  parse: ({ stdout }, root) => withFiles(fromTap(stdout, { root, runner: "ava" })),
  coverage: byC8,
};
export default ava;

const exited = /^(\S+) exited with a non-zero exit code/;

/** Adds files to results: AVA names a file only if it exits with an error, next to the failure that explains it. */
function withFiles(results: readonly TestResult[]): readonly TestResult[] {
  const ended = results.flatMap(({ name }) => exited.exec(name)?.[1] ?? []);
  const fileOf = (result: TestResult): string | undefined =>
    result.status === "failed" && !exited.test(result.name)
      ? ended.find((file) => result.message?.includes(file))
      : undefined;
  const explained = new Set(results.flatMap((result) => fileOf(result) ?? []));
  return results
    .filter(({ name }) => !explained.has(exited.exec(name)?.[1] ?? ""))
    .map((result) => {
      const file = fileOf(result) ?? exited.exec(result.name)?.[1];
      return file === undefined
        ? { ...result, name: result.name.replaceAll(" › ", " > ") }
        : { ...result, name: file, file };
    });
}
