import type { LanguageLeaf } from "../language.ts";
import type { Range } from "../study.ts";
import { annotationsOf } from "./python/annotations.ts";
import { declarationsOf } from "./python/declarations.ts";
import { complete } from "./python/docstring-edit.ts";
import { type DocStyle, entriesOf } from "./python/docstring-sections.ts";
import { heldIn } from "./python/held.ts";
import { importsOf } from "./python/imports.ts";
import { blocksOf, docstringAt, Source } from "./python/structure.ts";
import { remarkAbove } from "./python/remark.ts";
import { checker } from "./tree/grammar.ts";
import { constantStudy, studiesOf } from "./python/study.ts";
import { traitsIn } from "./python/traits.ts";

let syntax: Promise<(source: string) => boolean> | undefined;

const python: LanguageLeaf = {
  declarations(text) {
    const source = Source.of(text);
    return source ? declarationsOf(source) : [];
  },
  comments: (text) => commentsIn(Source.of(text)),
  traits(text) {
    const source = Source.of(text);
    const traits = source && traitsIn(source);
    return (source ? declarationsOf(source) : []).map(
      ({ range }) => traits?.get(range.start) ?? constantStudy.traits,
    );
  },
  studies(text) {
    const source = Source.of(text);
    const all = source ? declarationsOf(source) : [];
    const parameters = new Map(
      all.map((declaration) => [declaration.range.start, declaration.parameters.map(({ name }) => name)]),
    );
    const studies = source ? studiesOf(source, (start) => parameters.get(start) ?? []) : undefined;
    return all.map((declaration) => studies?.get(declaration.range.start) ?? constantStudy);
  },
  imports: importsOf,
  shown: async (text) => (await import("./python/shown.ts")).shownIn(text),
  entries: entriesOf,
  held(text, { kind, range }) {
    const source = kind === "class" ? Source.of(text) : undefined;
    return source && heldIn(source, range);
  },
  complete(text, declaration, addition) {
    const source = Source.of(text);
    const block =
      source && blocksOf(source).find(({ first }) => source.start(first) === declaration.range.start);
    if (!source || !block) return []; // Python has no place for constant docstrings
    const { colon } = block;
    const indent = bodyIndent(source, colon);
    const line = text.indexOf("\n", source.end(colon));
    if (!indent.below || line < 0) return [];
    return complete(
      text,
      {
        declaration,
        at: line + 1,
        indent: indent.text,
        style: source.once(styleIn) ?? known(addition.habit),
      },
      addition,
    );
  },
  habit(text) {
    return styleIn({ text });
  },
  remark(text, { docstring, range }) {
    const source = docstring ? undefined : Source.of(text);
    return source && remarkAbove(source, range.start);
  },
  annotations(text, declaration, study) {
    const source = Source.of(text);
    return source ? annotationsOf(source, declaration, study) : [];
  },
  async parses(source) {
    syntax ??= checker("python");
    return (await syntax)(source);
  },
  sameProgram(before, after) {
    if (before === after) return Source.of(before) !== undefined;
    const [a, b] = [essence(before), essence(after)];
    return a !== undefined && a.length === b?.length && a.every((word, index) => word === b[index]);
  },
};
export default python;

function commentsIn(source: Source | undefined): readonly Range[] {
  const found: Range[] = [];
  if (!source) return found;
  for (let index = 0; index < source.all.length; index++)
    if (source.kind(index) === "comment") found.push({ start: source.start(index), end: source.end(index) });
  return found;
}

/** Returns the indent of a block's body, and whether it is below the head. */
function bodyIndent(source: Source, colon: number): { readonly text: string; readonly below: boolean } {
  let index = colon + 1;
  while (source.kind(index) === "comment" || source.kind(index) === "newline") index += 1;
  if (source.kind(index) === "indent") {
    const start = source.start(index);
    return { text: source.text.slice(start).match(/^[ \t]*/)?.[0] ?? "    ", below: true };
  }
  const position = source.text.lastIndexOf("\n", source.start(colon)) + 1;
  return { text: `${/^[ \t]*/.exec(source.text.slice(position))?.[0] ?? ""}    `, below: false };
}

/** Returns the tokens that make up the program, without comments, blank lines and docstrings. */
function essence(text: string): readonly string[] | undefined {
  const source = Source.of(text);
  if (!source) return undefined;
  const docstrings = new Set(
    [-1, ...blocksOf(source).map(({ colon }) => colon)].map((colon) => docstringAt(source, colon)),
  );
  const heads = new Set(blocksOf(source).map(({ colon }) => colon));
  const words: string[] = [];
  let inline = false;
  for (let index = 0; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "comment" || docstrings.has(index)) continue;
    if (kind === "newline") {
      if (words.at(-1) !== "newline" && !docstrings.has(index - 1)) words.push("newline");
      if (inline) words.push("dedent");
      inline = false;
      continue;
    }
    words.push(kind === "indent" || kind === "dedent" || kind === "end" ? kind : source.word(index));
    if (!heads.has(index) || ["newline", "comment"].includes(source.kind(index + 1))) continue;
    words.push("newline", "indent"); // a body on its head's line equals one below
    inline = true;
  }
  return words;
}

const known = (habit: string | undefined): DocStyle =>
  habit === "numpy" || habit === "sphinx" ? habit : "google";

/** Returns the docstring convention of most docstrings in a file, if any shows one. */
function styleIn({ text }: Pick<Source, "text">): DocStyle | undefined {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const numpy = count(/^[ \t]+(?:Parameters|Returns|Raises)[ \t]*\r?\n[ \t]+-{3,}/gm);
  const sphinx = count(/^[ \t]+:(?:param|returns?|raises)\b/gm);
  const google = count(/^[ \t]+(?:Args|Returns|Raises|Yields):[ \t]*$/gm);
  if (numpy + sphinx + google > 0)
    return numpy > google && numpy >= sphinx ? "numpy" : sphinx > google ? "sphinx" : "google";
  // Roles and directives belong to Sphinx.
  return /:(?:meth|class|func|exc|attr|mod|data):`|^[ \t]*\.\. (?:version|deprecated|code-block)/m.test(text)
    ? "sphinx"
    : undefined;
}
