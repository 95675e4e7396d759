import { literal } from "../../lib/index.ts";
import type { Way } from "../testing.ts";

/** Splits targets into files and a pattern of test names. A target is a file, a folder, or a test as `file::name`. */
export function split(
  targets: readonly string[],
  way?: Way,
): {
  readonly files: readonly string[];
  readonly name: string | undefined;
} {
  const pairs = targets.map((target) => target.split("::"));
  const names = pairs.flatMap(([, ...name]) => (name.length ? name.join("::") : []));
  const files = pairs.flatMap(([file]) => file || []);
  return {
    files: files.length ? files : (way?.targets ?? []),
    name: names.length ? names.map(patternOf).join("|") : undefined,
  };
}

/** Returns a test name as a pattern, for runners that accept a regular expression. */
const patternOf = (name: string): string => literal(name.replaceAll(" > ", " "));
