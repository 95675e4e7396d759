import type { Call, Declaration, Receiver } from "../../language.ts";
import { chain, chainEnd, dottedBefore, isCapital, keywords, ledFrom } from "./chain.ts";
import { type Around, isOfError, within } from "../gathered.ts";
import { Gathered, outermost } from "./gathered.ts";
import { calledIn } from "./holes.ts";
import { receiverAt, contextManagers, type Used, usedIn } from "./receivers.ts";
import { handled } from "./handlers.ts";
import { heads } from "./lines.ts";
import { isOfBareBase } from "../bugs.ts";
import { isUncoveredLine } from "../uncovered.ts";
import { Held } from "./raised.ts";
import type { Source } from "./structure.ts";

/** What a body shows: its facts, and how it uses functions passed to it. */
export interface Body {
  readonly facts: Pick<Declaration, "raises" | "calls" | "gives" | "perhaps">;
  /** Names it calls itself, not in an inner function that runs later. */
  readonly calledNames: ReadonlySet<string>;
  readonly throws?: ReadonlyMap<string, Call>;
  /** Classes caught by the handlers around its `yield`. */
  readonly yields?: readonly string[];
}

/** Reads what a function's own body raises and calls, from token `from` to before `to`. */
export const bodyFacts = (
  source: Source,
  [from, to]: readonly [from: number, to: number],
  types: ReadonlyMap<string, string> = new Map(),
): Body => new Reader(source, [from, to], types).read();

/** First letters of words that matter at any position: lambda, raise, return, self, with. */
const stringPrefixes = new Set([..."lrsw"].map((letter) => letter.charCodeAt(0)));

/** Characters that may follow a name: `(` and `[`. */
const [opening, square] = [40, 91];
/** The first letter in ASCII. */
const firstLetter = 65;

/** Reads a body once, token by token. This is the hot path of reading a file, so it allocates little. */
class Reader {
  readonly #source: Source;
  readonly #from: number;
  readonly #to: number;
  readonly #held: Held;
  readonly #gathered = new Gathered();
  readonly #own = new Set<string>();
  #perhaps: Gathered | undefined;
  #throws: Gathered | undefined;
  #gives: Set<string> | undefined;
  /** Context of each open block. */
  readonly #stack: Around[] = [outermost];
  /** The last `if` condition at each depth. */
  readonly #conditions: (string | undefined)[] = [];
  /** Context of the block that the current line opens. */
  #next: Around | undefined;
  /** Position of the colon of the current line's head. */
  #colon = -1;
  /** Whether a line begins here. */
  #fresh = true;
  /** End of the last lambda, and its receiver. */
  #lambda: { readonly end: number; readonly given: Receiver | undefined } | undefined;
  /** End of the code that stores errors instead of raising them. */
  #returned = 0;
  #uses: Used | undefined;

  constructor(
    source: Source,
    [from, to]: readonly [from: number, to: number],
    types: ReadonlyMap<string, string>,
  ) {
    this.#source = source;
    this.#from = from;
    this.#to = to;
    this.#held = new Held(types);
  }

  read(): Body {
    for (let index = this.#from; index < this.#to; index++) {
      const kind = this.#source.kind(index);
      if (kind === "name") this.#name(index);
      else if (kind === "op") this.#fresh = false;
      else if (kind === "string") this.#text(index);
      else if (kind === "newline") {
        this.#fresh = true;
        this.#colon = -1;
      } else if (kind === "indent") this.#stack.push(this.#next ?? this.#below);
      else if (kind === "dedent" && this.#stack.length > 1) this.#stack.pop();
    }
    return this.#shown;
  }

  get #shown(): Body {
    const { calls } = this.#gathered;
    const yields = calls.get("yield");
    calls.delete("yield");
    return {
      calledNames: this.#own,
      ...(this.#throws && { throws: this.#throws.calls }),
      ...(yields && { yields: yields.caught ? ["*"] : (yields.catches ?? []) }),
      facts: {
        ...this.#gathered.facts,
        ...(this.#gives && { gives: [...this.#gives] }),
        ...(this.#perhaps && !this.#perhaps.isEmpty && { perhaps: this.#perhaps.facts }),
      },
    };
  }

  get #below(): Around {
    return this.#stack.at(-1) ?? outermost;
  }

  /** Handles calls in the substitutions of an f-string: `f"{quoted(name)}"`. */
  #text(index: number): void {
    this.#fresh = false;
    if (this.#source.code(index) < firstLetter) return; // no prefix before the quote
    for (const name of calledIn(this.#source.word(index))) this.#put(name, this.#around(index));
  }

  #name(index: number): void {
    const source = this.#source;
    const letter = source.code(index);
    const after = source.code(index + 1);
    const called = after === opening;
    if (source.isDot(index - 1)) {
      if (called) this.#call(index, source.word(index));
      else this.#field(index);
    } else if (this.#fresh) this.#begin(index, source.word(index), called);
    else if (called || stringPrefixes.has(letter) || (after === square && !this.#held.isEmpty))
      this.#word(index, source.word(index), called);
  }

  #begin(index: number, word: string, called: boolean): void {
    const isHead = heads.has(word);
    const top = this.#around(index);
    this.#colon = isHead ? this.#source.find(":", index, this.#to) : -1;
    this.#next = isHead ? this.#inBlock(index, word, top) : top;
    if (this.#source.is(index + 1, "=")) this.#held.read(this.#source, word, index + 2);
    else if (!isHead && this.#source.is(index + 1, ":")) this.#held.declare(this.#source, index, this.#to);
    this.#fresh = false;
    this.#word(index, word, called);
  }

  /** Returns the context of a token. */
  #around(index: number): Around {
    const line = this.#next && this.#colon >= 0 && index > this.#colon ? this.#next : this.#below;
    const whole = index < this.#returned ? { ...line, catches: [...line.catches, "*"] } : line;
    return this.#lambda && index < this.#lambda.end ? within(whole, this.#lambda.given) : whole;
  }

  /** Returns the context of the block that a head opens. */
  #inBlock(index: number, word: string, top: Around): Around {
    const source = this.#source;
    const next = source.word(index + 1);
    switch (word === "async" ? next : word) {
      case "if":
      case "elif": {
        const when = this.#colon > 0 ? source.between(index + 1, this.#colon) : "";
        this.#conditions[this.#stack.length] = when;
        return { ...top, when };
      }
      case "else": {
        const before = this.#conditions[this.#stack.length];
        return before ? { ...top, when: `not (${before})` } : top;
      }
      case "try":
        this.#conditions[this.#stack.length] = undefined;
        return { ...top, catches: [...top.catches, ...handled(source, index)] };
      case "with":
        return this.#inWith(word === "async" ? index + 1 : index, top);
      case "def": {
        const name = word === "async" ? source.word(index + 2) : next;
        return this.#used.called.has(name) ? top : within(top, this.#given(name));
      }
      case "class":
        return { ...top, nested: true, perhaps: false };
      case "for":
      case "while":
        if (word !== "while") this.#held.iterate(source, word === "async" ? index + 1 : index);
        this.#conditions[this.#stack.length] = undefined; // its `else` doesn't belong to an earlier `if`
        return top;
      default:
        return top;
    }
  }

  #inWith(index: number, top: Around): Around {
    const source = this.#source;
    const condition = this.#colon > 0 ? source.between(index + 1, this.#colon) : "";
    const [, suppressed] = /\bsuppress\(([^)]*)\)/.exec(condition) ?? [];
    return {
      ...top,
      catches: [...top.catches, ...(suppressed?.split(/[\s,]+/).filter(Boolean) ?? [])],
      given: [...top.given, ...contextManagers(source, index, source.find(":", index))],
    };
  }

  /** Returns the receiver to which an inner function is passed by name. */
  #given(name: string): Receiver | undefined {
    for (const place of this.#used.handed.get(name) ?? []) {
      const receiver = receiverAt(this.#source, place, this.#from);
      if (receiver) return receiver;
    }
    return undefined;
  }

  /** How the body uses names of inner functions; computed once. */
  get #used(): Used {
    return (this.#uses ??= usedIn(this.#source, this.#from, this.#to));
  }

  /** Handles a word without a preceding dot. */
  #word(index: number, word: string, called: boolean): void {
    const source = this.#source;
    switch (word) {
      case "lambda":
        // `sorted(…, key=lambda x: …)` calls the lambda at once
        if (!source.is(index - 1, "=") || !source.is(index - 2, "key"))
          this.#lambda = {
            end: expressionEnd(source, index, this.#to),
            given: receiverAt(source, index, this.#from),
          };
        break;
      case "raise":
        return this.#raise(index);
      case "yield":
        return this.#yield(index);
      case "return":
        return this.#return(index);
      case "with":
        return this.#enter(index);
    }
    if (source.is(index + 1, "[")) this.#subscript(index, word);
    if (called && !keywords.has(word) && !source.is(index - 1, "def") && !source.is(index - 1, "class"))
      this.#call(index, word);
  }

  #call(index: number, word: string): void {
    const source = this.#source;
    const top = this.#around(index);
    if (word === "gather") {
      const end = source.closingOf(index + 1, this.#to);
      if (/\breturn_exceptions\s*=\s*True\b/.test(source.between(index + 1, end))) this.#returned = end;
    } else if ((word === "create_task" || word === "ensure_future") && isLeft(source, index, this.#to))
      this.#returned = source.closingOf(index + 1, this.#to);
    if (word === "throw" && isCapital(source, index + 2)) this.#raise(index + 1);
    if (isOfError(word)) this.#hand(index, top);
    this.#put(dottedBefore(source, index, this.#from), top);
  }

  /** Handles an error created for a callee, which may raise it: `self.fail(Gone())`. */
  #hand(index: number, top: Around): void {
    if (top.nested && !top.perhaps) return;
    const type = dottedBefore(this.#source, index, this.#from);
    const receiver = receiverAt(this.#source, index - (type.split(".").length - 1) * 2, this.#from);
    if (!receiver) return;
    this.#perhaps ??= new Gathered();
    this.#perhaps.raise({ type }, { ...top, nested: false, given: [...top.given, receiver] });
  }

  /** Handles `self[key]` and `box[key]` of a variable of known class: read, set or deleted. */
  #subscript(index: number, word: string): void {
    const source = this.#source;
    if (word !== "self" && !ofClass.test(this.#held.leadOf(word) ?? "")) return;
    const after = source.closingOf(index + 1, this.#to) + 1;
    const method = source.is(after, "=") ? "set" : source.is(index - 1, "del") ? "del" : "get";
    this.#put(`${word}.__${method}item__`, this.#around(index));
  }

  /** Handles `owner.field`, which may be a getter or setter. */
  #field(index: number): void {
    const source = this.#source;
    if (source.isDot(index - 3)) return;
    const isOwn = source.is(index - 2, "self");
    if (!isOwn && this.#held.isEmpty) return;
    if (!isOwn && !this.#held.has(source.word(index - 2))) return;
    const name = chain(source, index - 2, index);
    if (source.is(index + 1, "=")) this.#put(`${name}=`, this.#around(index));
    else if (!this.#gathered.calls.has(name))
      this.#gathered.put(name, this.#around(index), { on: this.#held.ownerOf(name), read: true });
  }

  #raise(index: number): void {
    const top = this.#around(index);
    if (top.nested && !top.perhaps) return;
    const into = top.nested ? (this.#perhaps ??= new Gathered()) : this.#gathered;
    const source = this.#source;
    if (
      !top.nested &&
      source.kind(index + 1) === "name" &&
      /^(?:newline|name|comment)$/.test(source.kind(index + 2))
    )
      (this.#throws ??= new Gathered()).put(source.word(index + 1), top);
    const isBare = isOfBareBase(top.when);
    for (const item of this.#held.raisedAt(source, index + 1)) {
      const isLocal = isBare || isUncoveredLine(source.text, source.start(index), item.type);
      into.raise(isLocal ? { ...item, local: true } : item, top);
    }
  }

  #return(index: number): void {
    if (this.#around(index).nested) return;
    for (const item of this.#held.given(this.#source, index + 1)) (this.#gives ??= new Set()).add(item);
  }

  #yield(index: number): void {
    const top = this.#around(index);
    if (!top.nested) this.#put("yield", top);
  }

  /** Handles `with C(…)`, which runs C's enter and exit methods. */
  #enter(index: number): void {
    const source = this.#source;
    const top = this.#around(index);
    const methods = source.is(index - 1, "async") ? ["__aenter__", "__aexit__"] : ["__enter__", "__exit__"];
    const colon = source.find(":", index, this.#to);
    for (
      let position = index + 1;
      position > 0 && position < colon;
      position = source.find(",", position, colon) + 1
    ) {
      while (source.is(position, "(")) position += 1;
      const led = ledFrom(source, position);
      if (led && source.is(led.end, "as")) this.#held.trace(source.word(led.end + 1), led.chain);
      const last = chainEnd(source, position);
      if (last >= position && isCapital(source, last) && source.is(last + 1, "("))
        for (const method of methods) this.#put(`${chain(source, position, last)}.${method}`, top);
    }
  }

  #put(name: string, around: Around): void {
    const on = this.#held.ownerOf(name);
    this.#gathered.put(name, around, { on });
    if (!around.nested) this.#own.add(name);
    else if (around.perhaps) {
      this.#perhaps ??= new Gathered();
      this.#perhaps.put(name, { ...around, nested: false }, { on });
    }
  }
}

/** Matches a class, or a chain that ends in one. */
const ofClass = /(?:^|\.)_*[A-Z]\w*(?:\(\))?$/;

/** Whether a call's result is unused in its function: a task that runs on its own. */
function isLeft(source: Source, position: number, to: number): boolean {
  let first = position;
  while (source.isDot(first - 1) && source.kind(first - 2) === "name") first -= 2;
  const before = source.kind(first - 1);
  if (before === "newline" || before === "indent" || before === "dedent" || before === "comment") return true;
  if (!source.is(first - 1, "=") || !source.isDot(first - 3)) return false;
  const field = source.word(first - 2);
  for (let index = position; index < to; index++) if (source.is(index, field)) return false;
  return true;
}

/**
 * Returns the end of the expression that begins at a token: a comma, a closing bracket or the end of the
 * line outside brackets.
 */
function expressionEnd(source: Source, from: number, to: number): number {
  let depth = 0;
  let parameters = true; // a lambda's own commas precede its colon
  for (let index = from; index < to; index++) {
    const kind = source.kind(index);
    if (kind === "newline") return index;
    if (kind !== "op") continue;
    if (depth === 0 && source.is(index, ":")) parameters = false;
    if (depth === 0 && !parameters && source.is(index, ",")) return index;
    depth += source.bracket(index);
    if (depth < 0) return index;
  }
  return to;
}
