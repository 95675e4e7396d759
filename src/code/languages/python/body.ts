import type { Call, Declaration } from "../../language.ts";
import type { Source } from "./structure.ts";
import { ofFactory } from "./study.ts";

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

const everything = new Set(["Exception", "BaseException", "*"]);

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

const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** Whether handlers of these classes take an error, as far as Python's own classes tell. */
export const takes = (catches: readonly string[], type: string): boolean =>
  catches.some((one) => {
    const name = last(one);
    return everything.has(name) || name === last(type) || (above[last(type)] ?? []).includes(name);
  });

/** What a function's own body raises and calls, from token `from` to before `to`. */
export function bodyFacts(
  source: Source,
  from: number,
  to: number,
  types: ReadonlyMap<string, string> = new Map(),
): Pick<Declaration, "raises" | "calls"> {
  const raises: { type: string; when?: string; catches?: readonly string[] }[] = [];
  const calls = new Map<string, Call>();
  const made = new Map(types);
  const stack: Around[] = [outermost];
  const conditions: (string | undefined)[] = [];
  let next: Around | undefined;
  let colon = -1; // of the head on this line
  let fresh = true;
  const put = (name: string, { catches, nested }: Around, read?: boolean): void => {
    const known = calls.get(name);
    const [owner = "", ...rest] = name.split(".");
    const on = rest.length === 1 ? made.get(owner) : undefined;
    const all = nested || catches.some((one) => everything.has(last(one)));
    const caught = all && (known?.caught ?? true);
    const narrow =
      known && !known.caught ? (known.catches ?? []).filter((one) => catches.includes(one)) : catches;
    calls.set(name, {
      name,
      caught,
      ...(narrow.length && !caught && { catches: narrow }),
      ...(on && { on }),
      ...(read && { read }),
    });
  };
  const called = (name: string): boolean => {
    for (let index = from; index < to; index++)
      if (source.word(index) === name && source.word(index + 1) === "(" && source.word(index - 1) !== "def")
        return true;
    return false;
  };
  for (let index = from; index < to; index++) {
    const kind = source.kind(index);
    const below = stack.at(-1) ?? outermost;
    const top = next && colon >= 0 && index > colon ? next : below;
    if (kind === "newline") [fresh, colon] = [true, -1];
    if (kind === "indent") stack.push(next ?? below);
    if (kind === "dedent" && stack.length > 1) stack.pop();
    if (kind !== "name") {
      if (kind === "op" || kind === "string") fresh = false;
      continue;
    }
    const word = source.word(index);
    if (fresh) {
      colon = source.find([":"], index, to);
      next = around(word, {
        top,
        condition: colon > 0 ? source.between(index + 1, colon) : "",
        last: conditions[stack.length],
        source,
        index,
        calls: called,
      });
      if (word === "if" || word === "elif") conditions[stack.length] = next.when;
      const value = source.word(index + 1) === "=" ? index + 2 : -1;
      const type = value > 0 && source.kind(value) === "name" ? dotted(source, value) : "";
      if (/^_*[A-Z]/.test(last(type))) made.set(word, type);
      fresh = false;
    }
    if (word === "raise" && !top.nested) {
      const type = raised(source, index + 1, made);
      const { when, catches } = top;
      if (type && !takes(catches, type) && !raises.some((one) => one.type === type && one.when === when))
        raises.push({ type, ...(when && { when }), ...(catches.length && { catches }) });
    }
    const after = source.word(index + 1);
    const before = source.word(index - 1);
    if (after === "(" && !keywords.has(word) && before !== "def" && before !== "class")
      put(dottedBefore(source, index, from), top);
    else if (word === "self" && after === "[") put("self.__getitem__", top);
    else if (
      before === "." &&
      source.word(index - 2) === "self" &&
      after !== "=" &&
      source.word(index - 3) !== "." &&
      !calls.has(`self.${word}`)
    )
      put(`self.${word}`, top, true);
  }
  return { raises, calls: [...calls.values()] };
}

/** The class of what is raised; empty for what is raised again or came from elsewhere. */
function raised(source: Source, from: number, made: ReadonlyMap<string, string>): string {
  const name = dotted(source, from);
  const variable = made.get(name);
  if (variable) return ofFactory(variable);
  const type = ofFactory(name);
  return /^_*[A-Z]/.test(last(type)) ? type : "";
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
  const async = word === "async" && source.word(index + 1) === "def";
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

/** A handler that raises what it took lets it pass. */
function passesOn(source: Source, colon: number, name: string | undefined): boolean {
  let depth = 0;
  for (let index = colon + 1; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    if (kind === "dedent" && --depth <= 0) return false;
    if (kind === "newline" && depth === 0 && index > colon + 1) return false;
    if (kind !== "name" || source.word(index) !== "raise") continue;
    if (
      source.kind(index + 1) === "newline" ||
      (name && source.word(index + 1) === name && source.kind(index + 2) === "newline")
    )
      return true;
  }
  return false;
}

function dotted(source: Source, from: number): string {
  if (source.kind(from) !== "name") return "";
  let name = source.word(from);
  for (let index = from + 1; source.word(index) === "." && source.kind(index + 1) === "name"; index += 2)
    name += `.${source.word(index + 1)}`;
  return name;
}

function dottedBefore(source: Source, at: number, from: number): string {
  let name = source.word(at);
  let index = at - 1;
  for (; index > from && source.word(index) === "." && source.kind(index - 1) === "name"; index -= 2)
    name = `${source.word(index - 1)}.${name}`;
  // super().name(…)
  if (source.word(index) === "." && source.word(index - 1) === ")" && source.word(index - 3) === "super")
    return `super.${name}`;
  return source.word(index) === "." ? `().${name}` : name;
}
