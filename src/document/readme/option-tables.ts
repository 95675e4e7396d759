import { nearest } from "../../lib/index.ts";
import type { Placed } from "./stale-fact.ts";

/** Number of characters kept of a help text; longer ones are incomplete. */
const whole = 4000;

/** Returns a program's options from its printed help; undefined if a README may list others too. */
export function parseHelpOptions(
  help: readonly { readonly text: string }[],
  isComplete: boolean,
): ReadonlySet<string> | undefined {
  const [first, other] = help;
  if (!first || other || !isComplete || first.text.length >= whole) return undefined;
  // each command has its own options
  if (/^\s*(?:commands|subcommands|positional arguments)\b.*:\s*$/im.test(first.text)) return undefined;
  const found = first.text.match(/(?<![\w-])--[a-zA-Z][\w-]*/g);
  return found ? new Set(found) : undefined;
}

interface Row {
  readonly at: number;
  readonly name: string;
}

/** Returns the options in the first cells of each table. */
function tablesIn(text: string): readonly (readonly Row[])[] {
  return [...text.matchAll(/(?:^[ \t]*\|.*\|[ \t]*(?:\n|$)){3,}/gm)].map(({ 0: table, index }) =>
    [...table.matchAll(/^[ \t]*\|([^|\n]*)\|/gm)].flatMap((line) => {
      const start = index + line.index + line[0].indexOf("|") + 1;
      return [...(line[1] ?? "").matchAll(/(?<![\w-])--[a-zA-Z][\w-]*/g)].map((option) => ({
        at: start + option.index,
        name: option[0],
      }));
    }),
  );
}

/**
 * Finds options in a page's tables that the program lacks. A table counts if most of its options exist; a
 * single misspelt one is corrected if the similar option is in no other row.
 */
export function staleOptions(text: string, options: ReadonlySet<string> | undefined): readonly Placed[] {
  if (!options) return [];
  return tablesIn(text).flatMap((rows) => {
    const gone = rows.filter(({ name }) => !options.has(name) && !options.has(name.replace(/^--no-/, "--")));
    if (!gone.length || gone.length * 2 > rows.length) return [];
    const there = new Set(rows.map(({ name }) => name));
    return gone.map(({ at, name }) => {
      const meant = nearest(
        name,
        [...options].filter((option) => !there.has(option)),
      );
      const what = `--help tells of no ${name}${meant ? `; ${meant} is near` : ""}`;
      const isSure = meant !== undefined && gone.length === 1;
      return { at, what, ...(isSure && { edit: { start: at, end: at + name.length, text: meant } }) };
    });
  });
}
