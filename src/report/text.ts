import type { Json } from "../lib/index.ts";

export const cell = (value: Json): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

export const firstSentence = (text: string): string => {
  const [paragraph = ""] = text.trim().split(/\n\s*\n/);
  const flat = paragraph.replaceAll(/\s+/g, " ");
  return /^.*?[.!?](?=\s[^a-z]|$)/.exec(flat)?.[0] ?? flat;
};

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
