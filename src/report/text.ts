import type { Json } from "../lib/index.ts";

/** Control and bidirectional characters made visible: a report holds foreign text, and a terminal obeys them. */
export const visible = (text: string): string =>
  text.replaceAll(/(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (c) =>
    c === "\r" ? "" : c < " " ? String.fromCodePoint(0x2400 + (c.codePointAt(0) ?? 0)) : "�",
  );

export const cell = (value: Json): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

export const firstSentence = (text: string): string => {
  const [paragraph = ""] = text.trim().split(/\n\s*\n/);
  const flat = paragraph.replaceAll(/\s+/g, " ");
  return /^.*?[.!?](?=\s[^a-z]|$)/.exec(flat)?.[0] ?? flat;
};

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
