/**
 * Strict JSON parsing: a text that parsers could interpret differently is rejected with its position. Valid texts
 * need only the engine's parser and one native search per string; the scanner runs only on suspect ones.
 */
import { isUtf8 } from "node:buffer";
import { ApiError } from "../messages/index.ts";
import { limits } from "./limits.ts";
import { scan } from "./scan.ts";

const refuse = (why: string, text: string, index: number): ApiError => {
  const before = text.slice(0, index);
  const line = before.split("\n").length;
  const column = index - before.lastIndexOf("\n");
  return new ApiError(
    "invalid_request_error",
    `The request body is not valid JSON: ${why}: line ${line} column ${column} (char ${index})`,
  );
};

/**
 * Parses a UTF-8 JSON text. Throws ApiError (invalid_request_error), with line, column and character, for malformed
 * input, a byte order mark, invalid UTF-8, lone surrogates, duplicate keys, numbers beyond a double, and nesting
 * deeper than the limit.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw refuse("str is not valid UTF-8: surrogates not allowed", "", 0);
  const text = bytes.toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const found = scan(text);
    throw refuse(found?.why ?? "unexpected character", text, found?.at ?? 0);
  }
  const keys = measure(value);
  if (keys === undefined || keys !== colons(text) || hasSurrogateEscape(text)) {
    const found = scan(text);
    if (found) throw refuse(found.why, text, found.at);
  }
  return value;
}

/** Counts all keys of a value; undefined if it is too deep or has a number beyond a double. */
function measure(root: unknown): number | undefined {
  let keys = 0;
  let level: object[] = typeof root === "object" && root !== null ? [root] : [];
  for (let depth = 0; level.length; depth++) {
    if (depth > limits.depth) return undefined;
    const next: object[] = [];
    for (const item of level) {
      if (Array.isArray(item)) {
        for (const inner of item as readonly unknown[]) {
          if (typeof inner === "object") {
            if (inner !== null) next.push(inner);
          } else if (typeof inner === "number" && !Number.isFinite(inner)) return undefined;
        }
        continue;
      }
      const entries = item as Readonly<Record<string, unknown>>; // neither array nor null
      for (const key in entries) {
        keys++;
        const inner = entries[key];
        if (typeof inner === "object") {
          if (inner !== null) next.push(inner);
        } else if (typeof inner === "number" && !Number.isFinite(inner)) return undefined;
      }
    }
    level = next;
  }
  return typeof root === "number" && !Number.isFinite(root) ? undefined : keys;
}

/** Counts the colons outside strings, which equals the number of keys written. */
function colons(text: string): number {
  let count = 0;
  let index = 0;
  for (;;) {
    const quote = text.indexOf('"', index);
    const end = quote < 0 ? text.length : quote;
    for (let i = index; i < end; i++) if (text.charCodeAt(i) === 58) count++;
    if (quote < 0) return count;
    index = closing(text, quote + 1) + 1;
  }
}

/** Returns where the string ends that begins before `from`. */
function closing(text: string, from: number): number {
  for (let index = text.indexOf('"', from); index >= 0; index = text.indexOf('"', index + 1)) {
    let slashes = 0;
    while (text.charCodeAt(index - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return index;
  }
  return text.length;
}

const hasSurrogateEscape = (text: string): boolean =>
  text.includes("\\ud") || text.includes("\\uD") ? /\\u[dD][89a-fA-F]/.test(text) : false;
