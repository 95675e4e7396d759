import type { Trait } from "../../study.ts";
import { codeOf } from "./lines.ts";
import { type Block, declaredBlocks, type Source } from "./structure.ts";

function decoratorsOf(source: Source, { first, colon, keyword }: Block): readonly string[] {
  const found: string[] = [];
  for (let index = first; index < colon && source.word(index) === "@";) {
    let end = index;
    while (source.kind(end) !== "newline" && end < colon) end += 1;
    found.push(codeOf(source, index + 1, end));
    index = end + 1;
    while (source.kind(index) === "comment" || source.kind(index) === "newline") index += 1;
    if (source.word(index) === keyword) break;
  }
  return found;
}

interface Marked {
  readonly block: Block;
  readonly start: number;
  readonly decorators: readonly string[];
  readonly traits: readonly Trait[];
}

export function markedIn(source: Source): readonly Marked[] {
  const seen = new Map<string, readonly Trait[]>();
  return declaredBlocks(source).map((block) => {
    const decorators = decoratorsOf(source, block);
    const traits = traitsOf(source, block, decorators);
    const before = seen.get(block.path);
    if ((before && !before.includes("overload")) || traits.includes("overload")) traits.push("alias");
    seen.set(block.path, traits);
    return { block, start: source.start(block.first), decorators, traits };
  });
}

/** Returns each declaration's traits, by where it starts. */
export const traitsIn = (source: Source): ReadonlyMap<number, ReadonlySet<Trait>> =>
  new Map(markedIn(source).map(({ start, traits }) => [start, new Set(traits)]));

function traitsOf(source: Source, block: Block, decorators: readonly string[]): Trait[] {
  const traits: Trait[] = [];
  const marked = (pattern: RegExp): boolean => decorators.some((decorator) => pattern.test(decorator));
  if (marked(/^(?:staticmethod|classmethod)\b/)) traits.push("static");
  if (marked(/(?:^|\.|_)(?:property|cached_property)\b/)) traits.push("getter");
  if (marked(/\.(?:setter|deleter)$/)) traits.push("setter");
  if (marked(/(?:^|\.)overload$/)) traits.push("overload");
  if (marked(/(?:^|\.)abstractmethod$/)) traits.push("abstract");
  if (marked(/(?:^|\.)deprecated\b/)) traits.push("deprecated");
  for (let index = block.first; index < block.colon; index++)
    if (source.kind(index) === "name" && source.word(index) === "async") traits.push("async");
  const after = source.kind(block.colon + 1);
  if (after !== "newline" && after !== "comment") traits.push("crowded");
  return traits;
}
