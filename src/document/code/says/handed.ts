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
 * Whether an error's condition depends only on literals or omitted arguments in the caller's code:
 * `fail("gone")` raises the error `fail` raises without a reason either always or never.
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

/** Rewrites a callee's condition with the arguments of its only call here; undefined if they aren't plain names. */
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

/** Whether code is an unchanged argument of the caller, which may be missing there too. */
const isHeld = (code: string, names: ReadonlySet<string>): boolean =>
  /^[\w$.?]+$/.test(code) && names.has(/^[\w$]*/.exec(code)?.[0] ?? "");

const given = (declaration: Pick<Declaration, "parameters">): ReadonlySet<string> =>
  new Set(["this", "self", "arguments", ...declaration.parameters.map(({ name }) => name)]);

/**
 * Whether a body passes its own arguments on to a callee, or passes nothing and the object's state decides;
 * intermediate values are the body's own concern.
 */
export function handsOn(from: string, caller: Caller, isOfObject = true): boolean {
  const isOf = givenIn(caller);
  const calls = argumentsOf(caller.source, from);
  return calls.length === 0 || calls.some((list) => (list.length === 0 ? isOfObject : list.some(isOf)));
}

/**
 * As `handsOn`, for functions on the way to an error: without arguments and outside an object, a function
 * decides by itself.
 */
export const leadsOn = (from: string, caller: Caller): boolean => handsOn(from, caller, from.includes("."));

/** Returns a test for code that contains the body's arguments, or values derived from them. */
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

/** A call in a body, with its arguments. */
export interface HandedCall {
  readonly at: number;
  readonly list: readonly string[];
}

/** Returns each call of a name in a body with its arguments; none if one of the uses isn't a readable call. */
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
    // a local name, or a field of something else
    if (isMethod && !match[1] && !ofOwner.test(source.slice(Math.max(0, start - 80), start))) continue;
    const given = match[1] ? listAt(source, start + match[0].length) : undefined;
    if (!given) return []; // passed on itself, or cut off
    found.push({ at: start, list: given });
  }
  return found;
}

/** Returns the arguments of a call up to its closing bracket. */
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
