import { inTable } from "../../lib/index.ts";
import type { Args, Known, Value } from "../evaluate/types.ts";
import { native, unknown } from "../evaluate/value.ts";

/** What an object of a library can be called by, and what each call does with what it is given. */
export type Members<On> = Readonly<Record<string, (given: Args, on: On) => Value>>;

/** The member of a name, to be called; undefined where the table has none. */
export function memberOf<On>(members: Members<On>, name: string, on: On): Value | undefined {
  const call = inTable(members, name);
  return call && native(name, (given) => call(given, on));
}

/** How applications may be used: what a table of members reads, and names of others, and of arguments, that treat everybody alike. */
export function knownBy(
  members: Readonly<Record<string, unknown>>,
  alike: string,
  takes?: { readonly read: string; readonly alike: string },
): Known {
  const names = new Set([...Object.keys(members), ...alike.split(" ")]);
  const each = (words: string, as: "read" | "alike"): readonly (readonly [string, "read" | "alike"])[] =>
    words.split(" ").map((word) => [word, as] as const);
  return {
    has: (name) => names.has(name),
    ...(takes && { takes: Object.fromEntries([...each(takes.read, "read"), ...each(takes.alike, "alike")]) }),
  };
}

/** `@app.route("/x")`: the first call takes the words, and what it gives takes the function and gives it back. */
export const decorating =
  <On>(mark: (given: Args, fn: Value, on: On) => void) =>
  (given: Args, on: On): Value =>
    native("decorator", ({ list: [fn] }) => {
      if (fn) mark(given, fn, on);
      return fn ?? unknown;
    });
