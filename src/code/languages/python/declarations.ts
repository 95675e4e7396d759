import { type Declaration, docstringOf, type Parameter } from "../../language.ts";
import { bodyFacts } from "./body.ts";
import { chainEnd, dotted, isCapital } from "./chain.ts";
import { read } from "./docstring.ts";
import type { Range } from "../../study.ts";
import { type Block, declaredBlocks, docstringAt, type Source } from "./structure.ts";
import { runsOf, suppresses } from "./runs.ts";
import type { Kind } from "./tokens.ts";
import { basesOf } from "./study.ts";
import { lastName } from "../../../lib/index.ts";

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
    ...(keyword === "def" ? bodyOf(source, block, head.parameters) : classFacts(source, block)),
    ...(block.first < block.head && accessor(source, block)),
  };
}

function bodyOf(
  source: Source,
  block: Block,
  parameters: readonly Parameter[],
): Pick<Declaration, "raises" | "calls"> {
  const body = bodyFacts(source, [block.colon + 1, block.after], classesOf(parameters));
  const isMethod = block.owners.length > 0;
  return {
    ...body.facts,
    ...(isMethod && {
      raises: body.facts.raises.map((one) => (isLeftOpen(one) ? { ...one, local: true } : one)),
    }),
    ...runsOf(source, block, { parameters: parameters.map(({ name }) => name), body }),
  };
}

/** What is left to those who extend a class: no error of those who call the method. */
const isLeftOpen = ({ type, when }: Declaration["raises"][number]): boolean =>
  type === "NotImplementedError" && when === undefined;

function classFacts(
  source: Source,
  block: Block,
): Pick<Declaration, "raises" | "calls"> & Partial<Declaration> {
  const bases = basesOf(source, block).map((base) => base.replace(/\[[\s\S]*$/, ""));
  const fields = fieldsOf(source, block);
  return { raises: none, calls: none, bases, fields, ...suppresses(source, block, bases) };
}

/** It holds the text, and not its tokens. */
const docstringIn = (text: string, said: Range): NonNullable<Declaration["docstring"]> =>
  docstringOf(said, () => read(text.slice(said.start, said.end)));

/** The classes that annotations name: `Request`, `"Request"`, `Request | None`. */
function classesOf(parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  if (!parameters.some(({ type }) => type)) return noTypes;
  return new Map(
    parameters.flatMap(({ name, type }) => {
      const own = classOf(type ?? "");
      return own ? [[name, own] as const] : [];
    }),
  );
}

const classOf = (annotation: string): string =>
  /^["']?(?:Optional\[)?([A-Z]\w*(?:\.[A-Z]\w*)?)\]?(?:\s*\|\s*None)?["']?$/.exec(annotation)?.[1] ?? "";

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

/** What fields are made of: by the class's annotations, or by what its methods put there. */
function fieldsOf(source: Source, { statement, colon, after }: Block): Readonly<Record<string, string>> {
  const { all } = source;
  const found: Record<string, string> = {};
  let taken = noTypes;
  const inner = all.depth(statement) + 1;
  for (let place = statement + 1; place < all.statements; place++) {
    const index = all.statement(place);
    if (index >= after) break;
    if (source.is(index, "def") && source.is(index + 1, "__init__")) {
      const opening = source.find("(", index);
      taken = classesOf(parametersIn(source, opening, source.find(":", opening)).parameters);
    } else if (source.is(index, "def") || source.is(index, "async")) taken = noTypes;
    const isOwn = source.is(index, "self") && source.isDot(index + 1);
    const at = isOwn ? index + 2 : index;
    const isSaid =
      source.is(at + 1, ":") && (isOwn || (all.depth(place) === inner && source.kind(at) === "name"));
    const equals = source.is(at + 1, "=") ? at + 1 : isSaid ? source.find("=", at + 2) : -1;
    const said = isSaid
      ? classOf(source.between(at + 2, equals < 0 ? endOfStatement(source, at) : equals))
      : "";
    const value = isOwn && equals > 0 ? source.word(equals + 1) : "";
    const isMade = /^_*[A-Z]\w*[a-z]/.test(value) && source.is(equals + 2, "(");
    const handed = value && source.kind(equals + 2) === "newline" ? taken.get(value) : undefined;
    const type = said || (isMade ? value : handed);
    if (type && index > colon) found[source.word(at)] ??= type;
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
  const opening = source.find("(", head + 1, colon);
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
  const colon = source.find(":", from, last);
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

/** `client = Client(…)`: an object that its module makes once. */
const makesOne = (source: Source, index: number): boolean => {
  if (!source.is(index + 1, "=")) return false;
  const last = chainEnd(source, index + 2);
  return last > index + 1 && isCapital(source, last) && source.is(last + 1, "(");
};

/** Assignments of the module to names in capitals, and objects that it makes once. */
function constants(source: Source): readonly Declaration[] {
  const found: Declaration[] = [];
  const { all } = source;
  for (let place = 0; place < all.statements; place++) {
    const index = all.statement(place);
    if (all.depth(place) > 0 || source.kind(index) !== "name") continue;
    const letter = source.code(index);
    const isLarge = letter === 95 || (letter >= 65 && letter <= 90);
    if (!isLarge && !makesOne(source, index)) continue;
    const name = source.word(index);
    if (isLarge && !/^_?[A-Z][A-Z\d_]*$/.test(name)) continue;
    const equals = source.find("=", index + 1);
    const end = endOfStatement(source, index);
    if (equals < 0 || (equals !== index + 1 && !source.is(index + 1, ":"))) continue;
    found.push({
      kind: "constant",
      name,
      range: { start: source.start(index), end: source.end(end - 1) },
      exported: isLarge && open(name),
      parameters: none,
      raises: none,
      calls: none,
      ...heldIn(source, equals + 1, end),
    });
  }
  return found;
}

/** The classes of a constant that is an error or several classes: `GONE = NotFound("…")`, `EXPECTED = (NotFound, Denied)`. */
function heldIn(source: Source, from: number, to: number): Pick<Declaration, "gives" | "fields"> {
  if (source.is(from, "{")) return tableIn(source, from);
  const value = source.between(from, to);
  const [made] = /^[\w.]+(?=\()/.exec(value) ?? [];
  if (made) return isClass(made) ? { gives: [made] } : {};
  if (!value.startsWith("(") || !value.endsWith(")")) return {};
  const items = value.slice(1, -1).split(",");
  const names = items.map((one) => one.trim()).filter((one, at) => one || at < items.length - 1);
  return names.length && names.every(isClass) ? { gives: names } : {};
}

/** The classes of `{"gone": Gone, 403: Denied}`, and by their keys where these are names; nothing where it holds anything else. */
function tableIn(source: Source, from: number): Pick<Declaration, "gives" | "fields"> {
  const end = source.closingOf(from, source.all.length);
  const fields: Record<string, string> = {};
  const gives = new Set<string>();
  let colon = -1;
  for (let at = from + 1; at < end; at = source.find(",", colon, end) + 1) {
    colon = source.find(":", at, end);
    const name = colon > 0 ? dotted(source, colon + 1) : "";
    const after = chainEnd(source, colon + 1) + 1;
    if (
      !isClass(name) ||
      !(source.is(after, ",") || source.is(after, "}") || source.kind(after) === "comment")
    ) {
      if (colon < 0 && gives.size) break; // nothing but a last comma
      return {};
    }
    gives.add(name);
    const [, key] = /^["'](\w+)["']$/.exec(source.word(colon - 1)) ?? [];
    if (key) fields[key] = name;
    if (source.find(",", colon, end) < 0) break;
  }
  return gives.size ? { gives: [...gives], fields } : {};
}

/** Whether a name with what stands before its dots is written as classes are: neither `all_small` nor `ALL_LARGE`. */
function isClass(name: string): boolean {
  const last = lastName(name);
  return /^[\w.]+$/.test(name) && /^_*[A-Z]/.test(last) && /[a-z]/.test(last);
}

function endOfStatement(source: Source, from: number): number {
  let end = from;
  while (!["newline", "end", "comment"].includes(source.kind(end))) end += 1;
  return end;
}
