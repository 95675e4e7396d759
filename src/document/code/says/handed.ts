import { lastName, literal, ownerName } from "../../../lib/index.ts";

/**
 * Whether a call may be skipped, judging by its line: it is nested, or comes after a way out whose tests mention one of
 * the names that it is about.
 */
export function isConditional(source: string, index: number, about: ReadonlySet<string>): boolean {
  const lines = source.slice(0, Math.max(index, 0)).split("\n");
  if (index < 0 || lines.length < 2) return index < 0 || /&&|\|\||\?|\bif\b/.test(source.slice(0, index));
  const line = (lines.at(-1) ?? "").replace(/\bif (?=\w+(?:, \w+)* :?= )/, ""); // Go's `if err := …; err != nil`
  const head = /[(,]\s*$/.test(lines[0] ?? "") ? lines.findIndex((item) => /^\s*\)/.test(item)) : 0;
  const body = lines.slice(Math.max(head, 0) + 1).filter((item) => item.trim() !== "");
  const least = Math.min(...body.map(indentOf).filter((value) => value > 0));
  if (indentOf(line) > least || /&&|\|\||\?|\bif\b|=>/.test(line)) return true;
  return body.some((item, place) => {
    if (item === lines.at(-1)) return false;
    if (!/(?:^|\W)(?:return|throw|raise|yield)\b/.test(item.replace(/(?:\/\/|#).*/, ""))) return false;
    const tests = around(body, place);
    return tests === "" || (tests.match(/[A-Za-z_$][\w$]*/g) ?? []).some((name) => about.has(name));
  });
}

/** Returns the lines that a line of a body stands in, and its own test. */
function around(body: readonly string[], place: number): string {
  const first = body[place] ?? "";
  const lines = /\bif\b/.test(first) ? [first] : [];
  let indent = indentOf(first);
  for (let index = place - 1; index >= 0; index--) {
    const line = body[index] ?? "";
    const isOpen = /^\s*[)\]}]/.test(lines.at(-1) ?? ""); // what began on a line above
    if (indentOf(line) > indent || (indentOf(line) === indent && !isOpen)) {
      if (isOpen) lines.splice(-1, 0, line);
      continue;
    }
    indent = indentOf(line);
    lines.push(line);
  }
  return lines.join("\n");
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

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
