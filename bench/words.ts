/**
 * Parses a bench's arguments: words, `--name=value` and `--name` in any order. `--help` prints the bench's first
 * comment.
 */
import { readFileSync } from "node:fs";

const given = process.argv.slice(2);

export const words: readonly string[] = given.filter((one) => !one.startsWith("--"));

export const flag = (name: string): string | undefined =>
  given.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);

export const has = (name: string): boolean => given.includes(`--${name}`);

if (has("help")) {
  const [, comment = ""] = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(process.argv[1] ?? "", "utf8")) ?? [];
  console.log(comment.replace(/^ \* ?/gm, "").trim());
  process.exit(0);
}
