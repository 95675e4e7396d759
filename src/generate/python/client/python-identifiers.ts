import { py } from "../../../code/index.ts";
import { capital, NamesTaken } from "../../../lib/index.ts";
import { fromHtml } from "../../specification/html.ts";
import { namedWords } from "../../specification/specification-names.ts";

/** Words of any spelling, in lower case. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/(?<=\p{Script=Latin})\p{Mn}+/gu, "")
    .normalize("NFKC")
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}]+/u)
    .filter(Boolean);

const reserved: ReadonlySet<string> = new Set(
  (
    "false none true and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield match case type self cls " +
    "copy json dict schema construct validate fields parse_obj parse_raw parse_file from_orm update_forward_refs schema_json"
  ).split(" "),
);

const keywords: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** Whether Python takes a text as a public name, as it is. */
export const isIdentifier = (text: string): boolean => /^[A-Za-z]\w*$/.test(text) && !keywords.has(text);

/** Names in code that are no members of something: in any script, as Python has them. */
export const identifiersIn = (code: string): readonly string[] =>
  code.match(/(?<![\p{ID_Continue}.])[\p{ID_Start}_]\p{ID_Continue}*/gu) ?? [];

/** Types of the language that annotations name: a member of such a name hides them from those behind it. */
export const builtins: readonly string[] = "int str float bool list dict bytes".split(" ");

/** A name in snake_case that Python takes and that hides nothing. */
export function snake(text: string): string {
  const name = namedWords(text, wordsOf(text)).join("_").slice(0, 120);
  if (!/^\p{XID_Start}/u.test(name)) return `n${name}`;
  return reserved.has(name) || name.startsWith("model_") ? `${name}_` : name;
}

export const pascal = (text: string): string => {
  const name = namedWords(text, wordsOf(text)).map(capital).join("").slice(0, 120);
  return /^[\p{Lu}\p{Lo}]/u.test(name) ? name : `Model${name}`;
};

/** Gives out names, each once, the same way each time. */
export class Scope {
  readonly #names: NamesTaken;

  constructor(taken: Iterable<string> = []) {
    this.#names = new NamesTaken(taken);
  }

  take(name: string): string {
    return this.#names.take(name, (n) => (n < 2 ? name : `${name}${/\d$/.test(name) ? "_" : ""}${n}`));
  }
}

/** Any JSON value as a literal: the only way from foreign text into the code. */
export const literal = (value: unknown): string => py`${value}`.text;

/** A docstring that text from outside cannot end; nothing where there is no text. */
export function docstring(lines: readonly (string | undefined)[], indent: string): string {
  const text = lines
    .flatMap((line) =>
      line === undefined || line.trim() === ""
        ? []
        : fromHtml(line)
            .trim()
            .split(/\r\n?|\n|\u2028|\u2029|\f|\v/),
    )
    .map((line) =>
      line
        .toWellFormed()
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, " ")
        .replaceAll("\\", "\\\\")
        .replaceAll('"', '\\"')
        .trimEnd(),
    )
    .slice(0, 60);
  const [first, ...rest] = text;
  if (first === undefined) return "";
  if (rest.length === 0) return `${indent}"""${first}"""\n`;
  return `${indent}"""${first}\n${rest.map((line) => (line ? `${indent}${line}\n` : "\n")).join("")}${indent}"""\n`;
}

/** What of a module is code, for its imports: texts hold what a specification says, which may look like code. */
export const codeOf = (text: string): string =>
  text.replaceAll(/"""[^"\\]*(?:\\[^][^"\\]*)*"""|"[^"\\]*(?:\\.[^"\\]*)*"/g, '""');
