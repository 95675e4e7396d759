import { literal } from "../../lib/index.ts";

/** A target is a file or folder, or one test in it as `file::name`. */
export function split(targets: readonly string[]): {
  readonly files: readonly string[];
  readonly name: string | undefined;
} {
  const pairs = targets.map((target) => target.split("::"));
  const names = pairs.flatMap(([, ...name]) => (name.length ? name.join("::") : []));
  return {
    files: pairs.flatMap(([file]) => file || []),
    name: names.length ? names.map(patternOf).join("|") : undefined,
  };
}

/** For the runners that take a regular expression. */
const patternOf = (name: string): string => literal(name.replaceAll(" > ", " "));
