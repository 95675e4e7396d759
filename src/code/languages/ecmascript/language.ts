import type { LanguageLeaf } from "../../language.ts";
import { commentsBefore } from "./comments.ts";
import { declarationsOf } from "./declarations.ts";
import { studiesOf, traitsIn } from "./studies.ts";
import { bearerAt, heldBy, membersWithin } from "./held.ts";
import { importsOf } from "./imports.ts";
import { complete, entriesOf } from "./jsdoc-edit.ts";
import { remarkAbove } from "./remark.ts";
import { shownIn } from "./shown.ts";
import { alike, type Dialect, parse } from "./parse.ts";

const directive =
  /^[\s*!]*(?:@ts-|@vite-|@jsx|@preserve|@license|eslint|prettier-|biome-|istanbul|c8 |v8 |webpack|oxlint|tslint|#__|@__|<reference|\/\s*<)/;

export function ecmascript(dialects: readonly Dialect[]): LanguageLeaf {
  return {
    declarations(source) {
      const tree = parse(source, dialects);
      return tree ? declarationsOf(source, tree) : [];
    },
    traits(source) {
      const tree = parse(source, dialects);
      return tree ? traitsIn(source, tree) : [];
    },
    studies(source) {
      const tree = parse(source, dialects);
      return tree ? studiesOf(source, tree) : [];
    },
    imports(source) {
      const tree = parse(source, dialects);
      return tree ? importsOf(tree) : [];
    },
    async shown(source) {
      const tree = parse(source, dialects);
      return tree ? shownIn(source, tree) : [];
    },
    entries: entriesOf,
    held(source, { range: { start } }) {
      const tree = parse(source, dialects);
      const node = tree && bearerAt(start, source, tree);
      return node && heldBy(node, source);
    },
    members(source, { range: { start } }, which) {
      const tree = parse(source, dialects);
      const node = tree && bearerAt(start, source, tree);
      return node ? membersWithin(node, { source, tree, which }) : [];
    },
    complete(source, declaration, addition) {
      const { start } = declaration.range;
      const tree = parse(source, dialects);
      const above = tree ? commentsBefore(start, source, tree) : [];
      // tools read the line below their directive comment, so ours goes above it
      const tools = above.findLast(({ value }) => directive.test(value))?.start;
      const place = tools ?? start;
      const line = source.lastIndexOf("\n", place - 1) + 1;
      const indent = /^[ \t]*/.exec(source.slice(line, place))?.[0] ?? "";
      if (!declaration.docstring && source.slice(line, place).trim() !== "") return [];
      return complete(source, { declaration, place, indent, types: dialects.includes("jsx") }, addition);
    },
    remark(source, { docstring, range }) {
      const tree = docstring ? undefined : parse(source, dialects);
      return tree && remarkAbove(source, range.start, tree);
    },
    comments: (source) => parse(source, dialects)?.comments.map(({ start, end }) => ({ start, end })) ?? [],
    sameProgram(before, after) {
      const [a, b] = [parse(before, dialects), parse(after, dialects)];
      return a !== undefined && b !== undefined && (a === b || alike(a.program, b.program));
    },
  };
}
