import { type Declaration, docstringOf, type Parameter } from "../../language.ts";
import { bodyFacts } from "./body.ts";
import { read } from "./docstring.ts";
import type { Range } from "../../study.ts";
import { type Block, declaredBlocks, docstringAt, type Source } from "./structure.ts";
import type { Kind } from "./tokens.ts";
import { basesOf } from "./study.ts";

/** Functions and classes of the module and of its classes, and its constants, in the order of the source. */
export const declarationsOf = (source: Source): readonly Declaration[] => source.once(findDeclarations);

const findDeclarations = (source: Source): readonly Declaration[] =>
  [...declaredBlocks(source).map((block) => make(source, block)), ...constants(source)].sort(
    (a, b) => a.range.start - b.range.start,
  );

const open = (name: string): boolean => !name.startsWith("_") || /^__\w+__$/.test(name);
const none: readonly never[] = [];
const noTypes: ReadonlyMap<string, string> = new Map();

function make(source: Source, block: Block): Declaration {
  const { keyword, name, owners, colon } = block;
  const method = keyword === "def" && owners.length > 0;
  const last = lastToken(source, block);
  const string = docstringAt(source, colon);
  const head = keyword === "def" ? signature(source, block, method) : { parameters: none };
  const said =
    string >= 0 && string < block.after
      ? { start: source.start(string), end: source.end(string) }
      : undefined;
  return {
    kind: method ? "method" : keyword === "def" ? "function" : "class",
    name: block.path,
    range: { start: source.start(block.first), end: source.end(last) },
    exported: open(name) && owners.every((owner) => open(owner.name)),
    ...head,
    ...(said && { docstring: docstringIn(source.text, said) }),
    ...(keyword === "def"
      ? bodyFacts(source, colon + 1, block.after, classesOf(head.parameters))
      : { raises: none, calls: none, bases: basesOf(source, block), fields: fieldsOf(source, block) }),
    ...(block.first < block.head && accessor(source, block)),
  };
}

/** It holds the text, and not its tokens. */
const docstringIn = (text: string, said: Range): NonNullable<Declaration["docstring"]> =>
  docstringOf(said, () => read(text.slice(said.start, said.end)));

/** The classes that annotations name: `Request`, `"Request"`, `Request | None`. */
function classesOf(parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  if (!parameters.some(({ type }) => type)) return noTypes;
  return new Map(
    parameters.flatMap(({ name, type }) => {
      const [, own = ""] =
        /^["']?(?:Optional\[)?([A-Z]\w*(?:\.[A-Z]\w*)?)\]?(?:\s*\|\s*None)?["']?$/.exec(type ?? "") ?? [];
      return own ? [[name, own] as const] : [];
    }),
  );
}

function accessor(source: Source, { first, colon }: Block): Pick<Declaration, "getter" | "setter"> {
  for (let index = first; index < colon && source.is(index, "@"); index++) {
    while (source.kind(index) !== "newline" && index < colon) {
      if (source.is(index, "property") || source.is(index, "cached_property")) return { getter: true };
      if (source.is(index, "setter") && source.isDot(index - 1)) return { setter: true };
      index += 1;
    }
  }
  return {};
}

/** What `self.name` is made of in the class's body. */
function fieldsOf(source: Source, { statement, after }: Block): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let place = statement + 1; place < source.all.statements; place++) {
    const index = source.all.statement(place);
    if (index >= after) break;
    if (!source.is(index, "self") || !source.isDot(index + 1) || !source.is(index + 3, "=")) continue;
    const type = source.word(index + 4);
    if (/^_*[A-Z]\w*[a-z]/.test(type) && source.is(index + 5, "(")) found[source.word(index + 2)] ??= type;
  }
  return found;
}

/** The last token of a block that is more than layout or a comment. */
function lastToken(source: Source, { after, colon }: Block): number {
  let last = after - 1;
  for (let kind = source.kind(last); last > colon && blank(kind); kind = source.kind(last)) last -= 1;
  return last;
}

const blank = (kind: Kind): boolean =>
  kind === "newline" || kind === "dedent" || kind === "indent" || kind === "comment";

function signature(
  source: Source,
  { first, head, colon }: Block,
  method: boolean,
): Pick<Declaration, "parameters" | "returns"> {
  const opening = source.find(["("], head + 1, colon);
  const { parameters, closing } = parametersIn(source, opening, colon);
  const arrow = source.is(closing + 1, "->") ? source.between(closing + 2, colon) : "";
  const own = method && !isStatic(source, first, head) ? parameters.slice(1) : parameters;
  return { parameters: own, ...(arrow && { returns: arrow }) };
}

const isStatic = (source: Source, first: number, head: number): boolean => {
  for (let index = first; index < head; index++) if (source.is(index, "staticmethod")) return true;
  return false;
};

/** The parameters after an opening bracket, and where the closing one is. */
function parametersIn(
  source: Source,
  opening: number,
  last: number,
): { readonly parameters: readonly Parameter[]; readonly closing: number } {
  const parameters: Parameter[] = [];
  let from = opening + 1;
  let depth = 0;
  let [colon, equals] = [-1, -1];
  const put = (to: number): void => {
    const one = parameter(source, { from, to, colon, equals });
    if (one) parameters.push(one);
    [from, colon, equals] = [to + 1, -1, -1];
  };
  for (let index = opening + 1; index < last; index++) {
    if (source.kind(index) !== "op") {
      if (depth === 0 && source.is(index, "lambda")) index = lambdaHead(source, index, last);
      continue;
    }
    if (depth === 0) {
      if (source.is(index, ",")) put(index);
      else if (colon < 0 && source.is(index, ":")) colon = index;
      else if (equals < 0 && source.is(index, "=")) equals = index;
    }
    depth += source.bracket(index);
    if (depth >= 0) continue;
    put(index);
    return { parameters, closing: index };
  }
  return { parameters, closing: last };
}

/** The colon of a `lambda`: what it takes isn't the function's. */
const lambdaHead = (source: Source, from: number, last: number): number => {
  const colon = source.find([":"], from, last);
  return colon < 0 ? from : colon;
};

interface Part {
  readonly from: number;
  readonly to: number;
  readonly colon: number;
  readonly equals: number;
}

function parameter(source: Source, { from: start, to, colon, equals }: Part): Parameter | undefined {
  let from = start;
  while (source.kind(from) === "comment") from += 1;
  const star = source.is(from, "*") || source.is(from, "**") ? 1 : 0;
  const name = source.kind(from + star) === "name" && from + star < to ? source.word(from + star) : "";
  if (!name) return undefined; // the bare marks * and /
  const type = colon >= 0 ? source.between(colon + 1, equals >= 0 ? equals : to) : "";
  const value = equals >= 0 ? source.between(equals + 1, to) : "";
  return { name, ...(type && { type }), ...(value && { default: value }), ...(star > 0 && { rest: true }) };
}

/** Assignments of the module to names in capitals. */
function constants(source: Source): readonly Declaration[] {
  const found: Declaration[] = [];
  const { all } = source;
  for (let place = 0; place < all.statements; place++) {
    const index = all.statement(place);
    if (all.depth(place) > 0 || source.kind(index) !== "name") continue;
    const letter = source.code(index);
    if (letter !== 95 && (letter < 65 || letter > 90)) continue;
    const name = source.word(index);
    if (!/^_?[A-Z][A-Z\d_]*$/.test(name)) continue;
    const equals = source.find(["="], index + 1);
    const end = endOfStatement(source, index);
    if (equals < 0 || (equals !== index + 1 && !source.is(index + 1, ":"))) continue;
    found.push({
      kind: "constant",
      name,
      range: { start: source.start(index), end: source.end(end - 1) },
      exported: open(name),
      parameters: none,
      raises: none,
      calls: none,
    });
  }
  return found;
}

function endOfStatement(source: Source, from: number): number {
  let end = from;
  while (!["newline", "end", "comment"].includes(source.kind(end))) end += 1;
  return end;
}
