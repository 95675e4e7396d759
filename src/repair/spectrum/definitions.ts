import { declarationsIn, familyOf, functionsIn, mask } from "../../code/index.ts";
import { anyOf } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { Spectrum } from "./spectrum.ts";

type Counts = readonly [passed: number, failed: number];

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

interface Statement extends Pick<Definition, "file" | "name" | "range"> {
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
  of(file: string, name: string): Reader | undefined {
    const [own, other] = [this.#all.get(`${file} ${name}`), this.#all.get(` ${name}`)];
    return own && other ? (this.#score(own) >= this.#score(other) ? own : other) : (own ?? other);
  }
}

/**
 * Returns statements of modules and class bodies whose names are read by lines that failing tests ran, directly or by
 * way of other such statements.
 */
export async function readDefinitions(
  { failed, lines }: Spectrum,
  paths: readonly string[],
  files: Files,
): Promise<readonly Definition[]> {
  const statements: Statement[] = [];
  const heads: Definition[] = [];
  const readers = new Readers(failed);
  for (const file of new Set([...lines.keys(), ...paths])) {
    const text = await files.tryRead(file).catch(() => null);
    if (text === null || !familyOf(file)) continue;
    const bare = mask(file, text).bare;
    const foreign = importedBy(bare);
    const run = lines.get(file) ?? new Map<number, Counts>();
    const bareLines = bare.split("\n");
    for (const [line, counts] of run) {
      if (counts[1] === 0) continue;
      for (const [, dot, name = ""] of (bareLines[line - 1] ?? "").matchAll(word)) {
        readers.add(`${file} ${name}`, { counts, weight: step });
        if (dot || foreign.has(name)) readers.add(` ${name}`, { counts, weight: step });
      }
    }
    statements.push(...(await statementsIn(file, text, bareLines)));
    if (file.endsWith(".py")) heads.push(...(await headsIn({ file, text, bare: bareLines, run, failed })));
  }
  for (let i = 0, grows = true; grows && i < mostSteps; i++) {
    grows = false;
    for (const { file, name, reads } of statements) {
      const by = readers.of(file, name);
      const further = by && { ...by, weight: by.weight * step };
      if (further) for (const other of reads) grows = readers.add(`${file} ${other}`, further) || grows;
    }
  }
  const found = statements.flatMap(({ file, name, range }): readonly Definition[] => {
    const by = readers.of(file, name);
    return by ? [{ file, name, range, ...by }] : [];
  });
  return [...found, ...heads];
}

const word = /(\.)?\s*(?<![\w$])([A-Za-z_$][\w$]*)/g;

/** The names in a file's imports. */
const importedBy = (bare: string): ReadonlySet<string> =>
  wordsOf(
    (
      bare.match(
        /\bimport\b[^;]{0,2000}?\bfrom\b|\bimport\s*(?:\([^)]*\)|[^\n]*)|\{[^{}]*\}\s*=\s*require/g,
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
  String.raw`^\s*(?:${modifier}\s+)*([\w$#.][\w$#., ]*?)\s*(?::[^=]*)?[-+*|&]?=(?![=>])`,
);

/** Statements of modules and classes by the names they bind: constants in full, everything else by the line. */
async function statementsIn(
  file: string,
  text: string,
  bare: readonly string[],
): Promise<readonly Statement[]> {
  const functions = await functionsIn(file, text);
  const constants = (await declarationsIn(file, text)).filter(({ kind }) => kind === "constant");
  const inside = (
    { line, endLine }: { readonly line: number; readonly endLine: number },
    at: number,
  ): boolean => line <= at && at <= endLine;
  const isOutside = (at: number): boolean => !functions.some((one) => inside(one, at));
  const readsOf = (first: number, last: number, own: string): ReadonlySet<string> => {
    const words = wordsOf(bare.slice(first - 1, last).join("\n"));
    return new Set([...words].filter((word) => word !== own));
  };
  const whole = constants
    .filter(({ line }) => isOutside(line))
    .map(({ name, line, endLine }): Statement => ({
      file,
      name: name.split(".").at(-1) ?? name,
      range: [line, endLine],
      reads: readsOf(line, endLine, name),
    }));
  const brackets = file.endsWith(".py") ? /[([{]|[)\]}]/g : /[([]|[)\]]/g; // a class of JavaScript has braces
  let depth = 0;
  const others = bare.flatMap((line, i): readonly Statement[] => {
    const at = i + 1;
    const isContinued = depth > 0;
    for (const [bracket] of line.matchAll(brackets)) depth += "([{".includes(bracket) ? 1 : -1;
    if (isContinued || !isOutside(at) || constants.some((one) => inside(one, at))) return [];
    return (bound.exec(line)?.[1] ?? "").split(",").flatMap((part): readonly Statement[] => {
      const name = part.trim().split(".").at(-1)?.replace("#", "");
      return name ? [{ file, name, range: [at, at], reads: readsOf(at, at, name) }] : [];
    });
  });
  return [...whole, ...others];
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly bare: readonly string[];
  readonly run: ReadonlyMap<number, Counts>;
  readonly failed: number;
}

/** Heads of Python functions with defaults whose body ran: they run once, when the file loads. */
async function headsIn({ file, text, bare, run, failed }: Source): Promise<readonly Definition[]> {
  return (await functionsIn(file, text)).flatMap(({ name, line, endLine }): readonly Definition[] => {
    const counts = [...run]
      .filter(([at]) => at > line && at <= endLine)
      .map(([, counts]) => counts)
      .reduce<Counts>(
        (best, one) => (suspicionOf(one, failed) > suspicionOf(best, failed) ? one : best),
        [0, 0],
      );
    const hasDefault = bare[line - 1]?.includes("=") && !run.has(line);
    return hasDefault && counts[1] > 0 ? [{ file, name, range: [line, line], counts, weight: headStep }] : [];
  });
}
