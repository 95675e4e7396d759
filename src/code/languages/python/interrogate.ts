import type { Counted } from "../../language.ts";
import { type Block, blocksOf, type Source } from "./structure.ts";

/**
 * Counts what interrogate requires with no exclusions: the module, and all its classes and functions,
 * private, nested and special ones included.
 */
export function countsOf(path: string, source: Source): readonly Counted[] {
  return [
    { path, name: "", line: 1, documented: saysSomething(source, -1) },
    ...blocksOf(source).map((block) => ({
      path,
      name: [...block.owners.map(({ name }) => name), block.name].join("."),
      line: lineOf(source, block),
      documented: saysSomething(source, block.colon),
    })),
  ];
}

/** Returns the line of the head itself, below its decorators. */
function lineOf(source: Source, { first, colon }: Block): number {
  let head = first;
  while (source.word(head) === "@" || source.kind(head) === "comment") {
    while (source.kind(head) !== "newline" && head < colon) head += 1;
    head += 1;
  }
  return source.text.slice(0, source.start(head)).split("\n").length;
}

/** Whether a body begins with non-blank text; adjacent strings count as one, parentheses don't matter. */
function saysSomething(source: Source, colon: number): boolean {
  let index = colon + 1;
  while (["comment", "newline", "indent"].includes(source.kind(index))) index += 1;
  let depth = 0;
  for (; source.word(index) === "("; index++) depth += 1;
  const texts: string[] = [];
  for (; inside(source, index, depth); index++)
    if (source.kind(index) === "string") texts.push(source.word(index));
  for (; depth > 0 && source.word(index) === ")"; index++) depth -= 1;
  const ends = ["newline", "comment", "end"].includes(source.kind(index)) || source.word(index) === ";";
  return (
    depth === 0 &&
    ends &&
    texts.every((text) => !/^[a-z]*[bft]/i.test(text.replace(/["'][\s\S]*/, ""))) &&
    texts.some((text) => text.replace(/^\w*("""|'''|["'])([\s\S]*)\1$/, "$2").trim() !== "")
  );
}

const inside = (source: Source, index: number, depth: number): boolean =>
  source.kind(index) === "string" || (depth > 0 && ["comment", "newline"].includes(source.kind(index)));
