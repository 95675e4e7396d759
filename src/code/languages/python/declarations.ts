import { type Declaration, docstringOf, type Parameter } from "../../language.ts";
import { classIn } from "../../annotated.ts";
import { bodyFacts } from "./body.ts";
import { classesOf, fieldsOf } from "./fields.ts";
import { endOfStatement } from "./lines.ts";
import { parametersIn } from "./parameters.ts";
import { chainEnd, dotted, isCapital } from "./chain.ts";
import { read } from "./docstring.ts";
import type { Range } from "../../study.ts";
import { type Block, declaredBlocks, docstringAt, type Source } from "./structure.ts";
import { runsOf, suppresses } from "./runs.ts";
import type { Kind } from "./tokens.ts";
import { basesOf } from "./study.ts";
import { lastName } from "../../../lib/index.ts";

/** Returns functions and classes of the module and its classes, and its constants, in source order. */
export const declarationsOf = (source: Source): readonly Declaration[] => source.once(findDeclarations);

const findDeclarations = (source: Source): readonly Declaration[] =>
  [...declaredBlocks(source).map((block) => make(source, block)), ...constants(source)].sort(
    (a, b) => a.range.start - b.range.start,
  );

const open = (name: string): boolean => !name.startsWith("_") || /^__\w+__$/.test(name);
const none: readonly never[] = [];

function make(source: Source, block: Block): Declaration {
  const { keyword, name, owners, colon } = block;
  const method = keyword === "def" && owners.length > 0;
  const last = lastToken(source, block);
  const string = docstringAt(source, colon);
  const head = keyword === "def" ? signature(source, block, method) : { parameters: none };
  const docRange =
    string >= 0 && string < block.after
      ? { start: source.start(string), end: source.end(string) }
      : undefined;
  return {
    kind: method ? "method" : keyword === "def" ? "function" : "class",
    name: block.path,
    range: { start: source.start(block.first), end: source.end(last) },
    exported: open(name) && owners.every((owner) => open(owner.name)),
    ...head,
    ...(docRange && { docstring: docstringIn(source.text, docRange) }),
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
      raises: body.facts.raises.map((raise) => (isLeftOpen(raise) ? { ...raise, local: true } : raise)),
    }),
    ...runsOf(source, block, { parameters: parameters.map(({ name }) => name), body }),
  };
}

/** Whether an error only marks a method that subclasses must implement; callers don't get it. */
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

/** Holds the text, not its tokens. */
const docstringIn = (text: string, range: Range): NonNullable<Declaration["docstring"]> =>
  docstringOf(range, () => read(text.slice(range.start, range.end)));

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

/** Returns the last token of a block that isn't layout or a comment. */
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
  const ownParameters = method && !isStatic(source, first, head) ? parameters.slice(1) : parameters;
  return { parameters: ownParameters, ...(arrow && { returns: arrow }) };
}

const isStatic = (source: Source, first: number, head: number): boolean => {
  for (let index = first; index < head; index++) if (source.is(index, "staticmethod")) return true;
  return false;
};

/** Whether a module creates a single object: `client = Client(…)`. */
const makesOne = (source: Source, index: number): boolean => {
  if (!source.is(index + 1, "=")) return false;
  const last = chainEnd(source, index + 2);
  return last > index + 1 && isCapital(source, last) && source.is(last + 1, "(");
};

/** Whether a name is an alias of a class: `Users = Annotated[UserService, …]`. */
const isAlias = (source: Source, value: number): boolean =>
  source.is(chainEnd(source, value), "Annotated") && source.kind(value) === "name";

/** Returns module-level constants in capitals, and objects that the module creates once. */
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
    if (isLarge && !/^_?[A-Z][A-Z\d_]*$/.test(name) && !isAlias(source, index + 2)) continue;
    const equals = source.find("=", index + 1);
    const end = endOfStatement(source, index);
    if (equals < 0 || (equals !== index + 1 && !source.is(index + 1, ":"))) continue;
    found.push({
      kind: "constant",
      name,
      range: { start: source.start(index), end: source.end(end - 1) },
      exported: isLarge && open(name) && !isAlias(source, equals + 1),
      parameters: none,
      raises: none,
      calls: none,
      ...heldIn(source, equals + 1, end),
    });
  }
  return found;
}

/**
 * Returns the classes of a constant that is an error or several classes: `GONE = NotFound("…")`, `EXPECTED
 * = (NotFound, Denied)`.
 */
function heldIn(source: Source, from: number, to: number): Pick<Declaration, "gives" | "fields"> {
  if (source.is(from, "{")) return tableIn(source, from);
  const value = source.between(from, to);
  if (isAlias(source, from)) {
    const named = classIn(value);
    return named ? { gives: [named] } : {};
  }
  const [called] = /^[\w.]+(?=\()/.exec(value) ?? [];
  if (called) return isClass(called) ? { gives: [called] } : {};
  if (!value.startsWith("(") || !value.endsWith(")")) return {};
  const items = value.slice(1, -1).split(",");
  const names = items.map((item) => item.trim()).filter((item, index) => item || index < items.length - 1);
  return names.length && names.every(isClass) ? { gives: names } : {};
}

/**
 * Returns the classes of `{"gone": Gone, 403: Denied}`, by key for string keys; nothing if it contains
 * anything else.
 */
function tableIn(source: Source, from: number): Pick<Declaration, "gives" | "fields"> {
  const end = source.closingOf(from, source.all.length);
  const fields: Record<string, string> = {};
  const keys = new Set<string>();
  let colon = -1;
  for (let index = from + 1; index < end; index = source.find(",", colon, end) + 1) {
    colon = source.find(":", index, end);
    const name = colon > 0 ? dotted(source, colon + 1) : "";
    const after = chainEnd(source, colon + 1) + 1;
    if (
      !isClass(name) ||
      !(source.is(after, ",") || source.is(after, "}") || source.kind(after) === "comment")
    ) {
      if (colon < 0 && keys.size) break; // only a trailing comma
      return {};
    }
    keys.add(name);
    const [, key] = /^["'](\w+)["']$/.exec(source.word(colon - 1)) ?? [];
    if (key) fields[key] = name;
    if (source.find(",", colon, end) < 0) break;
  }
  return keys.size ? { gives: [...keys], fields } : {};
}

/** Whether a dotted name is written like a class: neither `all_small` nor `ALL_LARGE`. */
function isClass(name: string): boolean {
  const last = lastName(name);
  return /^[\w.]+$/.test(name) && /^_*[A-Z]/.test(last) && /[a-z]/.test(last);
}
