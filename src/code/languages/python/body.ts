import type { Declaration, Given } from "../../language.ts";
import type { Made } from "../gathered.ts";
import { type Around, Gathered, outermost } from "./gathered.ts";
import { closingOf, givenAt, givenByName, managers } from "./given.ts";
import { handled } from "./handlers.ts";
import type { Source } from "./structure.ts";
import { ofFactory } from "./study.ts";
import { lastName } from "../../../lib/index.ts";

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

export interface Body {
  readonly facts: Pick<Declaration, "raises" | "calls" | "gives" | "perhaps">;
  /** What it calls itself, and not in a function within that runs later. */
  readonly own: ReadonlySet<string>;
  /** What the handlers around its `yield` take. */
  readonly yields?: readonly string[];
}

/** Inside a function that is given to something, or that only may run later. */
const within = (around: Around, given: Given | undefined): Around =>
  given && (!around.nested || around.perhaps)
    ? { ...around, nested: true, perhaps: true, given: [...around.given, given] }
    : { ...around, nested: true, perhaps: false };

/** What a function's own body raises and calls, from token `from` to before `to`. */
export function bodyFacts(
  source: Source,
  from: number,
  to: number,
  types: ReadonlyMap<string, string> = new Map(),
): Body {
  const gathered = new Gathered();
  const perhaps = new Gathered();
  const own = new Set<string>();
  const errors = new Map<string, Set<string>>(); // where a variable is made of several
  const gives = new Set<string>();
  let lambda = 0; // where the last one ends
  let lambdaGiven: Given | undefined;
  let returned = 0; // where what keeps errors in place of raising them ends
  const made = new Map(types);
  const stack: Around[] = [outermost];
  const conditions: (string | undefined)[] = [];
  let next: Around | undefined;
  let colon = -1; // of the head on this line
  let fresh = true;
  const onOf = (name: string): string | undefined => {
    const dot = name.indexOf(".");
    const on = dot >= 0 && !name.includes(".", dot + 1) ? made.get(name.slice(0, dot)) : undefined;
    return on?.replace(/\(\)$/, "");
  };
  const put = (name: string, around: Around): void => {
    gathered.put(name, around, { on: onOf(name) });
    if (!around.nested) own.add(name);
    else if (around.perhaps) perhaps.put(name, { ...around, nested: false }, { on: onOf(name) });
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
    const whole = index < returned ? { ...line, catches: [...line.catches, "*"] } : line;
    const top = index < lambda ? within(whole, lambdaGiven) : whole;
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
            given: (name) => givenByName(source, name, [from, to]),
          })
        : top;
      if (word === "if" || word === "elif") conditions[stack.length] = next.when;
      const value = source.is(index + 1, "=") ? index + 2 : -1;
      const type = value > 0 && source.kind(value) === "name" ? dotted(source, value) : "";
      const isCall = type && source.is(value + type.split(".").length * 2 - 1, "(");
      const held =
        type && type !== "None" && /^_*[A-Z]/.test(lastName(type)) ? type : isCall ? `${type}()` : "";
      if (held) {
        made.set(word, held);
        const all = errors.get(word) ?? new Set();
        errors.set(word, all.add(held));
        const other = source.find(["else"], value);
        if (other > 0 && source.find(["if"], value, other) > 0) all.add(dotted(source, other + 1));
      }
      fresh = false;
    }
    // `sorted(…, key=lambda x: …)` calls it at once
    const key = word === "lambda" && source.is(index - 1, "=") && source.word(index - 2) === "key";
    if (word === "lambda" && !key) {
      lambda = expressionEnd(source, index, to);
      lambdaGiven = givenAt(source, index, from);
    }
    if (word === "gather" && opens) {
      const end = closingOf(source, index + 1, to);
      if (/\breturn_exceptions\s*=\s*True\b/.test(source.between(index + 1, end))) returned = end;
    }
    if ((word === "create_task" || word === "ensure_future") && opens && isLeft(source, index, to))
      returned = closingOf(source, index + 1, to);
    if (word === "raise" && (!top.nested || top.perhaps))
      for (const one of raisedBy(source, index + 1, { made, errors }))
        (top.nested ? perhaps : gathered).raise(one, top);
    if (word === "yield" && !top.nested) put("yield", top);
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
      else gathered.read(name, top, onOf(name));
    }
  }
  const yields = gathered.calls.get("yield");
  gathered.calls.delete("yield");
  return {
    own,
    ...(yields && { yields: yields.caught ? ["*"] : (yields.catches ?? []) }),
    facts: {
      ...gathered.facts,
      ...(gives.size && { gives: [...gives] }),
      ...(!perhaps.isEmpty && { perhaps: perhaps.facts }),
    },
  };
}

/** Whether what a call gives isn't used in its function: a task that runs by itself. */
function isLeft(source: Source, at: number, to: number): boolean {
  let first = at;
  while (source.isDot(first - 1) && source.kind(first - 2) === "name") first -= 2;
  const before = source.kind(first - 1);
  if (before === "newline" || before === "indent" || before === "dedent" || before === "comment") return true;
  if (!source.is(first - 1, "=") || !source.isDot(first - 3)) return false;
  const field = source.word(first - 2);
  for (let index = at; index < to; index++) if (source.is(index, field)) return false;
  return true;
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

/** `with C(…)` runs what C does on entering and on leaving. */
function entered(source: Source, from: number, to: number, put: (name: string) => void): void {
  const colon = source.find([":"], from, to);
  for (let index = from + 1; index < colon; index++) {
    const name = dotted(source, index);
    const end = index + name.split(".").length * 2 - 1;
    if (name && /^_*[A-Z]/.test(lastName(name)) && source.is(end, "("))
      for (const method of source.is(from - 1, "async")
        ? ["__aenter__", "__aexit__"]
        : ["__enter__", "__exit__"])
        put(`${name}.${method}`);
    index = source.find([","], index, colon);
    if (index < 0) return;
  }
}

interface Held {
  readonly made: ReadonlyMap<string, string>;
  readonly errors: ReadonlyMap<string, ReadonlySet<string>>;
}

/** `raise A if x else B` raises both, and so does a variable that is made of either. */
function raisedBy(source: Source, from: number, { made, errors }: Held): readonly Made[] {
  const several = source.isDot(from + 1) ? undefined : errors.get(source.word(from));
  if (several && several.size > 1) return [...several].flatMap(errorOf);
  const test = source.find(["if"], from);
  const other = test > 0 ? source.find(["else"], test) : -1;
  return [...raised(source, from, made), ...(other > 0 ? raised(source, other + 1, made) : [])];
}

/** The class of what is raised; nothing for what is raised again or came from elsewhere. */
function raised(source: Source, from: number, made: ReadonlyMap<string, string>): readonly Made[] {
  const name = dotted(source, from);
  const end = from + name.split(".").length * 2 - 1;
  if (lastName(name) === "cast" && source.is(end, "(")) return raised(source, end + 1, made);
  if (!name || source.is(end, "[")) return [];
  return errorOf(made.get(name) ?? (source.is(end, "(") ? `${name}()` : name));
}

/** What `C`, `C()` or `make()` stands for. */
function errorOf(whole: string): readonly Made[] {
  const plain = whole.replace(/\(\)$/, "");
  const type = ofFactory(plain);
  const known = /^_*[A-Z]/.test(lastName(type)) && type !== "None";
  if (known && /^_*[A-Z][A-Z\d_]+$/.test(plain)) return [{ type, by: plain }]; // a constant may hold it
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
  /** What it is given to there. */
  given(name: string): Given | undefined;
}

function around(word: string, line: Line): Around {
  const { top, condition, last: before, source, index } = line;
  if (word === "if" || word === "elif") return { ...top, when: condition };
  if (word === "else" && before) return { ...top, when: `not (${before})` };
  if (word === "try") return { ...top, catches: [...top.catches, ...handled(source, index)] };
  const async = word === "async" ? source.word(index + 1) : "";
  if (word === "with" || async === "with") return inWith(line, index + (async ? 1 : 0));
  if (word === "def" || async === "def") {
    const name = source.word(index + (async ? 2 : 1));
    return line.calls(name) ? top : within(top, line.given(name));
  }
  return word === "class" ? { ...top, nested: true, perhaps: false } : top;
}

function inWith({ top, condition, source }: Line, at: number): Around {
  const [, suppressed] = /\bsuppress\(([^)]*)\)/.exec(condition) ?? [];
  const given = managers(source, at, source.find([":"], at));
  return {
    ...top,
    catches: [...top.catches, ...(suppressed?.split(/[\s,]+/).filter(Boolean) ?? [])],
    given: [...top.given, ...given],
  };
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
