import type { Declaration } from "./language.ts";
import { languageOf } from "./languages.ts";
import { familyOf, mask } from "./mask.ts";
import { lineIndex } from "../lib/index.ts";

/** A function with the decisions in its body. */
export interface Func {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  /** Lines that contain a decision. */
  readonly branches: readonly number[];
  /** Number of decisions plus one. */
  readonly complexity: number;
}

const decisions: Readonly<Record<string, RegExp>> = {
  js: /\b(?:if|for|while|case|catch)\b|&&|\|\||\?\?(?!=)|\?(?![.?:)\],])(?=[^:\n]{0,200}:)/g,
  py: /\b(?:if|elif|for|while|except|and|or|case)\b/g,
  go: /\b(?:if|for|case|select)\b|&&|\|\|/g,
};
const forks: Readonly<Record<string, RegExp>> = {
  js: /\b(?:if|else|case|default|catch)\b|\?(?![.?:)\],])(?=[^:\n]{0,200}:)/,
  py: /\b(?:if|elif|else|except|case)\b/,
  go: /\b(?:if|else|case|default)\b/,
};

/** Returns the declarations of a file with their lines; none if it can't be parsed. */
export async function declarationsIn(
  path: string,
  text: string,
): Promise<readonly (Declaration & { readonly line: number; readonly endLine: number })[]> {
  const language = await languageOf(path);
  const lineAt = lineIndex(text);
  return (language?.declarations(text) ?? []).map((declaration) => ({
    ...declaration,
    line: lineAt(declaration.range.start),
    endLine: lineAt(Math.max(declaration.range.start, declaration.range.end - 1)),
  }));
}

/** Whether the file's language has a parser here. */
export const isParsed = async (path: string): Promise<boolean> => (await languageOf(path)) !== undefined;

/** Whether a text has no syntax error; true if its language has no parser here. */
export const isValid = async (path: string, text: string): Promise<boolean> =>
  (await languageOf(path))?.sameProgram(text, text) ?? true;

export const hasFunctions = (path: string): boolean => Object.hasOwn(decisions, familyOf(path) ?? "");

export async function functionsIn(path: string, text: string): Promise<readonly Func[]> {
  const family = familyOf(path) ?? "";
  const [decision, fork] = [decisions[family], forks[family]];
  if (!decision || !fork) return [];
  const bare = mask(path, text).bare;
  const lines = bare.split("\n");
  return (await declarationsIn(path, text))
    .filter(({ kind }) => kind === "function" || kind === "method")
    .map(({ name, line, endLine, range }) => ({
      name,
      line,
      endLine,
      complexity: 1 + (bare.slice(range.start, range.end).match(decision)?.length ?? 0),
      branches: lines.slice(line - 1, endLine).flatMap((item, i) => (fork.test(item) ? [line + i] : [])),
    }));
}
