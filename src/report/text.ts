import { redactor, visible, type Json } from "../lib/index.ts";

export const cell = (value: Json): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Whatever programs print reaches reports, keys included. */
export const withoutKeys = redactor([]);

/** Text as it may be shown: without control characters, and without what has the form of a key. */
export const safeText = (text: string): string => visible(withoutKeys(text));

/** Markdown as it may be shown on a terminal: without the escapes, which stay in code. */
export const prose = (text: string): string =>
  safeText(
    text.replaceAll(/(`+)[^`]*\1|\\([<>[\]*`_|\\])/g, (whole, _, sign: string | undefined) => sign ?? whole),
  );
