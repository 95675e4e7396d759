import { py } from "../../../code/index.ts";
import { capital, UsedNames } from "../../../lib/index.ts";
import { fromHtml } from "../../specification/html.ts";
import { namedWords } from "../../specification/specification-names.ts";

/** Returns the words of a text in any spelling, in lower case. */
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

/** Whether a text can be used unchanged as a public Python name. */
export const isIdentifier = (text: string): boolean => /^[A-Za-z]\w*$/.test(text) && !keywords.has(text);

/** Returns the names in code that are not members, in any script that Python allows. */
export const identifiersIn = (code: string): readonly string[] =>
  code.match(/(?<![\p{ID_Continue}.])[\p{ID_Start}_]\p{ID_Continue}*/gu) ?? [];

/** Built-in types used in annotations: a member with such a name would hide the type from later members. */
export const builtins: readonly string[] = "int str float bool list dict bytes".split(" ");

/** Returns a valid Python name in snake_case that hides nothing. */
export function snake(text: string): string {
  const name = namedWords(text, wordsOf(text)).join("_").slice(0, 120);
  if (!/^\p{XID_Start}/u.test(name)) return `n${name}`;
  return reserved.has(name) || name.startsWith("model_") ? `${name}_` : name;
}

export const pascal = (text: string): string => {
  const name = namedWords(text, wordsOf(text)).map(capital).join("").slice(0, 120);
  return /^[\p{Lu}\p{Lo}]/u.test(name) ? name : `Model${name}`;
};

/** Allocates unique names, deterministically. */
export class Scope {
  readonly #names: UsedNames;

  constructor(reservedNames: Iterable<string> = []) {
    this.#names = new UsedNames(reservedNames);
  }

  take(name: string): string {
    return this.#names.take(name, (n) => (n < 2 ? name : `${name}${/\d$/.test(name) ? "_" : ""}${n}`));
  }
}

/** Returns any JSON value as a literal: the only way for untrusted text into the code. */
export const literal = (value: unknown): string => py`${value}`.text;

/** Returns a docstring that untrusted text can't terminate; empty if there is no text. */
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

/** Returns the code of a module without string contents, to find its imports: strings may look like code. */
export const codeOf = (text: string): string =>
  text.replaceAll(/"""[^"\\]*(?:\\[^][^"\\]*)*"""|"[^"\\]*(?:\\.[^"\\]*)*"/g, '""');

/**
 * Returns the imports of what code uses, in the order that linters ask for.
 * @param table a line for each module that may be imported, or `module: name, name`; an empty line separates groups
 */
export function importsOf(code: string, table: string): string {
  const used = new Set(identifiersIn(code));
  const lineOf = (entry: string): readonly string[] => {
    const [module = "", names] = entry.trim().split(": ");
    if (names === undefined) return used.has(module) ? [`import ${module}\n`] : [];
    const some = names.split(", ").filter((name) => used.has(name.replace(/.* as /, "")));
    return some.length ? [`from ${module} import ${some.join(", ")}\n`] : [];
  };
  const order = (line: string): string => line.replace(/^import/, "");
  return table
    .split(/\n *\n/)
    .map((group) =>
      group
        .split("\n")
        .flatMap(lineOf)
        .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
        .join(""),
    )
    .join("\n");
}
