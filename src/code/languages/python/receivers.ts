import type { Receiver } from "../../language.ts";
import { reach } from "../gathered.ts";
import { type Block, blocksOf, type Source } from "./structure.ts";

/** Maximum number of tokens searched backwards for the receiving call. */
const furthest = 400;

/** Returns the call whose argument a token is, or begins. */
export function receiverAt(source: Source, position: number, from: number): Receiver | undefined {
  const name =
    source.is(position - 1, "=") && source.kind(position - 2) === "name" ? source.word(position - 2) : "";
  let [depth, place] = [0, 0];
  for (let index = position - 1; index > from && index > position - furthest; index--) {
    if (source.kind(index) === "newline") return undefined;
    if (source.kind(index) !== "op") continue;
    if (depth === 0 && source.is(index, ",")) place += 1;
    depth -= source.bracket(index);
    if (depth >= 0) continue;
    const to = source.is(index, "(") ? chainBefore(source, index) : "";
    return to ? { to, at: name ? `${name}=` : place } : undefined;
  }
  return undefined;
}

/** Returns `a.b` before a bracket. */
function chainBefore(source: Source, opening: number): string {
  let from = opening - 1;
  if (source.kind(from) !== "name") return "";
  while (source.isDot(from - 1) && source.kind(from - 2) === "name") from -= 2;
  return source.isDot(from - 1) ? "" : source.between(from, opening).replaceAll(/\s+/g, "");
}

/** How a body uses the names of its inner functions. */
export interface Used {
  /** Called by the body, or by an inner function that is called. */
  readonly called: ReadonlySet<string>;
  /** Positions where a name may be an argument. */
  readonly handed: ReadonlyMap<string, readonly number[]>;
}

export function usedIn(source: Source, from: number, to: number): Used {
  const called = new Set<string>();
  const handed = new Map<string, number[]>();
  const within = new Map<string, Set<string>>();
  const open: Block[] = [];
  const blocks = blocksOf(source);
  let next = firstFrom(blocks, from);
  const names = namesFrom(blocks, next, to);
  const letters = new Set([...names].map((name) => name.charCodeAt(0)));
  /** Position where the innermost function changes. */
  let border = from;
  let calls = called;
  for (let index = from; index < to; index++) {
    if (index >= border) {
      for (let top = open.at(-1); top && top.after <= index; top = open.at(-1)) open.pop();
      for (let block = blocks[next]; block && block.colon <= index; block = blocks[next]) {
        if (block.keyword === "def") open.push(block);
        next += 1;
      }
      const top = open.at(-1);
      calls = top ? (within.get(top.name) ?? new Set()) : called;
      if (top) within.set(top.name, calls);
      border = Math.min(top?.after ?? to, blocks[next]?.colon ?? to);
    }
    if (source.kind(index) !== "name" || !letters.has(source.code(index))) continue;
    const word = source.word(index);
    if (!names.has(word)) continue;
    if (source.is(index + 1, "(")) {
      if (!source.is(index - 1, "def")) calls.add(word);
      continue;
    }
    const before = source.is(index - 1, "(") || source.is(index - 1, ",") || source.is(index - 1, "=");
    if (!before || !(source.is(index + 1, ",") || source.is(index + 1, ")"))) continue;
    const places = handed.get(word);
    if (places) places.push(index);
    else handed.set(word, [index]);
  }
  reach(called, handed.keys(), within);
  return { called, handed };
}

/** Returns the names of functions among blocks, from an index up to a token. */
function namesFrom(blocks: readonly Block[], first: number, to: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (let index = first; index < blocks.length; index++) {
    const block = blocks[index];
    if (!block || block.head >= to) break;
    if (block.keyword === "def") names.add(block.name);
  }
  return names;
}

/** Returns the index of the first block that begins at or after a token. */
function firstFrom(blocks: readonly Block[], from: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle]?.head ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the context managers created in a `with`, by the calls that create them. */
export function contextManagers(source: Source, from: number, colon: number): readonly Receiver[] {
  const found: Receiver[] = [];
  for (let index = from + 1; index < colon; index++) {
    while (source.is(index, "(")) index += 1;
    let end = index;
    while (source.isDot(end + 1) && source.kind(end + 2) === "name") end += 2;
    if (source.kind(index) === "name" && source.is(end + 1, "(")) {
      const close = source.closingOf(end + 1, colon);
      const to = source.between(index, end + 1);
      found.push({ to, at: "with", ...besideIn(source.between(end + 2, close)) });
      end = close;
    }
    index = source.find(",", end + 1, colon);
    if (index < 0) break;
  }
  return found;
}

/** Returns a function's decorators, outermost first. */
export function decoratorsBefore(source: Source, first: number, head: number): readonly Receiver[] {
  const found: Receiver[] = [];
  for (let index = first; index < head; index++) {
    if (!source.is(index, "@")) continue;
    let end = index + 1;
    while (source.isDot(end + 1) && source.kind(end + 2) === "name") end += 2;
    const to = source.between(index + 1, end + 1);
    const called = source.is(end + 1, "(");
    const close = called ? source.closingOf(end + 1, head) : end;
    if (!properties.has(to) && !/\.(?:setter|deleter|getter)$/.test(to))
      found.push({
        to,
        at: called ? "()" : 0,
        ...(called && besideIn(source.between(end + 2, close))),
      });
    index = close;
  }
  return found;
}

/** Python's own decorators: they run the function unchanged. */
const properties = new Set(
  "property cached_property functools.cached_property staticmethod classmethod abstractmethod abc.abstractmethod overload typing.overload override contextmanager contextlib.contextmanager asynccontextmanager contextlib.asynccontextmanager lru_cache functools.lru_cache cache functools.cache wraps functools.wraps".split(
    " ",
  ),
);

/** Returns the classes among the arguments. */
function besideIn(argumentsText: string): Pick<Receiver, "beside"> {
  const found = argumentsText.match(/(?<![\w.])(?:\w+\.)*_*[A-Z]\w*\b(?!\s*[(.])/g) ?? [];
  const beside = found.filter((item) => !["True", "False", "None"].includes(item));
  return beside.length ? { beside } : {};
}
