import type { Language } from "../../language.ts";
import { declarationsOf } from "./declarations.ts";
import { render } from "./jsdoc.ts";
import { alike, type Dialect, parse } from "./parse.ts";

export function ecmascript(extensions: readonly string[], dialects: readonly Dialect[]): Language {
  return {
    extensions,
    declarations(source) {
      const tree = parse(source, dialects);
      return tree ? declarationsOf(source, tree) : [];
    },
    comments: (source) => parse(source, dialects)?.comments.map(({ start, end }) => ({ start, end })) ?? [],
    document(source, declaration, doc) {
      const { range, docstring } = declaration;
      const line = source.lastIndexOf("\n", range.start - 1) + 1;
      const indent = /^[ \t]*/.exec(source.slice(line, range.start))?.[0] ?? "";
      const end = source.includes("\r\n") ? "\r\n" : "\n";
      const text = render(doc, indent).replaceAll("\n", end);
      return docstring
        ? { range: docstring.range, text }
        : { range: { start: range.start, end: range.start }, text: `${text}${end}${indent}` };
    },
    sameProgram(before, after) {
      const [a, b] = [parse(before, dialects), parse(after, dialects)];
      return a !== undefined && b !== undefined && alike(a.program, b.program);
    },
  };
}
