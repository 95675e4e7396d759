import type { CommandRun } from "../../workspace/index.ts";

/** How an earlier version of a program refuses an option of ours. */
const refused = /(?:unknown|invalid) (?:option|argument|flag)s?:?\s*[`'"]?(--[\w-]+)/i;

/** Returns a command without the option that its program doesn't know yet; undefined if it refused none. */
export function withoutRefused(
  [program, ...words]: readonly [string, ...string[]],
  { stderr }: CommandRun,
): readonly [string, ...string[]] | undefined {
  const name = refused.exec(stderr)?.[1];
  const accepted = words.filter((word) => word !== name && word.replace(/^--no-/, "--") !== name);
  return name !== undefined && accepted.length < words.length ? [program, ...accepted] : undefined;
}
