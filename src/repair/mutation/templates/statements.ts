import type { Template } from "../around.ts";
import { isName, put, tokensOf } from "../tokens.ts";

const indent = (text: string): string => /^\s*/.exec(text)?.[0] ?? "";
const opens = (text: string, language: string): boolean =>
  (language === "python" ? /:\s*(?:#.*)?$/ : /\{\s*$/).test(text);

/** Removes a line, or changes its indentation. */
export const moved: Template = ({ text, language }) => {
  if (opens(text, language)) return [];
  const none = language === "python" ? `${indent(text)}pass` : "";
  if (language !== "python") return [none];
  const outer = text.replace(/^(?: {4}|\t)/, "");
  return [none, ...(outer !== text && /^\s/.test(outer) ? [outer] : []), `    ${text}`];
};

/** Inserts a missing line: one like those in the same function, possibly with another name. */
export const inserted: Template = ({ text, columns, language, statements, names }) => {
  if (/^\s*(?:elif|else|except|finally|\})/.test(text)) return [];
  const here = indent(text);
  const inner = `${here}${here.includes("\t") ? "\t" : language === "python" ? "    " : "  "}`;
  const jumps = /^(?:return|break|continue|raise|throw)\b/;
  const forms = statements.flatMap((statement) => [
    statement,
    ...tokensOf(statement, language).flatMap((token, i, all) =>
      isName(token.word) && all[i - 1]?.word !== "." && all[i + 1]?.word !== "("
        ? names
            .filter((name) => name !== token.word)
            .slice(0, 8)
            .map((name) => put(statement, token, name))
        : [],
    ),
  ]);
  const lines = [...new Set(forms)].filter((item) => item !== text.trim());
  const plain = lines.filter((line) => !jumps.test(line));
  return [
    ...plain.map((item) => `${here}${item}\n${text}`),
    ...(opens(text, language) ? lines.map((line) => `${text}\n${inner}${line}`) : []),
    ...columns
      .filter((column) => column < here.length || !jumps.test(text.trim()))
      .flatMap((column) =>
        opens(text, language) ? [] : plain.map((item) => `${text}\n${here.slice(0, column)}${item}`),
      ),
  ];
};
