import type { Loading } from "../../study.ts";
import { wrapped } from "../../write/wrap.ts";
import { declarationsOf } from "./declarations.ts";
import { prose } from "./jsdoc-edit.ts";
import { children, functions, isNode, type Node, nodesOf, type Tree } from "./parse.ts";

/** Directives for tools, and licence headers. */
const header =
  /^[\s*!]*(?:@ts-|eslint|prettier-|biome-|jshint|global\b|istanbul|c8 |v8 |copyright|licensed?\b|spdx|\(c\)|$)/i;

/** Returns the start of a file without a description; nothing else may be documented above its first statement. */
export function loadingOf(source: string, tree: Tree): Loading | undefined {
  const body = nodesOf(tree.program["body"]);
  const [first] = body;
  const plain = /^(?:ImportDeclaration|VariableDeclaration|ExpressionStatement)$/;
  if (!first || !(plain.test(first.type) || isNode(first["source"]))) return undefined;
  const above = tree.comments.filter(
    ({ start, end }) => end <= first.start && !source.startsWith("#!", start),
  );
  if (above.some(({ value }) => value.startsWith("*") || !header.test(value))) return undefined;
  const shebang = /^#![^\n]*\n/.exec(source)?.[0] ?? "";
  const gap = /^\s*/.exec(source.slice(shebang.length))?.[0] ?? "";
  if (shebang && !gap.includes("\n")) return undefined; // it applies to the line below
  const index = shebang.length + gap.length;
  if (declarationsOf(source, tree).some(({ range, exported }) => exported && range.start === first.start))
    return undefined;
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  return {
    source: loaded(source, tree.program),
    program: !body.some((node) => node.type.startsWith("Export")) && !/\b(?:module\.)?exports\b/.test(source),
    overview(text) {
      const lines = [
        "/**",
        ...[...wrapped(prose(text), 97), "", "@module"].map((line) => ` * ${line}`.trimEnd()),
        " */",
        "",
        "",
      ];
      return { range: { start: index, end: index }, text: lines.join(newline) };
    },
  };
}

/** Returns the source without code that runs only when called. */
function loaded(source: string, program: Node): string {
  const left: Node[] = [];
  const open: Node[] = [program];
  for (let node = open.pop(); node; node = open.pop()) {
    const called = node.type === "CallExpression" && isNode(node["callee"]) ? node["callee"] : undefined;
    for (const child of children(node))
      if (functions.has(child.type) && child !== called) left.push(child);
      else open.push(child);
  }
  let kept = "";
  let from = 0;
  for (const { start, end } of left.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    kept += `${source.slice(from, start)}…`;
    from = end;
  }
  return kept + source.slice(from);
}
