/** Finds where and why a JSON text is invalid; runs only on texts known to be suspect. */
import { limits } from "./limits.ts";

export interface Found {
  readonly why: string;
  readonly at: number;
}
class Wrong extends Error {
  readonly found: Found;
  constructor(why: string, index: number) {
    super(why);
    this.found = { why, at: index };
  }
}

const space = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const plain = /[^"\\\u0000-\u001f]*/y;
const numeral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapes: ReadonlySet<string> = new Set(['"', "\\", "/", "b", "f", "n", "r", "t"]);

/** Returns the first error in a JSON text, if any. Its stack doesn't grow with nesting depth. */
export function scan(text: string): Found | undefined {
  try {
    if (text === "") throw new Wrong("Input is a zero-length, empty document", 0);
    if (text.startsWith("\uFEFF")) throw new Wrong("byte order mark (BOM) is not supported", 0);
    document(text);
    return undefined;
  } catch (error) {
    if (error instanceof Wrong) return error.found;
    throw error;
  }
}

interface Open {
  readonly keys: Set<string> | undefined;
}

function document(text: string): void {
  const open: Open[] = [];
  let index = skip(text, 0);
  let after = false; // whether a value has just ended
  for (;;) {
    const top = open.at(-1);
    if (!after) {
      const character = text[index];
      if (character === "{" || character === "[") {
        if (open.length >= limits.depth) throw new Wrong("recursion limit exceeded", index);
        open.push({ keys: character === "{" ? new Set() : undefined });
        index = skip(text, index + 1);
        const end = character === "{" ? "}" : "]";
        if (text[index] === end) {
          open.pop();
          index++;
          after = true;
        } else if (character === "{") index = key(text, index, open.at(-1)?.keys);
        continue;
      }
      index = scalar(text, index);
      after = true;
      continue;
    }
    index = skip(text, index);
    if (!top) {
      if (index < text.length) throw new Wrong("unexpected content after document", index);
      return;
    }
    const end = top.keys ? "}" : "]";
    if (text[index] === end) {
      open.pop();
      index++;
      continue;
    }
    if (text[index] !== ",")
      throw new Wrong(index < text.length ? "unexpected character" : "unexpected end of data", index);
    index = skip(text, index + 1);
    if (text[index] === end) throw new Wrong("trailing comma is not allowed", index);
    if (top.keys) index = key(text, index, top.keys);
    after = false;
  }
}

function skip(text: string, index: number): number {
  space.lastIndex = index;
  space.exec(text);
  return space.lastIndex;
}

function key(text: string, index: number, keys: Set<string> | undefined): number {
  if (text[index] !== '"')
    throw new Wrong(index < text.length ? "unexpected character" : "unexpected end of data", index);
  const end = string(text, index);
  const name: unknown = JSON.parse(text.slice(index, end));
  if (typeof name === "string") {
    if (keys?.has(name)) throw new Wrong("duplicate key in object", index);
    keys?.add(name);
  }
  const colon = skip(text, end);
  if (text[colon] !== ":")
    throw new Wrong(colon < text.length ? "unexpected character" : "unexpected end of data", colon);
  return skip(text, colon + 1);
}

function scalar(text: string, index: number): number {
  if (index >= text.length) throw new Wrong("unexpected end of data", index);
  if (text[index] === '"') return string(text, index);
  for (const word of ["true", "false", "null"]) if (text.startsWith(word, index)) return index + word.length;
  numeral.lastIndex = index;
  const found = numeral.exec(text)?.[0];
  if (!found) throw new Wrong("unexpected character", index);
  if (!Number.isFinite(Number(found))) throw new Wrong("number is infinity when parsed as double", index);
  return index + found.length;
}

/** Returns the position after the closing quote of the string that begins at `start`. */
function string(text: string, start: number): number {
  let index = start + 1;
  for (;;) {
    plain.lastIndex = index;
    plain.exec(text);
    index = plain.lastIndex;
    const character = text[index];
    if (character === '"') return index + 1;
    if (character === undefined) throw new Wrong("unexpected end of data", index);
    if (character !== "\\") throw new Wrong("unexpected control character in string", index);
    const escape = text[index + 1];
    if (escape === undefined) throw new Wrong("unexpected end of data", index + 1);
    if (escapes.has(escape)) index += 2;
    else if (escape === "u") index = unicode(text, index);
    else throw new Wrong("invalid escaped character in string", index);
  }
}

function unicode(text: string, index: number): number {
  const code = hex(text, index);
  if (code === undefined) throw new Wrong("invalid escaped sequence in string", index);
  if (code < 0xd800 || code > 0xdfff) return index + 6;
  if (code > 0xdbff) throw new Wrong("invalid high surrogate in string", index);
  const low = text.startsWith("\\u", index + 6) ? hex(text, index + 6) : undefined;
  if (low === undefined) throw new Wrong("no low surrogate in string", index);
  if (low < 0xdc00 || low > 0xdfff) throw new Wrong("invalid low surrogate in string", index);
  return index + 12;
}

function hex(text: string, index: number): number | undefined {
  const digits = text.slice(index + 2, index + 6);
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
