import { lastName, literal, ownerName } from "../../../lib/index.ts";
import type { Declaration } from "../../../code/index.ts";
import type { Raise } from "./raise.ts";

interface Caller {
  readonly declaration: Pick<Declaration, "parameters">;
  readonly source: string;
}

const written =
  /^(?:\w+ ?[=:] ?)?(?:-?\d[\w.]*|"[^"\n]*"|'[^'\n]*'|`[^`$\n]*`|true|false|True|False|None|null|undefined|nil)$/;

/**
 * Whether an error depends on nothing but what the caller itself writes there, or leaves out: `fail("gone")` raises what
 * `fail` raises without a reason in none of its callers, or in each.
 */
export function isSettled(
  { from = "", when, takes = [], keywords }: Raise,
  { declaration, source }: Caller,
): boolean {
  if (when === undefined) return false;
  if (when === keywords) {
    const lists = argumentsOf(source, from);
    if (lists.length > 0 && !lists.flat().some((list) => /^\*\*|^\w+ ?=(?!=)/.test(list))) return true;
  }
  const bare = when.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, " ");
  if (/(?<![\w$.])(?:this|self)\b/.test(bare)) return false;
  const missing = /^(?:!|not )\w+$|^\w+ (?:is|={2,3}) (?:None|null|undefined|nil)$/.test(when);
  const places = takes.flatMap((name, place) =>
    new RegExp(String.raw`(?<![\w$.#])${literal(name)}(?![\w$])`).test(bare) ? [{ name, place }] : [],
  );
  const calls = argumentsOf(source, from);
  const own = given(declaration);
  return (
    places.length > 0 &&
    calls.length > 0 &&
    calls.every((list) =>
      places.every(
        ({ name, place }) => isWritten(list, name, place) || (missing && !isHeld(list[place] ?? "", own)),
      ),
    )
  );
}

/** A callee's condition with what its one call here hands over in the place of its parameters; undefined where that is more than names. */
export function inNamesOf(
  { from = "", when, takes = [] }: Raise,
  { names, source }: { readonly names: ReadonlySet<string>; readonly source: string },
): string | undefined {
  const [given, other] = argumentsOf(source, from);
  if (when === undefined || !given || other) return undefined;
  let plain = true;
  const renamed = when.replaceAll(/(["'])(?:(?!\1)[^\\]|\\.)*\1|(?<![\w$.#])[A-Za-z_$][\w$]*/g, (word) => {
    const place = takes.indexOf(word);
    if (place < 0) return word;
    const named = given.find((item) => new RegExp(String.raw`^${literal(word)} ?=(?!=)`).test(item));
    const name = named?.slice(named.indexOf("=") + 1).trim() ?? given[place] ?? "";
    plain &&= names.has(name);
    return name;
  });
  return plain ? renamed : undefined;
}

/** Something of what the caller was given itself, as it was given: it may be missing there, too. */
const isHeld = (code: string, names: ReadonlySet<string>): boolean =>
  /^[\w$.?]+$/.test(code) && names.has(/^[\w$]*/.exec(code)?.[0] ?? "");

const given = (declaration: Pick<Declaration, "parameters">): ReadonlySet<string> =>
  new Set(["this", "self", "arguments", ...declaration.parameters.map(({ name }) => name)]);

/**
 * Whether something of what a body was given goes on to a callee, or nothing goes there and the object itself decides: what is made
 * up on the way is the body's own business.
 */
export function handsOn(from: string, caller: Caller, isOfObject = true): boolean {
  const isOf = givenIn(caller);
  const calls = argumentsOf(caller.source, from);
  return calls.length === 0 || calls.some((list) => (list.length === 0 ? isOfObject : list.some(isOf)));
}

/** The same of what only leads to an error: a function that is given nothing, and belongs to no object, decides by itself. */
export const leadsOn = (from: string, caller: Caller): boolean => handsOn(from, caller, from.includes("."));

/** Whether code holds something of what a body was given, or what was made of that. */
function givenIn({ declaration, source }: Caller): (code: string) => boolean {
  const names = given(declaration);
  const held = (code: string): boolean =>
    (code.match(/(?<![\w$])[A-Za-z_$][\w$]*/g) ?? []).some((name) => names.has(name));
  const made = (code: string): boolean =>
    (code.match(/(?<![\w$.])[A-Za-z_$][\w$]*/g) ?? []).some((name) =>
      [
        ...source.matchAll(
          new RegExp(
            String.raw`(?<![\w$.])${literal(name)}\b(?!\.)[^=\n]{0,60}(?:=|\bin\b|\bof\b)([^=\n][^\n]*)`,
            "g",
          ),
        ),
      ].some(([, value = ""]) => held(value)),
    );
  return (code) => held(code) || made(code);
}

function isWritten(given: readonly string[], name: string, place: number): boolean {
  if (given.some((item) => /^(?:\.\.\.|\*)/.test(item))) return false;
  const named = given.find((item) => new RegExp(String.raw`^${literal(name)} ?=(?!=)`).test(item));
  const at = named ?? given[place];
  return at === undefined || written.test(at) || /^\w+ ?=(?!=)/.test(named === undefined ? at : "");
}

const argumentsOf = (source: string, from: string): readonly (readonly string[])[] =>
  callsOf(source, from).map(({ list }) => list);

/** A call in a body, and what it hands over. */
export interface HandedCall {
  readonly at: number;
  readonly list: readonly string[];
}

/** Each call of a name in a body with what it hands over; none where that can't be told of one of them. */
export function callsOf(source: string, from: string): readonly HandedCall[] {
  const owner = lastName(ownerName(from));
  const isMaker = /(?:^|\.)(?:constructor|__init__)$/.test(from) && /^_*[A-Z]/.test(owner);
  const called = isMaker ? owner : lastName(from);
  const isMethod = !isMaker && called !== from;
  const ofOwner = new RegExp(String.raw`(?<![\w$])(?:this|self|cls|${literal(owner) || "this"})\.$`);
  const body = source.indexOf("\n") + 1;
  const found: HandedCall[] = [];
  for (const match of source
    .slice(body)
    .matchAll(new RegExp(String.raw`(?<![\w$])${literal(called)}(?![\w$])(\(?)`, "g"))) {
    const start = body + match.index;
    // a name of the body's own, or a field of something else
    if (isMethod && !match[1] && !ofOwner.test(source.slice(Math.max(0, start - 80), start))) continue;
    const given = match[1] ? listAt(source, start + match[0].length) : undefined;
    if (!given) return []; // handed on itself, or cut off
    found.push({ at: start, list: given });
  }
  return found;
}

/** The parts of a list up to its bracket. */
function listAt(source: string, from: number): readonly string[] | undefined {
  const parts: string[] = [];
  let [depth, start, quote] = [0, from, ""];
  for (let index = from; index < source.length && index < from + 2000; index++) {
    const char = source[index] ?? "";
    if (quote) {
      if (char === "\\") index += 1;
      else if (char === quote) quote = "";
    } else if (/["'`]/.test(char)) quote = char;
    else if (/[([{]/.test(char)) depth += 1;
    else if (depth > 0 && /[)\]}]/.test(char)) depth -= 1;
    else if (depth === 0 && (char === "," || char === ")")) {
      const part = source.slice(start, index).replaceAll(/\s+/g, " ").trim();
      if (part) parts.push(part);
      if (char === ")") return parts;
      start = index + 1;
    }
  }
  return undefined;
}
