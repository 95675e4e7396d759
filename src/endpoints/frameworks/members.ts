import { inTable } from "../../lib/index.ts";
import type { Args, Known, Value } from "../evaluate/types.ts";
import { native, unknown } from "../evaluate/value.ts";

/** The methods of a library's object, with the effect of each call. */
export type Members<On> = Readonly<Record<string, (args: Args, on: On) => Value>>;

/** Returns a method by name; `undefined` if the table has none. */
export function memberOf<On>(members: Members<On>, name: string, on: On): Value | undefined {
  const call = inTable(members, name);
  return call && native(name, (args) => call(args, on));
}

/**
 * The supported uses of applications: members in the table, and further names and arguments that treat all requests
 * alike.
 */
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

/** `@app.route("/x")`: the first call takes the arguments; its result takes the function and returns it. */
export const decorating =
  <On>(mark: (args: Args, fn: Value, on: On) => void) =>
  (args: Args, on: On): Value =>
    native("decorator", ({ list: [fn] }) => {
      if (fn) mark(args, fn, on);
      return fn ?? unknown;
    });
