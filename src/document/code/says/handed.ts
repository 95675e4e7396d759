import { lastName, literal, ownerName } from "../../../lib/index.ts";
import type { Declaration } from "../../../code/index.ts";
import type { Raise } from "./raise.ts";

interface Caller {
  readonly declaration: Pick<Declaration, "name" | "parameters">;
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
  const parameterNames = parameterNamesOf(declaration);
  return (
    places.length > 0 &&
    calls.length > 0 &&
    calls.every((list) =>
      places.every(
        ({ name, place }) =>
          isWritten(list, name, place) || (missing && !isHeld(list[place] ?? "", parameterNames)),
      ),
    )
  );
}

/** Rewrites a callee's condition with the arguments of its only call here; undefined if they aren't plain names. */
export function inNamesOf(
  { from = "", when, takes = [] }: Raise,
  { names, source }: { readonly names: ReadonlySet<string>; readonly source: string },
): string | undefined {
  const [args, other] = argumentsOf(source, from);
  if (when === undefined || !args || other) return undefined;
  let plain = true;
  const renamed = when.replaceAll(/(["'])(?:(?!\1)[^\\]|\\.)*\1|(?<![\w$.#])[A-Za-z_$][\w$]*/g, (word) => {
    const place = takes.indexOf(word);
    if (place < 0) return word;
    const named = args.find((item) => new RegExp(String.raw`^${literal(word)} ?=(?!=)`).test(item));
    const name = named?.slice(named.indexOf("=") + 1).trim() ?? args[place] ?? "";
    plain &&= names.has(name);
    return name;
  });
  return plain ? renamed : undefined;
}

const parameterNamesOf = (declaration: Pick<Declaration, "parameters">): ReadonlySet<string> =>
  new Set(["this", "self", "arguments", ...declaration.parameters.map(({ name }) => name)]);

/** Whether code is an unchanged argument of the caller, which may be missing there too. */
const isHeld = (code: string, names: ReadonlySet<string>): boolean =>
  /^[\w$.?]+$/.test(code) && names.has(/^[\w$]*/.exec(code)?.[0] ?? "");

/**
 * Whether a body's callers decide over a callee's error: each argument is one of theirs, a part of one, or always the
 * same. What a body makes itself, or keeps in its object, its callers can't do anything about.
 */
export function handsOn(from: string, caller: Caller): boolean {
  const kindOf = originIn(caller);
  const calls = callsOf(caller.source, from);
  return (
    calls.length === 0 ||
    calls.some(({ at, list }) => {
      const kinds = new Set(list.map(kindOf));
      return list.length === 0 ? isOnGiven(at, { caller, kindOf }) : kinds.has("given") && !kinds.has("made");
    })
  );
}

type Origin = "given" | "made" | "fixed";

/** Whether a call without arguments is on an object of the callers, or always on the body's own. */
function isOnGiven(
  at: number,
  { caller: { source }, kindOf }: { readonly caller: Caller; readonly kindOf: (code: string) => Origin },
): boolean {
  const [, receiver = ""] =
    /([A-Za-z_$][\w$]*)(?:\??\.[\w$]+)*\??\.$/.exec(source.slice(Math.max(0, at - 80), at)) ?? [];
  return /^(?:this|self|cls)$/.test(receiver) ? !isConditional(source, at) : kindOf(receiver) === "given";
}

/** Calls that give a part of what they are given, or the same in another form. */
const parts = new Set(
  (
    "items entries values keys enumerate zip list tuple sorted trim strip slice split lower upper toLowerCase toUpperCase " +
    "int str float Number String get from asList"
  ).split(" "),
);

/** Returns where a piece of code has its values from. */
function originIn({ declaration, source }: Caller): (code: string) => Origin {
  const knownNames = new Set(["arguments", ...declaration.parameters.map(({ name }) => name)]);
  if (declaration.name.endsWith("__post_init__")) knownNames.add("self"); // its fields are what the class was given
  const valuesOf = (name: string): readonly string[] =>
    [
      ...source.matchAll(
        new RegExp(
          String.raw`(?<![\w$.])${literal(name)}\b(?!\.)[^=\n;{]{0,60}(?:=|\bin\b|\bof\b)(?!=)([^=\n][^\n;]*)`,
          "g",
        ),
      ),
    ].map(([, value = ""]) => untilClosed(value));
  const rootsOf = (code: string): readonly string[] => [
    ...new Set(
      code
        .replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, " ")
        .match(/(?<![\w$.])[A-Za-z_$][\w$]*(?![\w$]*\s*(?:=(?!=)|:(?!:)))/g),
    ),
  ];
  const isMade = (value: string): boolean =>
    [...value.matchAll(/([A-Za-z_$][\w$]*)\(/g)].some(([, called = ""]) => !parts.has(called));
  const isGiven = (name: string, depth = 0): boolean =>
    knownNames.has(name) ||
    (depth < 4 &&
      valuesOf(name).some(
        (value) => !isMade(value) && rootsOf(value).some((root) => isGiven(root, depth + 1)),
      ));
  return (code) => {
    const roots = rootsOf(code);
    if (roots.some((root) => isGiven(root))) return "given";
    return roots.some(
      (root) => /^[a-z_]/.test(root) && valuesOf(root).some((value) => !/^\s*[A-Z_\d]+\b/.test(value)),
    )
      ? "made"
      : "fixed";
  };
}

/** Returns the code before a bracket that closes what was opened before it: `entries) use(` is `entries`. */
function untilClosed(code: string): string {
  let depth = 0;
  for (const [index, char] of [...code].entries()) {
    if ("([{".includes(char)) depth += 1;
    if (")]}".includes(char)) depth -= 1;
    if (depth < 0) return code.slice(0, index);
  }
  return code;
}

/** Whether a call may be skipped, judging by its line: it is nested, or comes after a way out. */
export function isConditional(source: string, index: number): boolean {
  const lines = source.slice(0, Math.max(index, 0)).split("\n");
  if (index < 0 || lines.length < 2) return index < 0 || /&&|\|\||\?|\bif\b/.test(source.slice(0, index));
  const line = (lines.at(-1) ?? "").replace(/\bif (?=\w+(?:, \w+)* :?= )/, ""); // Go's `if err := …; err != nil`
  const body = lines.slice(1).filter((line) => line.trim() !== "");
  const least = Math.min(...body.map(indentOf).filter((value) => value > 0));
  return (
    indentOf(line) > least ||
    /&&|\|\||\?|\bif\b|=>/.test(line) ||
    body.some(
      (item) =>
        /(?:^|\W)(?:return|throw|raise|yield)\b/.test(item.replace(/(?:\/\/|#).*/, "")) &&
        item !== lines.at(-1),
    )
  );
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function isWritten(args: readonly string[], name: string, place: number): boolean {
  if (args.some((item) => /^(?:\.\.\.|\*)/.test(item))) return false;
  const named = args.find((item) => new RegExp(String.raw`^${literal(name)} ?=(?!=)`).test(item));
  const at = named ?? args[place];
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
    .matchAll(new RegExp(String.raw`(?<![\w$])${literal(called)}(?![\w$])(?:<[^()<>]*>(?=\())?(\(?)`, "g"))) {
    const start = body + match.index;
    if (isMaker && !match[1]) continue; // a type
    // a local name, or a field of something else
    if (isMethod && !match[1] && !ofOwner.test(source.slice(Math.max(0, start - 80), start))) continue;
    const args = match[1] ? listAt(source, start + match[0].length) : undefined;
    if (!args) return []; // passed on itself, or cut off
    found.push({ at: start, list: args });
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
