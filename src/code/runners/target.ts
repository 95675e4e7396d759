import { literal } from "../../lib/index.ts";
import type { Way } from "../testing.ts";

/** A target is a file or folder, or one test in it as `file::name`. Where none names a file, the project's own do. */
export function split(
  targets: readonly string[],
  own?: Way,
): {
  readonly files: readonly string[];
  readonly name: string | undefined;
} {
  const pairs = targets.map((target) => target.split("::"));
  const names = pairs.flatMap(([, ...name]) => (name.length ? name.join("::") : []));
  const files = pairs.flatMap(([file]) => file || []);
  return {
    files: files.length ? files : (own?.targets ?? []),
    name: names.length ? names.map(patternOf).join("|") : undefined,
  };
}

/** For the runners that take a regular expression. */
const patternOf = (name: string): string => literal(name.replaceAll(" > ", " "));
