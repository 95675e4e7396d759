import type { Declaration } from "../../language.ts";
import type { Entry } from "../../study.ts";
import { fieldIn, itemType, resultType } from "./docstring-types.ts";
import { yamlIn } from "./docstring-yaml.ts";

export type DocStyle = "google" | "numpy" | "sphinx";

/** A string literal with its source. */
export interface Literal {
  readonly start: number;
  /** Start and end of the text inside the quotes; a YAML part isn't included. */
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly prefix: string;
  readonly quote: string;
  readonly raw: boolean;
}

export function literalOf(source: string, { start, end }: Entry["range"]): Literal {
  const [, prefix = "", quote = '"'] = /^([a-zA-Z]*)("""|'''|"|')/.exec(source.slice(start, end)) ?? [];
  const from = start + prefix.length + quote.length;
  const to = end - quote.length;
  const yaml = yamlIn(source.slice(from, to));
  return { start, from, to: yaml < 0 ? to : from + yaml, end, prefix, quote, raw: /r/i.test(prefix) };
}

const titles: Readonly<Record<string, Entry["kind"]>> = {
  args: "parameter",
  arguments: "parameter",
  parameters: "parameter",
  params: "parameter",
  "keyword args": "parameter",
  "keyword arguments": "parameter",
  "other parameters": "parameter",
  attributes: "attribute",
  returns: "returns",
  return: "returns",
  yields: "returns",
  yield: "returns",
  raises: "raises",
  example: "example",
  examples: "example",
  note: "other",
  notes: "other",
  "see also": "other",
  todo: "other",
  warning: "other",
  warnings: "other",
  references: "other",
};

/** Sections in which each line at the same depth is an entry. */
const listed: ReadonlySet<Entry["kind"] | undefined> = new Set(["parameter", "raises", "attribute"]);

/** Section titles without their colon. */
const bare = /^(?:Args|Arguments|Parameters|Returns|Yields|Raises)$/;

const underline = /^-{3,}$/;

interface Row {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The trimmed text. */
  readonly plain: string;
  readonly indent: number;
}

function rowsOf(source: string, { from, to }: Literal): readonly Row[] {
  const rows: Row[] = [];
  for (let start = from; start < to;) {
    const line = source.indexOf("\n", start);
    const end = line < 0 || line >= to ? to : line + 1;
    const text = source.slice(start, end).replace(/\r?\n$/, "");
    rows.push({ start, end, text, plain: text.trim(), indent: /^[ \t]*/.exec(text)?.[0].length ?? 0 });
    start = end;
  }
  return rows;
}

/** The parts of a docstring. */
export interface Sections {
  readonly entries: readonly Entry[];
  readonly style: DocStyle | undefined;
}

interface Mutable {
  readonly kind: Entry["kind"];
  readonly name: string;
  text: string;
  range: { readonly start: number; readonly end: number };
  readonly at?: Entry["range"];
  type?: Entry["range"] | undefined;
  readonly yields?: true;
}

/** Reads a docstring row by row; the text before the sections is the first entry. */
class Reader {
  readonly #source: string;
  readonly #rows: readonly Row[];
  /** Indent of the section titles. */
  readonly #base: number;
  readonly #found: Mutable[];
  #last: Mutable;
  #style: DocStyle | undefined;
  #section: Entry["kind"] | undefined;
  /** Indent of the section's items; negative before the first. */
  #depth = -1;

  constructor(source: string, literal: Literal) {
    this.#source = source;
    this.#rows = rowsOf(source, literal);
    const later = this.#rows.slice(1).filter(({ plain }) => plain);
    this.#base = later.length ? Math.min(...later.map(({ indent }) => indent)) : 0;
    this.#last = { kind: "other", name: "", text: "", range: { start: literal.from, end: literal.from } };
    this.#found = [this.#last];
  }

  read(): Sections {
    this.#rows.forEach((row, place) => {
      const at = place === 0 ? { ...row, indent: this.#base } : row;
      const under = this.#rows[place + 1]?.plain ?? "";
      const next = this.#rows[place + 1];
      const isOver = next !== undefined && next.plain !== "" && next.indent > this.#base;
      if (this.#title(at, under, isOver) || this.#field(at) || this.#line(at) || this.#item(at)) return;
      this.#more(at);
    });
    const entries = this.#found.map(({ type, ...entry }) => ({
      ...entry,
      text: entry.text.trim(),
      ...(type && { type }),
    }));
    return { entries, style: this.#style };
  }

  #add(entry: Mutable): true {
    this.#found.push(entry);
    this.#last = entry;
    return true;
  }

  /** Reads a title: `Args:`, a title with a line under it, or `Returns` above indented text. */
  #title({ plain, indent, start, end }: Row, under: string, isOver: boolean): boolean {
    const name = plain.replace(/:$/, "");
    const heading = name.toLowerCase();
    const isNumpy = underline.test(under);
    const other = isNumpy && this.#section !== undefined ? "other" : undefined; // `Methods` of NumPy's style
    const kind = Object.hasOwn(titles, heading) ? titles[heading] : other;
    if (!kind || indent !== this.#base || !(plain.endsWith(":") || isNumpy || (isOver && bare.test(plain))))
      return false;
    this.#style = isNumpy ? "numpy" : (this.#style ?? "google");
    this.#section = kind;
    this.#depth = -1;
    return this.#add({
      kind: listed.has(kind) ? "other" : kind,
      name,
      text: "",
      range: { start, end },
      ...(heading.startsWith("yield") && { yields: true as const }),
    });
  }

  /** Reads `:param name: …`. */
  #field(row: Row): boolean {
    const field = fieldIn(row);
    if (!field) return false;
    this.#style = "sphinx";
    this.#section = undefined;
    return this.#add(field);
  }

  /** Reads the line under a title. */
  #line({ plain, start, end }: Row): boolean {
    const last = this.#last;
    if (!underline.test(plain) || last.range.end !== start) return false;
    last.range = { start: last.range.start, end };
    return true;
  }

  /** Reads `name: …` in a section that lists items. */
  #item(row: Row): boolean {
    const { plain, indent, start, end, text } = row;
    if (!listed.has(this.#section) || !isItem(plain, this.#style)) return false;
    const isNext = this.#depth < 0 ? this.#style === "numpy" || indent > this.#base : indent === this.#depth;
    if (!isNext) return false;
    this.#depth = indent;
    const [, later] = put.exec(plain) ?? []; // its text is inserted when the module is loaded
    if (later !== undefined)
      return this.#add({ kind: this.#section ?? "other", name: later, text: "", range: { start, end } });
    const [, name = ""] = /^(\*{0,2}[\w.]+)/.exec(plain) ?? [];
    const index = start + text.indexOf(name || plain);
    const after = index + name.length;
    return this.#add({
      kind: this.#section ?? "other",
      name,
      text: plain.slice(name.length).replace(/^\s*(?:\([^)]*\))?\s*:?\s*/, ""),
      range: { start, end },
      at: { start: index, end: after },
      type: this.#section === "raises" ? undefined : itemType(this.#source, after, row),
    });
  }

  /** Continues the last entry. */
  #more(row: Row): void {
    const { plain, indent, end } = row;
    const last = this.#last;
    if (this.#section === "returns" && plain && (this.#depth < 0 || indent <= this.#depth)) {
      const type = resultType(row, this.#style);
      if (this.#depth < 0) last.type = type;
      else if (type) last.type = undefined; // several results have no common type
      this.#depth = indent;
    }
    const isOut = plain && this.#depth >= 0 && indent < this.#depth && indent <= this.#base;
    if (isOut && listed.has(this.#section) && this.#style !== "numpy") this.#section = undefined;
    last.text += `${last.text ? "\n" : ""}${plain}`;
    if (plain) last.range = { start: last.range.start, end };
  }
}

export const sectionsOf = (source: string, range: Entry["range"]): Sections =>
  new Reader(source, literalOf(source, range)).read();

/** Returns the sections of a docstring, one entry per parameter or error; the first entry is the text before them. */
export const entriesOf = (source: string, { docstring }: Declaration): readonly Entry[] =>
  docstring ? sectionsOf(source, docstring.range).entries : [];

const put = /^%\((\w+)\)s\.?$/;

/**
 * Whether a line names an item and isn't a sentence: `name : type` and `a, b` in NumPy style, or `name
 * (type): text`.
 */
const isItem = (line: string, style: DocStyle | undefined): boolean =>
  put.test(line) ||
  (style === "numpy"
    ? /^\*{0,2}[A-Za-z_][\w.]*(?:\s*,\s*(?:\*{0,2}[\w.]+|\.\.\.))*\s*(?::.*|\(.*)?$/.test(line)
    : /^\\?\*{0,2}[A-Za-z_][\w.]*\s*(?:\(.*\))?\s*(?::|--? |$)/.test(line));
