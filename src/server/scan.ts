/** Where and why a JSON text can't be taken; only texts that are known to be suspect come here. */
import { limits } from "./limits.ts";

export interface Found {
  readonly why: string;
  readonly at: number;
}
class Wrong extends Error {
  readonly found: Found;
  constructor(why: string, at: number) {
    super(why);
    this.found = { why, at };
  }
}

const space = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const plain = /[^"\\\u0000-\u001f]*/y;
const numeral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapes: ReadonlySet<string> = new Set(['"', "\\", "/", "b", "f", "n", "r", "t"]);

/** The first thing that is wrong with a JSON text, if any. Its stack doesn't grow with the text's depth. */
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
  let at = skip(text, 0);
  let after = false; // a value has just ended
  for (;;) {
    const top = open.at(-1);
    if (!after) {
      const character = text[at];
      if (character === "{" || character === "[") {
        if (open.length >= limits.depth) throw new Wrong("recursion limit exceeded", at);
        open.push({ keys: character === "{" ? new Set() : undefined });
        at = skip(text, at + 1);
        const end = character === "{" ? "}" : "]";
        if (text[at] === end) {
          open.pop();
          at++;
          after = true;
        } else if (character === "{") at = key(text, at, open.at(-1)?.keys);
        continue;
      }
      at = scalar(text, at);
      after = true;
      continue;
    }
    at = skip(text, at);
    if (!top) {
      if (at < text.length) throw new Wrong("unexpected content after document", at);
      return;
    }
    const end = top.keys ? "}" : "]";
    if (text[at] === end) {
      open.pop();
      at++;
      continue;
    }
    if (text[at] !== ",")
      throw new Wrong(at < text.length ? "unexpected character" : "unexpected end of data", at);
    at = skip(text, at + 1);
    if (text[at] === end) throw new Wrong("trailing comma is not allowed", at);
    if (top.keys) at = key(text, at, top.keys);
    after = false;
  }
}

function skip(text: string, at: number): number {
  space.lastIndex = at;
  space.exec(text);
  return space.lastIndex;
}

function key(text: string, at: number, keys: Set<string> | undefined): number {
  if (text[at] !== '"')
    throw new Wrong(at < text.length ? "unexpected character" : "unexpected end of data", at);
  const end = string(text, at);
  const name: unknown = JSON.parse(text.slice(at, end));
  if (typeof name === "string") {
    if (keys?.has(name)) throw new Wrong("duplicate key in object", at);
    keys?.add(name);
  }
  const colon = skip(text, end);
  if (text[colon] !== ":")
    throw new Wrong(colon < text.length ? "unexpected character" : "unexpected end of data", colon);
  return skip(text, colon + 1);
}

function scalar(text: string, at: number): number {
  if (at >= text.length) throw new Wrong("unexpected end of data", at);
  if (text[at] === '"') return string(text, at);
  for (const word of ["true", "false", "null"]) if (text.startsWith(word, at)) return at + word.length;
  numeral.lastIndex = at;
  const found = numeral.exec(text)?.[0];
  if (!found) throw new Wrong("unexpected character", at);
  if (!Number.isFinite(Number(found))) throw new Wrong("number is infinity when parsed as double", at);
  return at + found.length;
}

/** Past the closing quote of the string that begins at `start`. */
function string(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    plain.lastIndex = at;
    plain.exec(text);
    at = plain.lastIndex;
    const character = text[at];
    if (character === '"') return at + 1;
    if (character === undefined) throw new Wrong("unexpected end of data", at);
    if (character !== "\\") throw new Wrong("unexpected control character in string", at);
    const escape = text[at + 1];
    if (escape === undefined) throw new Wrong("unexpected end of data", at + 1);
    if (escapes.has(escape)) at += 2;
    else if (escape === "u") at = unicode(text, at);
    else throw new Wrong("invalid escaped character in string", at);
  }
}

function unicode(text: string, at: number): number {
  const code = hex(text, at);
  if (code === undefined) throw new Wrong("invalid escaped sequence in string", at);
  if (code < 0xd800 || code > 0xdfff) return at + 6;
  if (code > 0xdbff) throw new Wrong("invalid high surrogate in string", at);
  const low = text.startsWith("\\u", at + 6) ? hex(text, at + 6) : undefined;
  if (low === undefined) throw new Wrong("no low surrogate in string", at);
  if (low < 0xdc00 || low > 0xdfff) throw new Wrong("invalid low surrogate in string", at);
  return at + 12;
}

function hex(text: string, at: number): number | undefined {
  const digits = text.slice(at + 2, at + 6);
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
