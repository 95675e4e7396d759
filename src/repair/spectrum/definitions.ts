import { familyOf } from "../../code/index.ts";
import { anyOf } from "../../lib/index.ts";
import type { Declared, Source, Sources } from "./sources.ts";

type Counts = readonly [passed: number, failed: number];

/** What tests ran. */
export interface Runs {
  readonly passed: number;
  readonly failed: number;
  /** For files that aren't tests, by line: how many passing and failing tests ran it. */
  readonly lines: ReadonlyMap<string, ReadonlyMap<number, Counts>>;
}

/** A statement outside of functions, which runs before any test, with the runs of the lines that read its names. */
export interface Definition {
  readonly file: string;
  readonly name: string;
  readonly range: readonly [first: number, last: number];
  readonly counts: Counts;
  /** Lower the more statements are between it and the lines that the tests ran. */
  readonly weight: number;
}

/** What reading through one more statement costs. */
const step = 0.9;
/** The same for the defaults of parameters, which most calls don't use. */
const headStep = 0.5;
const mostSteps = 3;

/** Ochiai's similarity of a line's runs to the failures, from 0 to 1. */
export const suspicionOf = ([passed, failed]: Counts, allFailed: number): number =>
  failed === 0 ? 0 : failed / Math.sqrt(allFailed * (passed + failed));

interface Statement extends Pick<Definition, "file" | "range"> {
  readonly names: readonly string[];
  readonly reads: ReadonlySet<string>;
}

type Reader = Pick<Definition, "counts" | "weight">;

/** The most suspicious reader of each name: of a file's own names, and of names that other files declare. */
class Readers {
  readonly #all = new Map<string, Reader>();
  readonly #score: (reader: Reader) => number;
  constructor(failed: number) {
    this.#score = ({ counts, weight }) => suspicionOf(counts, failed) * weight;
  }
  /** Returns whether the reader is more suspicious than those before it. */
  add(key: string, reader: Reader): boolean {
    const known = this.#all.get(key);
    if (known && this.#score(known) >= this.#score(reader)) return false;
    this.#all.set(key, reader);
    return true;
  }
  /** The most suspicious reader of a statement's names, with the name that it reads. */
  of({ file, names }: Statement): (Reader & { readonly name: string }) | undefined {
    let best: (Reader & { readonly name: string }) | undefined;
    for (const name of names)
      for (const key of [`${file} ${name}`, ` ${name}`]) {
        const reader = this.#all.get(key);
        if (reader && (!best || this.#score(reader) > this.#score(best))) best = { ...reader, name };
      }
    return best;
  }
}

/**
 * Returns statements of modules and class bodies whose names are read by lines that failing tests ran, directly or by
 * way of other such statements.
 */
export async function readDefinitions(
  { failed, lines }: Runs,
  paths: readonly string[],
  sources: Sources,
): Promise<readonly Definition[]> {
  const statements: Statement[] = [];
  const heads: Definition[] = [];
  const readers = new Readers(failed);
  for (const file of new Set([...lines.keys(), ...paths])) {
    const source = familyOf(file) ? await sources.of(file) : undefined;
    if (!source) continue;
    const run = lines.get(file) ?? new Map<number, Counts>();
    const foreign = run.size ? importedBy(source.bare) : new Set<string>();
    for (const [line, counts] of run) {
      if (counts[1] === 0) continue;
      for (const [, dot, name = ""] of (source.lines[line - 1] ?? "").matchAll(word)) {
        readers.add(`${file} ${name}`, { counts, weight: step });
        if (dot || foreign.has(name)) readers.add(` ${name}`, { counts, weight: step });
      }
    }
    const read = { ...source, run, failed };
    for (const statement of statementsIn(read)) statements.push(statement);
    if (file.endsWith(".py")) heads.push(...headsIn(read));
  }
  for (let i = 0, grows = true; grows && i < mostSteps; i++) {
    grows = false;
    for (const statement of statements) {
      const by = readers.of(statement);
      if (!by) continue;
      const further = { counts: by.counts, weight: by.weight * step };
      for (const other of statement.reads)
        grows = readers.add(`${statement.file} ${other}`, further) || grows;
    }
  }
  const found = statements.flatMap((statement): readonly Definition[] => {
    const by = readers.of(statement);
    return by ? [{ file: statement.file, range: statement.range, ...by }] : [];
  });
  return [...found, ...heads];
}

const word = /(?:(\.)\s*)?(?<![\w$])([A-Za-z_$][\w$]*)/g;

/** The names in a file's imports. */
const importedBy = (bare: string): ReadonlySet<string> =>
  wordsOf(
    (
      bare.match(
        /\bimport\b[\w$\s{},*]{0,2000}?\bfrom\b|\bimport\s*(?:\([^)]{0,2000}\)|[^\n]*)|\{[^{}]*\}\s*=\s*require/g,
      ) ?? []
    ).join("\n"),
  );

const wordsOf = (line: string): ReadonlySet<string> => new Set(line.match(/[A-Za-z_$][\w$]*/g));

const modifier = anyOf(
  "export",
  "const",
  "let",
  "var",
  "static",
  "readonly",
  "public",
  "private",
  "protected",
  "declare",
);
/** The names on the left of `=`; of `exports.a.b` the last. */
const bound = new RegExp(
  String.raw`^\s*(?:${modifier}\s+)*([\w$#.]+\s*(?:,\s*(?:[\w$#.]+\s*)?)*)(?::[^=]*)?[-+*|&]?=(?![=>])`,
);

interface Read extends Source {
  readonly run: ReadonlyMap<number, Counts>;
  readonly failed: number;
}

/** Statements of modules and classes by the names they bind: constants in full, everything else by the line. */
function statementsIn({ file, bare, lines, declarations, functions }: Read): readonly Statement[] {
  const inside = linesOf(functions);
  const constants = declarations.filter(({ kind, line }) => kind === "constant" && !inside.has(line));
  const whole = constants.map(({ name, line, endLine, range }): Statement => ({
    file,
    names: [name.split(".").at(-1) ?? name],
    range: [line, endLine],
    reads: wordsOf(bare.slice(range.start, range.end)),
  }));
  const covered = linesOf(constants);
  const brackets = file.endsWith(".py") ? /[([{]|[)\]}]/g : /[([]|[)\]]/g; // a class of JavaScript has braces
  let depth = 0;
  const others = lines.flatMap((line, i): readonly Statement[] => {
    const at = i + 1;
    const isContinued = depth > 0;
    for (const [bracket] of line.matchAll(brackets)) depth += "([{".includes(bracket) ? 1 : -1;
    if (isContinued || inside.has(at) || covered.has(at)) return [];
    const names = (bound.exec(line)?.[1] ?? "").split(",").flatMap((part) => {
      const name = part.trim().split(".").at(-1)?.replace("#", "");
      return name ? [name] : [];
    });
    return names.length ? [{ file, names, range: [at, at], reads: wordsOf(line) }] : [];
  });
  return [...whole, ...others];
}

function linesOf(ranges: readonly Declared[]): ReadonlySet<number> {
  const lines = new Set<number>();
  let last = 0;
  for (const { line, endLine } of ranges.toSorted((a, b) => a.line - b.line)) {
    for (let at = Math.max(line, last + 1); at <= endLine; at++) lines.add(at);
    last = Math.max(last, endLine);
  }
  return lines;
}

/** Heads of Python functions with defaults whose body ran: they run once, when the file loads. */
const headsIn = ({ file, lines, functions, run, failed }: Read): readonly Definition[] =>
  functions.flatMap(({ name, line, endLine }): readonly Definition[] => {
    if (!lines[line - 1]?.includes("=") || run.has(line)) return [];
    let best: Counts = [0, 0];
    for (let at = line + 1; at <= endLine; at++) {
      const counts = run.get(at);
      if (counts && suspicionOf(counts, failed) > suspicionOf(best, failed)) best = counts;
    }
    return best[1] > 0 ? [{ file, name, range: [line, line], counts: best, weight: headStep }] : [];
  });
