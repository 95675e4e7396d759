import type { Call, Declaration } from "../../language.ts";
import type { Source } from "./structure.ts";
import { ofFactory } from "./study.ts";
import { lastName } from "../../../lib/index.ts";

interface Around {
  /** What handlers around take; `*` for everything. */
  readonly catches: readonly string[];
  readonly when: string | undefined;
  readonly nested: boolean;
}

const outermost: Around = { catches: [], when: undefined, nested: false };

const keywords = new Set(
  "if elif while for return yield await not and or in is lambda else assert del raise with except import from match case".split(
    " ",
  ),
);

/** What begins a block, or a line of one. */
const heads = new Set("if elif else for while with try except finally def class async match case".split(" "));

const opening = 40;
/** How the words begin that say something where they stand alone: lambda, raise, return, with, self. */
const tells = new Set([..."lrws"].map((letter) => letter.charCodeAt(0)));

const everything = new Set(["Exception", "BaseException", "*"]);
/** What `except Exception` lets pass. */
const outside = new Set([
  "SystemExit",
  "KeyboardInterrupt",
  "GeneratorExit",
  "CancelledError",
  "BaseException",
]);

/** The classes above those that Python itself raises, as far as handlers name them. */
const above: Readonly<Record<string, readonly string[]>> = {
  KeyError: ["LookupError"],
  IndexError: ["LookupError"],
  UnicodeDecodeError: ["UnicodeError", "ValueError"],
  UnicodeEncodeError: ["UnicodeError", "ValueError"],
  UnicodeError: ["ValueError"],
  JSONDecodeError: ["ValueError"],
  ModuleNotFoundError: ["ImportError"],
  FileNotFoundError: ["OSError", "IOError"],
  FileExistsError: ["OSError", "IOError"],
  PermissionError: ["OSError", "IOError"],
  ConnectionError: ["OSError"],
  TimeoutError: ["OSError"],
  ZeroDivisionError: ["ArithmeticError"],
  OverflowError: ["ArithmeticError"],
  NotImplementedError: ["RuntimeError"],
  RecursionError: ["RuntimeError"],
};

/** Whether handlers of these classes take an error, as far as Python's own classes tell. */
export const takes = (catches: readonly string[], type: string): boolean =>
  catches.some((one) => {
    const name = lastName(one);
    const all = everything.has(name) && !(name === "Exception" && outside.has(lastName(type)));
    return all || name === lastName(type) || (above[lastName(type)] ?? []).includes(name);
  });

/** What a function's own body raises and calls, from token `from` to before `to`. */
export function bodyFacts(
  source: Source,
  from: number,
  to: number,
  types: ReadonlyMap<string, string> = new Map(),
): Pick<Declaration, "raises" | "calls" | "gives"> {
  const raises: { type: string; by?: string; when?: string; catches?: readonly string[] }[] = [];
  const calls = new Map<string, Call>();
  const gives = new Set<string>();
  let lambda = 0; // where the last one ends
  let gathered = 0; // where what gives errors back in place of raising them ends
  const made = new Map(types);
  const stack: Around[] = [outermost];
  const conditions: (string | undefined)[] = [];
  let next: Around | undefined;
  let colon = -1; // of the head on this line
  let fresh = true;
  const put = (name: string, { catches, nested }: Around, read = false): void => {
    const known = calls.get(name);
    const dot = name.indexOf(".");
    const on = dot >= 0 && !name.includes(".", dot + 1) ? made.get(name.slice(0, dot)) : undefined;
    const all = nested || catches.some((one) => everything.has(lastName(one)));
    const caught = all && (known?.caught ?? true);
    const narrow =
      known && !known.caught ? (known.catches ?? []).filter((one) => catches.includes(one)) : catches;
    const call: { -readonly [K in keyof Call]: Call[K] } = { name, caught };
    if (narrow.length && !caught) call.catches = narrow;
    if (on) call.on = on.replace(/\(\)$/, "");
    if (read) call.read = true;
    calls.set(name, call);
  };
  const called = (name: string): boolean => {
    for (let index = from; index < to; index++)
      if (source.word(index) === name && source.is(index + 1, "(") && !source.is(index - 1, "def"))
        return true;
    return false;
  };
  for (let index = from; index < to; index++) {
    const kind = source.kind(index);
    if (kind !== "name") {
      if (kind === "op" || kind === "string") fresh = false;
      else if (kind === "newline") {
        fresh = true;
        colon = -1;
      } else if (kind === "indent") stack.push(next ?? stack.at(-1) ?? outermost);
      else if (kind === "dedent" && stack.length > 1) stack.pop();
      continue;
    }
    const opens = source.code(index + 1) === opening;
    const member = source.isDot(index - 1);
    if (!fresh && !opens && !member && !tells.has(source.code(index))) continue; // most names say nothing
    const below = stack.at(-1) ?? outermost;
    const line = next && colon >= 0 && index > colon ? next : below;
    const whole = index < gathered ? { ...line, catches: [...line.catches, "*"] } : line;
    const top = index < lambda ? { ...whole, nested: true } : whole;
    const word = source.word(index);
    if (fresh) {
      colon = heads.has(word) ? source.find([":"], index, to) : -1;
      next = heads.has(word)
        ? around(word, {
            top,
            condition: colon > 0 ? source.between(index + 1, colon) : "",
            last: conditions[stack.length],
            source,
            index,
            calls: called,
          })
        : top;
      if (word === "if" || word === "elif") conditions[stack.length] = next.when;
      const value = source.is(index + 1, "=") ? index + 2 : -1;
      const type = value > 0 && source.kind(value) === "name" ? dotted(source, value) : "";
      const isCall = type && source.is(value + type.split(".").length * 2 - 1, "(");
      if (type && type !== "None" && /^_*[A-Z]/.test(lastName(type))) made.set(word, type);
      else if (isCall) made.set(word, `${type}()`);
      fresh = false;
    }
    // `sorted(…, key=lambda x: …)` calls it at once
    const key = word === "lambda" && source.is(index - 1, "=") && source.word(index - 2) === "key";
    if (word === "lambda" && !key) lambda = expressionEnd(source, index, to);
    if (word === "gather" && opens) {
      const end = closingOf(source, index + 1, to);
      if (/\breturn_exceptions\s*=\s*True\b/.test(source.between(index + 1, end))) gathered = end;
    }
    if (word === "raise" && !top.nested)
      for (const { type, by } of raisedBy(source, index + 1, made)) {
        const { when, catches } = top;
        const known = raises.some((one) => one.type === type && one.when === when && one.by === by);
        if (known || (type && takes(catches, type))) continue;
        raises.push({ type, ...(by && { by }), ...(when && { when }), ...(catches.length && { catches }) });
      }
    if (word === "return" && !top.nested) {
      const type = dotted(source, index + 1);
      if (/^_*[A-Z]\w*[a-z]/.test(lastName(type)) && source.is(index + type.split(".").length * 2, "("))
        gives.add(type);
    }
    const before = member ? "." : source.word(index - 1);
    if (word === "with") entered(source, index, to, (name) => put(name, top));
    if (opens && !keywords.has(word) && before !== "def" && before !== "class")
      put(dottedBefore(source, index, from), top);
    else if (word === "self" && source.is(index + 1, "[")) put("self.__getitem__", top);
    else if (member && !source.isDot(index - 3)) {
      const owner = source.word(index - 2);
      const name = `${owner}.${word}`;
      if (owner !== "self" && !made.has(owner)) continue;
      if (source.is(index + 1, "=")) put(`${name}=`, top);
      else if (!calls.has(name)) put(name, top, true);
    }
  }
  return { raises, calls: [...calls.values()], ...(gives.size && { gives: [...gives] }) };
}

/** The place of the bracket that closes the one at `from`. */
function closingOf(source: Source, from: number, to: number): number {
  let depth = 0;
  for (let index = from; index < to; index++) {
    if (source.kind(index) !== "op") continue;
    if (source.is(index, "(")) depth += 1;
    if (source.is(index, ")") && --depth === 0) return index;
  }
  return to;
}

/** The end of an expression that begins at a token: a comma, a closing bracket or the end of the line outside brackets. */
function expressionEnd(source: Source, from: number, to: number): number {
  let depth = 0;
  let parameters = true; // a lambda's own commas come before its colon
  for (let index = from; index < to; index++) {
    const word = source.kind(index) === "op" ? source.word(index) : "";
    if (word === ":" && depth === 0) parameters = false;
    if (word && "([{".includes(word)) depth += 1;
    if (word && ")]}".includes(word) && --depth < 0) return index;
    if ((word === "," && depth === 0 && !parameters) || source.kind(index) === "newline") return index;
  }
  return to;
}

/** `with C(…)` runs what C does on entering. */
function entered(source: Source, from: number, to: number, put: (name: string) => void): void {
  const colon = source.find([":"], from, to);
  for (let index = from + 1; index < colon; index++) {
    const name = dotted(source, index);
    const end = index + name.split(".").length * 2 - 1;
    if (name && /^_*[A-Z]/.test(lastName(name)) && source.is(end, "(")) put(`${name}.__enter__`);
    index = source.find([","], index, colon);
    if (index < 0) return;
  }
}

interface Made {
  /** Empty where only the call that makes it is known. */
  readonly type: string;
  readonly by?: string;
}

/** `raise A if x else B` raises both. */
function raisedBy(source: Source, from: number, made: ReadonlyMap<string, string>): readonly Made[] {
  const test = source.find(["if"], from);
  const other = test > 0 ? source.find(["else"], test) : -1;
  return [...raised(source, from, made), ...(other > 0 ? raised(source, other + 1, made) : [])];
}

/** The class of what is raised; nothing for what is raised again or came from elsewhere. */
function raised(source: Source, from: number, made: ReadonlyMap<string, string>): readonly Made[] {
  const name = dotted(source, from);
  if (!name) return [];
  const called = source.is(from + name.split(".").length * 2 - 1, "(");
  const whole = made.get(name) ?? (called ? `${name}()` : name);
  const plain = whole.replace(/\(\)$/, "");
  const type = ofFactory(plain);
  const known = /^_*[A-Z]/.test(lastName(type)) && type !== "None";
  if (known && /^_*[A-Z]/.test(lastName(plain))) return [{ type }];
  return whole.endsWith("()") ? [{ type: known ? type : "", by: plain }] : known ? [{ type }] : [];
}

interface Line {
  readonly top: Around;
  readonly condition: string;
  readonly last: string | undefined;
  readonly source: Source;
  readonly index: number;
  /** Whether a name is called somewhere in the body. */
  calls(name: string): boolean;
}

function around(word: string, { top, condition, last: before, source, index, calls }: Line): Around {
  if (word === "if" || word === "elif") return { ...top, when: condition };
  if (word === "else" && before) return { ...top, when: `not (${before})` };
  if (word === "try") return { ...top, catches: [...top.catches, ...handled(source, index)] };
  if (word === "with" && /\bsuppress\(/.test(condition))
    return {
      ...top,
      catches: [...top.catches, ...(/\bsuppress\(([^)]*)\)/.exec(condition)?.[1]?.split(/[\s,]+/) ?? [])],
    };
  const async = word === "async" && source.is(index + 1, "def");
  if (word === "def" || async) return { ...top, nested: !calls(source.word(index + (async ? 2 : 1))) };
  if (word === "class") return { ...top, nested: true };
  return top;
}

/** What the handlers of a `try` take and don't raise again. */
function handled(source: Source, from: number): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  for (let index = from + 1; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    if (kind === "dedent") depth -= 1;
    if (depth < 0) break;
    if (depth > 0 || kind !== "name" || index < from + 3) continue;
    const word = source.word(index);
    const starts =
      source.kind(index - 1) === "dedent" ||
      source.kind(index - 1) === "newline" ||
      source.kind(index - 1) === "comment";
    if (!starts) continue;
    if (word !== "except" && word !== "else" && word !== "finally") break;
    if (word === "finally" && returns(source, index)) found.push("*");
    if (word !== "except") continue;
    const colon = source.find([":"], index);
    const head = source.between(index + 1, colon);
    const [, names = "", as] = /^([\s\S]*?)(?:\s+as\s+(\w+))?$/.exec(head) ?? [];
    if (!passesOn(source, colon, as))
      found.push(
        ...(names
          ? names
              .replaceAll(/[()\s*]/g, "")
              .split(",")
              .filter(Boolean)
          : ["*"]),
      );
  }
  return found;
}

/** A `finally` that returns gives that in place of any error. */
function returns(source: Source, from: number): boolean {
  let depth = 0;
  for (let index = from + 1; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    if (kind === "dedent" && --depth <= 0) return false;
    if (depth === 1 && kind === "name" && source.is(index, "return")) return true;
  }
  return false;
}

/** A handler that raises what it took lets it pass. */
function passesOn(source: Source, colon: number, name: string | undefined): boolean {
  let depth = 0;
  for (let index = colon + 1; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    const ends =
      (kind === "dedent" && --depth <= 0) || (kind === "newline" && depth === 0 && index > colon + 1);
    if (ends) return name !== undefined && keptFor(source, colon, index, name);
    if (kind !== "name" || !source.is(index, "raise")) continue;
    if (
      source.kind(index + 1) === "newline" ||
      (name && source.word(index + 1) === name && source.kind(index + 2) === "newline")
    )
      return true;
  }
  return false;
}

/** `saved = error` in a handler, and `raise saved` below it. */
function keptFor(source: Source, from: number, to: number, name: string): boolean {
  for (let index = from; index < to; index++)
    if (source.is(index, "=") && source.word(index + 1) === name && source.kind(index + 2) === "newline") {
      const variable = source.word(index - 1);
      for (let after = index; after < source.all.length && !source.is(after, "def"); after++)
        if (source.is(after, "raise") && source.word(after + 1) === variable) return true;
    }
  return false;
}

function dotted(source: Source, from: number): string {
  if (source.kind(from) !== "name") return "";
  let last = from;
  while (source.isDot(last + 1) && source.kind(last + 2) === "name") last += 2;
  return chain(source, from, last);
}

/** Names with dots between them: nearly always without anything else. */
function chain(source: Source, from: number, last: number): string {
  const text = source.between(from, last + 1);
  return last === from || !/[^\w.]/.test(text) ? text : joined(source, from, last);
}

function joined(source: Source, from: number, last: number): string {
  let name = source.word(from);
  for (let index = from + 2; index <= last; index += 2) name += `.${source.word(index)}`;
  return name;
}

function dottedBefore(source: Source, at: number, from: number): string {
  let first = at;
  while (first - 1 > from && source.isDot(first - 1) && source.kind(first - 2) === "name") first -= 2;
  const name = chain(source, first, at);
  if (!source.isDot(first - 1)) return name;
  // super().name(…)
  return source.is(first - 2, ")") && source.is(first - 4, "super") ? `super.${name}` : `().${name}`;
}
