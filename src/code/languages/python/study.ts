import {
  nothingStudied,
  type Member,
  type Shape,
  type Step,
  type Study,
  type Thrown,
  type Trait,
  type Use,
} from "../../study.ts";
import { type Block, declaredBlocks, type Source } from "./structure.ts";

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** A logical line of a body, by token indices; the end is its newline. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly inner: boolean;
  readonly nested: boolean;
  readonly when: string | undefined;
  readonly after: string | undefined;
}

/** The lines from one token to before another, with the conditions around them. */
export function linesOf(source: Source, from: number, to: number): readonly Line[] {
  interface Level {
    readonly when?: string | undefined;
    readonly after?: string | undefined;
    readonly inner: boolean;
    readonly nested: boolean;
  }
  const levels: Level[] = [{ inner: false, nested: false }];
  /** Of the `if` and every `elif` of a level; `else` is where none of them holds. */
  const conditions: string[][] = [];
  const found: Line[] = [];
  let next: Level | undefined;
  for (let index = from; index < to; index++) {
    const kind = source.kind(index);
    const top = levels.at(-1) ?? { inner: false, nested: false };
    if (kind === "indent") levels.push(found.length === 0 ? top : (next ?? top));
    else if (kind === "dedent") levels.pop();
    if (["newline", "indent", "dedent", "comment", "end"].includes(kind)) continue;
    let end = index;
    while (end < to && source.kind(end) !== "newline" && source.kind(end) !== "end") end += 1;
    const word = source.word(index);
    const colon = heads.has(word) ? source.find(":", index, end) : -1;
    const condition = colon > 0 ? text(source, index + 1, colon) : undefined;
    const own = { ...top, inner: top.inner || levels.length > 2 };
    const when =
      word === "if" || word === "elif"
        ? condition
        : word === "else"
          ? negated(conditions[levels.length])
          : undefined;
    if (word === "if") conditions[levels.length] = condition ? [condition] : [];
    else if (word === "elif" && condition) conditions[levels.length]?.push(condition);
    next =
      word === "def" || word === "class" || (word === "async" && source.word(index + 1) === "def")
        ? { ...own, nested: true }
        : {
            ...own,
            inner: true,
            when: when ? both(top.when, when) : top.when,
            after: word === "except" ? (condition?.replace(/\s+as\s+\w+$/, "") ?? top.after) : top.after,
          };
    const body = colon > 0 && colon + 1 < end && source.kind(colon + 1) !== "comment";
    found.push({ start: index, end: body ? colon : end, ...own, when: top.when, after: top.after });
    if (body) found.push({ start: colon + 1, end, ...next, when: next.when, after: next.after });
    index = end;
  }
  return found;
}

/** Two conditions that both hold. */
const both = (outer: string | undefined, own: string): string =>
  outer ? [outer, own].map((one) => (/\bor\b|\bif\b/.test(one) ? `(${one})` : one)).join(" and ") : own;

const heads = new Set("if elif else for while with try except finally def class async match case".split(" "));
const negated = (conditions: readonly string[] = []): string | undefined =>
  conditions.length > 0 ? `not (${conditions.map(grouped).join(" or ")})` : undefined;

const grouped = (condition: string, _place: number, all: readonly string[]): string =>
  all.length > 1 && /\bor\b|\bif\b|\blambda\b/.test(condition) ? `(${condition})` : condition;

/** The source of some tokens on one line, without the comments among them. */
function text(source: Source, from: number, to: number): string {
  let end = to;
  while (end > from && source.kind(end - 1) === "comment") end -= 1;
  for (let index = from; index < end; index++)
    if (source.kind(index) === "comment") {
      const parts: string[] = [];
      for (let at = from; at < end; at++) if (source.kind(at) !== "comment") parts.push(source.word(at));
      return parts.join(" ");
    }
  return oneLine(source.between(from, end));
}

const arithmetic = new Set(["+", "-", "*", "/", "%", "**", "//"]);
const comparisons = ["==", "!=", "<", ">", "<=", ">="];

/** The index of the bracket that closes the one at `opening`. */
function closing(source: Source, opening: number): number {
  let depth = 0;
  for (let index = opening; index < source.all.length; index++) {
    if (source.kind(index) !== "op") continue;
    const word = source.word(index);
    if ("([{".includes(word)) depth += 1;
    else if (")]}".includes(word) && --depth === 0) return index;
  }
  return -1;
}

/** The end of `a.b.c` that begins at a name. */
function chainEnd(source: Source, from: number, to: number): number {
  let end = from + 1;
  while (end + 1 < to && source.word(end) === "." && source.kind(end + 1) === "name") end += 2;
  return end;
}

export function shapeOf(source: Source, first: number, last: number): Shape {
  let [from, to] = [first, last];
  while (to > from && source.kind(to - 1) === "comment") to -= 1;
  if (source.word(from) === "await") from += 1;
  while (
    source.word(from) === "(" &&
    closing(source, from) === to - 1 &&
    source.findAny([",", "for"], from + 1, to - 1) < 0
  )
    [from, to] = [from + 1, to - 1];
  const code = text(source, from, to);
  if (to <= from) return { kind: "nothing", code: "" };
  const word = source.word(from);
  const single = to - from === 1;
  if (single && word === "None") return { kind: "literal", code };
  if (single && (word === "True" || word === "False")) return { kind: "literal", code, type: "boolean" };
  if (single && source.kind(from) === "number") return { kind: "literal", code, type: "number" };
  if (single && source.kind(from) === "string")
    return /^[rRuU]*[bB]/.test(code) ? { kind: "literal", code } : { kind: "text", code, type: "string" };
  if (word === "lambda") return { kind: "function", code };
  if (source.find("if", from, to) > 0) return { kind: "choice", code };
  const joined = source.findAny(["and", "or"], from, to) > 0;
  if (word === "not" && !joined) return { kind: "truth", code, type: "boolean" };
  if (!joined && source.findAny(["in", "is"], from, to) > 0) return { kind: "truth", code, type: "boolean" };
  if (!joined && source.findAny(comparisons, from, to) > 0) return { kind: "truth", code };
  if ("[{(".includes(word) && closing(source, from) === to - 1) return bracketed(source, from, { to, code });
  if (source.kind(from) !== "name") return { kind: "other", code };
  const end = chainEnd(source, from, to);
  const name = oneLine(source.between(from, end)).replaceAll(" ", "");
  if (end === to) return { kind: "name", code, name };
  if (source.word(end) !== "(" || closing(source, end) !== to - 1) return { kind: "other", code };
  const parts = split(source, end + 1, to - 1).map(([a, b]) => text(source, a, b));
  return { kind: /^[A-Z]/.test(name.slice(name.lastIndexOf(".") + 1)) ? "new" : "call", code, name, parts };
}

function bracketed(source: Source, from: number, { to, code }: { to: number; code: string }): Shape {
  const parts = split(source, from + 1, to - 1);
  const keys = parts.flatMap(([a, b]) => {
    const colon = source.find(":", a, b);
    return colon > 0
      ? [text(source, a, colon).replaceAll(/^["']|["']$/g, "")]
      : source.word(a) === "**"
        ? [`...${text(source, a + 1, b)}`]
        : [];
  });
  if (source.find("for", from + 1, to - 1) > 0) return { kind: "other", code };
  if (source.word(from) === "{" && keys.length === parts.length) return { kind: "object", code, parts: keys };
  return { kind: "list", code, parts: parts.map(([a, b]) => text(source, a, b)) };
}

/** The parts between commas outside brackets, without an empty last one. */
function split(source: Source, from: number, to: number): readonly (readonly [number, number])[] {
  const parts: [number, number][] = [];
  let start = from;
  for (let comma = source.find(",", start, to); comma >= 0; comma = source.find(",", start, to)) {
    parts.push([start, comma]);
    start = comma + 1;
  }
  if (start < to) parts.push([start, to]);
  return parts;
}

/** What a `def` shows. */
function studyBody(
  source: Source,
  { colon, after }: Block,
  names: ReadonlySet<string>,
): Pick<Study, "steps" | "returns" | "uses" | "throws"> & { readonly yields: boolean } {
  const steps: Step[] = [];
  const returns: { shape: Shape; when?: string }[] = [];
  const throws: Thrown[] = [];
  const uses = Object.create(null) as Record<string, Use[]>; // a parameter may be called `constructor`
  const made = new Map<string, Shape>();
  const twice = new Set<string>();
  let yields = false;
  for (const line of linesOf(source, colon + 1, after)) {
    const { start, end, inner, when } = line;
    collect(source, line, { names, uses });
    if (line.nested) continue;
    const word = source.word(start);
    if (word === "for" || (word === "async" && source.word(start + 1) === "for")) {
      const at = source.find("in", start, end);
      if (at > 0)
        made.set(text(source, start + (word === "for" ? 1 : 2), at), {
          kind: "item",
          code: text(source, at + 1, end),
        });
    }
    if (word === "return") {
      const own = shapeOf(source, start + 1, end);
      const first = own.kind === "name" && !twice.has(own.code) ? made.get(own.code) : undefined;
      returns.push({
        shape:
          first && !["list", "object", "literal"].includes(first.kind) ? { ...first, code: own.code } : own,
        ...(when && { when }),
      });
    } else if (word === "raise") {
      const error = raised(source, line);
      if (error) throws.push(error);
    } else if (steps.length < 40) {
      const equals = source.find("=", start, end);
      const value = equals > 0 ? equals + 1 : start;
      if (source.word(value) === "yield") {
        yields = true;
        const from = source.word(value + 1) === "from";
        const given = shapeOf(source, value + (from ? 2 : 1), end);
        const each = from
          ? { kind: "item" as const, code: given.code }
          : made.get(given.code)?.kind === "item"
            ? made.get(given.code)
            : undefined;
        steps.push({ kind: "yield", shape: each ?? given, inner });
        continue;
      }
      const shape = heads.has(word) ? undefined : shapeOf(source, value, end);
      if (equals === start + 1 && shape) {
        if (made.has(word)) twice.add(word);
        made.set(word, shape);
      }
      if (shape?.kind === "call") steps.push({ kind: "call", shape, inner });
      const to =
        equals > 0 && source.kind(start) === "name" && chainEnd(source, start, equals) === equals
          ? source.between(start, equals)
          : "";
      if (to.includes(".") && shape) steps.push({ kind: "write", shape, to, inner });
    }
  }
  return { steps, returns, uses, throws, yields };
}

/** A `raise` with the class and, where it is written there, the message. */
function raised(
  source: Source,
  { start, end, when, after, inner }: Line,
): Study["throws"][number] | undefined {
  if (source.kind(start + 1) !== "name") return undefined;
  const stop = source.find("from", start + 1, end);
  const shape = shapeOf(source, start + 1, stop > 0 ? stop : end);
  const name = shape.name ?? "";
  if (!name) return undefined;
  const message = shape.parts?.map(messageIn).find((said) => said.includes(" "));
  return {
    type: ofFactory(name),
    ...(when && { when }),
    ...(after && { after }),
    ...(!inner && { last: true as const }),
    ...(message && { message }),
  };
}

const literals = /[a-zA-Z]{0,2}(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')\s*/y;

/** The text of an argument that is nothing but literals, with its holes as dots. */
function messageIn(argument: string): string {
  const code = argument.replace(/^\w+\s*=\s*(?=\S)/, "");
  let said = "";
  literals.lastIndex = 0;
  while (literals.lastIndex < code.length) {
    const match = literals.exec(code);
    if (!match) return "";
    said += match[1] ?? match[2] ?? "";
  }
  const plain = said
    .replaceAll(/\{[^}]*\}/g, "...")
    .replaceAll(/\\./g, " ")
    .trim();
  return plain.length <= 120 ? plain : "";
}

/** `InvalidUsage.user_not_found` is named by the class. */
export function ofFactory(name: string): string {
  const parts = name.split(".");
  const known = parts.findLastIndex((part) => /^_*[A-Z]/.test(part));
  return known < 0 ? name : parts.slice(0, known + 1).join(".");
}

/** How the parameters are used in a line. */
function collect(
  source: Source,
  { start, end, nested }: Line,
  { names, uses }: { names: ReadonlySet<string>; uses: Record<string, Use[]> },
): void {
  const put = (name: string, use: Use): void => {
    const list = (uses[name] ??= []);
    if (list.length < 12 && !list.some((other) => JSON.stringify(other) === JSON.stringify(use)))
      list.push(use);
  };
  const open: { readonly of: string; position: number }[] = [];
  const first = source.word(start);
  for (let index = start; index < end; index++) {
    const kind = source.kind(index);
    const word = source.word(index);
    if (kind === "op") {
      if ("([{".includes(word))
        open.push({ of: word === "(" ? chainBefore(source, index, start) : "", position: 0 });
      else if (")]}".includes(word)) open.pop();
      else if (word === ",") {
        const top = open.at(-1);
        if (top) top.position += 1;
      }
    }
    if (kind === "string" && /^[a-z]*[ft]/i.test(word.slice(0, 2)))
      for (const [name] of word.matchAll(/[^\W\d]\w*/gu)) if (names.has(name)) uses[name] ??= []; // used, in whatever way
    if (kind !== "name" || !names.has(word)) continue;
    const [before, next] = [source.word(index - 1), source.word(index + 1)];
    if (before === "." || (next === "=" && open.length > 0 && open.at(-1)?.of)) continue;
    uses[word] ??= [];
    const top = open.at(-1);
    const use = useOf(source, index, { before, next, top, first });
    if (use) put(word, use);
    else if (first === "return" && end - start === 2) put(word, { kind: "returned" });
    else if (
      !nested && before === "=" && next === ""
        ? false
        : source.word(start + 1) === "." && source.word(index - 1) === "=" && open.length === 0
    )
      put(word, { kind: "stored", in: source.between(start, index - 1) });
  }
}

function useOf(
  source: Source,
  index: number,
  {
    before,
    next,
    top,
    first,
  }: {
    before: string;
    next: string;
    top: { readonly of: string; readonly position: number } | undefined;
    first: string;
  },
): Use | undefined {
  if (next === ".") return { kind: "field", name: source.word(index + 2) };
  if (next === "(") return { kind: "called", code: text(source, index, closing(source, index + 1) + 1) };
  if (first === "for" && before === "in" && !top) return { kind: "iterated" };
  if (
    top?.of &&
    (before === "(" || before === "," || before === "*" || before === "**") &&
    (next === "," || next === ")")
  )
    return { kind: "argument", of: top.of, position: top.position };
  if (top?.of && before === "=" && source.kind(index - 2) === "name" && (next === "," || next === ")"))
    return { kind: "argument", of: top.of, position: -1 };
  if (comparisons.includes(next) && source.word(index + 3).match(/^[:)\],]?$/))
    return { kind: "compared", code: text(source, index, index + 3) };
  if (
    arithmetic.has(next) &&
    ["name", "number", "string"].includes(source.kind(index + 2)) &&
    source.word(index + 3) !== "("
  )
    return { kind: "computed", code: text(source, index, index + 3) };
  if (arithmetic.has(before) && ["name", "number", "string"].includes(source.kind(index - 2)))
    return { kind: "computed", code: text(source, index - 2, index + 1) };
  if (next === "is" || ["if", "elif", "not", "and", "or", "while"].includes(before))
    return { kind: "tested" };
  return undefined;
}

function chainBefore(source: Source, opening: number, start: number): string {
  let from = opening;
  if (source.kind(from - 1) !== "name") return "";
  from -= 1;
  while (from - 2 >= start && source.word(from - 1) === "." && source.kind(from - 2) === "name") from -= 2;
  const name = source.between(from, opening);
  return /^(?:if|elif|while|and|or|not|in|return|yield|print|await|lambda|is|assert|else|for)$/.test(name)
    ? ""
    : name.replaceAll(/\s+/g, "");
}

/** Annotated names of a class's body, and what `__init__` sets. */
function membersOf(source: Source, { colon, after }: Block): readonly Member[] {
  const found = new Map<string, Member>();
  for (const { start, end, inner, nested } of linesOf(source, colon + 1, after)) {
    const name = source.word(start);
    if (nested) {
      const own = name === "self" && source.word(start + 1) === "." ? source.word(start + 2) : "";
      if (own && !own.startsWith("_") && ["=", ":"].includes(source.word(start + 3)) && !found.has(own))
        found.set(own, { name: own, optional: false });
    } else if (
      !inner &&
      source.kind(start) === "name" &&
      [":", "="].includes(source.word(start + 1)) &&
      !heads.has(name) &&
      !name.startsWith("_")
    ) {
      const equals = source.find("=", start, end);
      const type = source.word(start + 1) === ":" ? text(source, start + 2, equals > 0 ? equals : end) : "";
      const value = equals > 0 ? text(source, equals + 1, end) : "";
      found.set(name, { name, optional: false, ...(type && { type }), ...(value && { value }) });
    }
  }
  return [...found.values()].slice(0, 60);
}

function decoratorsOf(source: Source, { first, colon, keyword }: Block): readonly string[] {
  const found: string[] = [];
  for (let index = first; index < colon && source.word(index) === "@";) {
    let end = index;
    while (source.kind(end) !== "newline" && end < colon) end += 1;
    found.push(text(source, index + 1, end));
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

function markedIn(source: Source): readonly Marked[] {
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

/** What is special about each declaration, by where it starts. */
export const traitsIn = (source: Source): ReadonlyMap<number, ReadonlySet<Trait>> =>
  new Map(markedIn(source).map(({ start, traits }) => [start, new Set(traits)]));

/** One study a declaration, by where it starts. */
export function studiesOf(
  source: Source,
  parametersOf: (start: number) => readonly string[],
): ReadonlyMap<number, Study> {
  const found = new Map<number, Study>();
  for (const { block, start, decorators, traits } of markedIn(source)) {
    const empty = { steps: [], returns: [], uses: {}, throws: [] };
    const { yields, ...body } =
      block.keyword === "def"
        ? studyBody(source, block, new Set(parametersOf(start)))
        : { ...empty, yields: false };
    found.set(start, {
      traits: new Set<Trait>(yields ? [...traits, "generator"] : traits),
      decorators,
      generics: [],
      bases: block.keyword === "class" ? basesOf(source, block) : [],
      members: block.keyword === "class" ? membersOf(source, block) : [],
      ...body,
      fields: {},
    });
  }
  return found;
}

function traitsOf(source: Source, block: Block, decorators: readonly string[]): Trait[] {
  const traits: Trait[] = [];
  const marked = (pattern: RegExp): boolean => decorators.some((one) => pattern.test(one));
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

export function basesOf(source: Source, { colon, head }: Block): readonly string[] {
  const opening = source.find("(", head, colon);
  if (opening < 0) return [];
  return split(source, opening + 1, closing(source, opening)).flatMap(([a, b]) =>
    source.find("=", a, b) > 0 ? [] : [text(source, a, b)],
  );
}

/** Constants have no docstring in Python: nothing is said about them. */
export const constantStudy: Study = { ...nothingStudied, traits: new Set<Trait>(["alias"]) };
