import type { Json } from "../lib/index.ts";
import type { Evidence } from "../workspace/index.ts";
import type { Block, Section } from "./report.ts";

type Of<K extends Block["kind"]> = Extract<Block, { readonly kind: K }>;

export const section = (
  key: string,
  title: string,
  blocks: readonly Block[],
  more: Pick<Section, "repeats" | "voice"> = {},
): Section => ({ key, title, blocks, ...more });

export const list = (items: readonly string[]): Of<"list"> => ({ kind: "list", items });

/** No block for no items. */
export const lists = (items: readonly string[]): readonly Block[] => (items.length ? [list(items)] : []);

/** An explanation, which levels may shorten. */
export const text = (words: string): Of<"text"> => ({ kind: "text", text: words });

/** A text that is the answer itself: every level shows it whole. */
export const answer = (words: string): Of<"text"> => ({ kind: "text", text: words, keep: true });

export const facts = (all: Of<"facts">["facts"]): Of<"facts"> => ({ kind: "facts", facts: all });

export const table = (columns: readonly string[], rows: readonly (readonly Json[])[]): Of<"table"> => ({
  kind: "table",
  columns,
  rows,
});

/** What a recorded run or write shows; without evidence it is shown as not done. */
export const check = (claim: string, evidence: Evidence | undefined, passed: boolean): Of<"check"> => ({
  kind: "check",
  claim,
  evidence,
  passed,
});

export const code = (language: string, lines: string): Of<"code"> => ({
  kind: "code",
  language,
  code: lines,
});

/** A section; none without blocks. */
export const sections = (key: string, title: string, blocks: readonly Block[]): readonly Section[] =>
  blocks.length > 0 ? [section(key, title, blocks)] : [];

/** A section with a table; none without rows. */
export const tables = (
  key: string,
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Json[])[],
): readonly Section[] => sections(key, title, rows.length > 0 ? [table(columns, rows)] : []);
