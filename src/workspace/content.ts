import { createHash } from "node:crypto";
import type { Change } from "./workspace.ts";

/** What a file holds, as the store keeps it. */
export interface Held {
  readonly bytes: Buffer;
  readonly mode: number;
}

export const hash = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** Undefined where the bytes aren't UTF-8 text. */
export function text(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes that `after` means for a file which held `before`: a file of CRLF lines or with a byte order mark keeps both. */
export function encode(change: Change, before: Buffer | undefined): Buffer {
  const after = change.after ?? "";
  if (change.encoding === "latin1") return Buffer.from(after, "latin1");
  const old = before && text(before);
  if (!old || !after) return Buffer.from(after);
  const lines = isCrlf(old) ? after.replaceAll(/\r?\n/g, "\r\n") : after;
  return Buffer.from(old.startsWith("\uFEFF") && !lines.startsWith("\uFEFF") ? `\uFEFF${lines}` : lines);
}

const isCrlf = (text: string): boolean => /\r\n/.test(text) && !/(^|[^\r])\n/.test(text);

/** A change as evidence shows it: text where both sides are text. */
export function shown(path: string, before: Held | null, after: Held | null): Change {
  const texts = [before, after].map((side) => side && text(side.bytes));
  const binary = texts.includes(undefined);
  const side = (held: Held | null, index: 0 | 1): string | null =>
    held && (binary ? held.bytes.toString("latin1") : (texts[index] ?? ""));
  return {
    path,
    before: side(before, 0),
    after: side(after, 1),
    ...(binary && { encoding: "latin1" as const }),
    ...(after && { mode: after.mode }),
  };
}
