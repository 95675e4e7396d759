import { type Declaration, docstringOf, type Parameter } from "../../language.ts";
import { bodyFacts } from "./body.ts";
import { read } from "./docstring.ts";
import { type Block, declaredBlocks, docstringAt, type Source } from "./structure.ts";
import { basesOf } from "./study.ts";

/** Functions and classes of the module and of its classes, and its constants, in the order of the source. */
export function declarationsOf(source: Source): readonly Declaration[] {
  const known = declared.get(source);
  if (known) return known;
  const blocks = declaredBlocks(source);
  const all = [...blocks.map((block) => make(source, block)), ...constants(source, blocks)].sort(
    (a, b) => a.range.start - b.range.start,
  );
  declared.set(source, all);
  return all;
}

const declared = new WeakMap<Source, readonly Declaration[]>();

const open = (name: string): boolean => !name.startsWith("_") || /^__\w+__$/.test(name);

function make(source: Source, block: Block): Declaration {
  const { keyword, name, owners, colon } = block;
  const method = keyword === "def" && owners.length > 0;
  const last = lastToken(source, block);
  const string = docstringAt(source, colon);
  const head = keyword === "def" ? signature(source, block, method) : { parameters: [] };
  const said =
    string >= 0 && string < block.after
      ? { start: source.start(string), end: source.end(string) }
      : undefined;
  return {
    kind: method ? "method" : keyword === "def" ? "function" : "class",
    name: block.path,
    range: { start: source.start(block.first), end: source.end(last) },
    exported: [...owners.map((owner) => owner.name), name].every(open),
    ...head,
    ...(said && { docstring: docstringOf(said, () => read(source.text.slice(said.start, said.end))) }),
    ...(keyword === "def"
      ? bodyFacts(source, colon + 1, block.after, classesOf(head.parameters))
      : { raises: [], calls: [], bases: basesOf(source, block), fields: fieldsOf(source, block) }),
    ...accessor(source, block),
  };
}

/** The classes that annotations name: `Request`, `"Request"`, `Request | None`. */
function classesOf(parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  return new Map(
    parameters.flatMap(({ name, type }) => {
      const [, own = ""] =
        /^["']?(?:Optional\[)?([A-Z]\w*(?:\.[A-Z]\w*)?)\]?(?:\s*\|\s*None)?["']?$/.exec(type ?? "") ?? [];
      return own ? [[name, own] as const] : [];
    }),
  );
}

function accessor(source: Source, { first, colon }: Block): Pick<Declaration, "getter" | "setter"> {
  for (let index = first; index < colon && source.word(index) === "@"; index++) {
    while (source.kind(index) !== "newline" && index < colon) {
      if (/^(?:cached_)?property$/.test(source.word(index))) return { getter: true };
      if (source.word(index) === "setter" && source.word(index - 1) === ".") return { setter: true };
      index += 1;
    }
  }
  return {};
}

const firstOfSelf = "s".charCodeAt(0);

/** What `self.name` is made of in the class's body. */
function fieldsOf(source: Source, { colon, after }: Block): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let index = colon + 1; index < after; index++) {
    if (
      source.code(index) !== firstOfSelf ||
      source.kind(index) !== "name" ||
      source.word(index) !== "self" ||
      source.word(index + 1) !== "." ||
      source.word(index + 3) !== "="
    )
      continue;
    const type = source.word(index + 4);
    if (/^_*[A-Z]\w*[a-z]/.test(type) && source.word(index + 5) === "(")
      found[source.word(index + 2)] ??= type;
  }
  return found;
}

/** The last token of a block that is more than layout or a comment. */
function lastToken(source: Source, { after, colon }: Block): number {
  let last = after - 1;
  while (last > colon && ["newline", "dedent", "indent", "comment"].includes(source.kind(last))) last -= 1;
  return last;
}

function signature(
  source: Source,
  { first, colon }: Block,
  method: boolean,
): Pick<Declaration, "parameters" | "returns"> {
  const head = findWord(source, "def", first, colon);
  const opening = source.find(["("], head + 1, colon);
  const closing = closingOf(source, opening);
  const parameters = split(source, opening + 1, closing).flatMap(([from, to]) => parameter(source, from, to));
  const arrow = source.word(closing + 1) === "->" ? source.between(closing + 2, colon) : "";
  const own = method && !isStatic(source, first, head) ? parameters.slice(1) : parameters;
  return { parameters: own, ...(arrow && { returns: arrow }) };
}

const findWord = (source: Source, word: string, from: number, to: number): number => {
  for (let index = from; index < to; index++)
    if (source.kind(index) === "name" && source.word(index) === word && source.word(index - 1) !== ".")
      return index;
  return from;
};

const isStatic = (source: Source, first: number, head: number): boolean => {
  for (let index = first; index < head; index++) if (source.word(index) === "staticmethod") return true;
  return false;
};

function closingOf(source: Source, opening: number): number {
  let depth = 0;
  for (let index = opening; index < source.all.length; index++) {
    const word = source.kind(index) === "op" ? source.word(index) : "";
    if (word && "([{".includes(word)) depth += 1;
    if (word && ")]}".includes(word) && --depth === 0) return index;
  }
  return source.all.length;
}

/** The parts between commas that aren't inside brackets. */
function split(source: Source, from: number, to: number): readonly (readonly [number, number])[] {
  const parts: [number, number][] = [];
  let start = from;
  for (let comma = source.find([","], start, to); comma >= 0; comma = source.find([","], start, to)) {
    parts.push([start, comma]);
    start = comma + 1;
  }
  parts.push([start, to]);
  return parts;
}

function parameter(source: Source, start: number, to: number): readonly Parameter[] {
  let from = start;
  while (source.kind(from) === "comment") from += 1;
  const star = /^\*{1,2}$/.test(source.word(from)) ? 1 : 0;
  const name = source.kind(from + star) === "name" && from + star < to ? source.word(from + star) : "";
  if (!name) return []; // the bare marks * and /
  const colon = source.find([":"], from, to);
  const equals = source.find(["="], from, to);
  const type = colon >= 0 ? source.between(colon + 1, equals >= 0 ? equals : to) : "";
  const value = equals >= 0 ? source.between(equals + 1, to) : "";
  return [{ name, ...(type && { type }), ...(value && { default: value }), ...(star > 0 && { rest: true }) }];
}

/** Assignments of the module to names in capitals. */
function constants(source: Source, blocks: readonly Block[]): readonly Declaration[] {
  const found: Declaration[] = [];
  let depth = 0;
  const ends = new Map(blocks.map(({ first, after }) => [first, after]));
  for (let index = 0; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    if (kind === "dedent") depth -= 1;
    if (depth > 0 || (kind !== "name" && kind !== "op")) continue;
    const after = ends.get(index);
    if (after !== undefined) {
      index = source.kind(after) === "dedent" ? after : after - 1; // that dedent belongs to the block
      continue;
    }
    if (kind !== "name") continue;
    const name = source.word(index);
    const before = source.kind(index - 1);
    const first = index === 0 || before === "newline" || before === "dedent" || before === "comment";
    if (!first || !/^_?[A-Z][A-Z\d_]*$/.test(name)) continue;
    const equals = source.find(["="], index + 1);
    const end = endOfStatement(source, index);
    if (equals < 0 || (equals !== index + 1 && source.word(index + 1) !== ":")) continue;
    found.push({
      kind: "constant",
      name,
      range: { start: source.start(index), end: source.end(end - 1) },
      exported: open(name),
      parameters: [],
      raises: [],
      calls: [],
    });
  }
  return found;
}

function endOfStatement(source: Source, from: number): number {
  let end = from;
  while (!["newline", "end", "comment"].includes(source.kind(end))) end += 1;
  return end;
}
