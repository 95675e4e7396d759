import { createHash } from "node:crypto";
import type { Change } from "./workspace.ts";

export interface Held {
  readonly bytes: Buffer;
  readonly mode: number;
}

export const hash = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** Decodes UTF-8; undefined for other bytes, and if the first 8192 contain a zero byte. */
export function text(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Describes bytes that aren't UTF-8 text, and what to do about them. */
export function whyNoText(bytes: Uint8Array): readonly [why: string, fix: string] {
  const begin = bytes.subarray(0, 512);
  const marked = (begin[0] === 0xff && begin[1] === 0xfe) || (begin[0] === 0xfe && begin[1] === 0xff);
  const zeros = [0, 1].map((odd) => begin.filter((byte, index) => byte === 0 && index % 2 === odd).length);
  // every ASCII letter has a zero byte, always on the same side
  const wide = Math.max(...zeros) > begin.length / 4 && Math.min(...zeros) === 0;
  if (wide || (marked && zeros.some(Boolean))) return ["is UTF-16 text", "Save it as UTF-8."];
  if (bytes.includes(0)) return ["holds zero bytes, as binary files do", "Name a text file."];
  return ["isn't UTF-8 text", "Save it as UTF-8."];
}

/** Encodes `after` for a file that contained `before`: CRLF line ends and a byte order mark are preserved. */
export function encode(change: Change, before: Buffer | undefined): Buffer {
  const after = change.after ?? "";
  if (change.encoding === "latin1") return Buffer.from(after, "latin1");
  const old = before && text(before);
  if (!old || !after) return Buffer.from(after);
  const lines = isCrlf(old) ? after.replaceAll(/\r?\n/g, "\r\n") : after;
  return Buffer.from(old.startsWith("\uFEFF") && !lines.startsWith("\uFEFF") ? `\uFEFF${lines}` : lines);
}

const isCrlf = (text: string): boolean => /\r\n/.test(text) && !/(^|[^\r])\n/.test(text);

/** A change as shown in evidence: as text if both sides are text. */
export function changeOf(path: string, before: Held | null, after: Held | null): Change {
  const texts = [before, after].map((side) => side && text(side.bytes));
  const binary = texts.includes(undefined);
  const side = (content: Held | null, index: 0 | 1): string | null =>
    content && (binary ? content.bytes.toString("latin1") : (texts[index] ?? ""));
  return {
    path,
    before: side(before, 0),
    after: side(after, 1),
    ...(binary && { encoding: "latin1" as const }),
    ...(after && { mode: after.mode }),
  };
}
