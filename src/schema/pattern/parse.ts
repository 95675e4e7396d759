import { limits } from "../limits.ts";
import { DIGIT, DOT, LAST, SPACE, WORD, negate, property, union, type CharSet } from "./sets.ts";

/** The syntax tree of an ECMA-262 pattern, parsed as with the `u` flag. */
export type Ast =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly items: readonly Ast[] }
  | { readonly kind: "choice"; readonly items: readonly Ast[] }
  | { readonly kind: "repeat"; readonly item: Ast; readonly min: number; readonly max: number }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | { readonly kind: "boundary"; readonly negated: boolean }
  | { readonly kind: "look"; readonly item: Ast; readonly negated: boolean };

/** A pattern that is wrong, too large, or needs backtracking; the message continues "the pattern …". */
export class PatternError extends Error {}

const CONTROL: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 };
const CLASSES: Readonly<Record<string, CharSet>> = {
  d: DIGIT,
  D: negate(DIGIT),
  w: WORD,
  W: negate(WORD),
  s: SPACE,
  S: negate(SPACE),
};

/**
 * Parses a pattern. Throws PatternError for syntax errors and for features that need backtracking (back references,
 * lookbehind).
 */
export function parsePattern(source: string): Ast {
  if (source.length > limits.patternLength)
    throw new PatternError(`has more than ${limits.patternLength} characters`);
  return new PatternReader(source).read();
}

class PatternReader {
  readonly #chars: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#chars = Array.from(source);
  }

  read(): Ast {
    const ast = this.#choice();
    if (this.#at < this.#chars.length) throw new PatternError("has an unmatched )");
    return ast;
  }

  #peek(ahead = 0): string | undefined {
    return this.#chars[this.#at + ahead];
  }

  #eat(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.#peek(i) !== text[i]) return false;
    this.#at += text.length;
    return true;
  }

  #choice(): Ast {
    if (++this.#depth > limits.patternDepth) throw new PatternError("is nested too deeply");
    const items = [this.#sequence()];
    while (this.#eat("|")) items.push(this.#sequence());
    this.#depth--;
    return items.length === 1 && items[0] ? items[0] : { kind: "choice", items };
  }

  #sequence(): Ast {
    const items: Ast[] = [];
    for (let next = this.#peek(); next !== undefined && next !== "|" && next !== ")"; next = this.#peek())
      items.push(this.#repeated(this.#atom()));
    return { kind: "sequence", items };
  }

  #repeated(item: Ast): Ast {
    const bounds = this.#quantifier();
    if (!bounds) return item;
    if (item.kind === "start" || item.kind === "end" || item.kind === "boundary" || item.kind === "look")
      throw new PatternError("repeats an assertion");
    this.#eat("?"); // laziness affects captures, never whether it matches
    const [min, max] = bounds;
    if (min > max) throw new PatternError("has a repetition whose bounds are out of order");
    if (this.#quantifier()) throw new PatternError("has nothing to repeat");
    return { kind: "repeat", item, min, max };
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#eat("*")) return [0, Number.POSITIVE_INFINITY];
    if (this.#eat("+")) return [1, Number.POSITIVE_INFINITY];
    if (this.#eat("?")) return [0, 1];
    if (this.#peek() !== "{") return undefined;
    const text = this.#chars.slice(this.#at, this.#at + 40).join("");
    const found = /^\{(\d+)(,(\d*))?\}/.exec(text);
    if (!found) return undefined;
    this.#at += found[0].length;
    const min = Number(found[1]);
    if (found[2] === undefined) return [min, min];
    return [min, found[3] ? Number(found[3]) : Number.POSITIVE_INFINITY];
  }

  #atom(): Ast {
    const char = this.#chars[this.#at++] ?? "";
    switch (char) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "set", set: DOT };
      case "(":
        return this.#group();
      case "[":
        return { kind: "set", set: this.#class() };
      case "\\":
        return this.#escaped();
      case "*":
      case "+":
      case "?":
        throw new PatternError("has nothing to repeat");
      default:
        return single(char.codePointAt(0) ?? 0);
    }
  }

  #group(): Ast {
    if (this.#eat("?:")) return this.#closed(this.#choice());
    if (this.#eat("?=")) return { kind: "look", negated: false, item: this.#closed(this.#choice()) };
    if (this.#eat("?!")) return { kind: "look", negated: true, item: this.#closed(this.#choice()) };
    if (this.#eat("?<=") || this.#eat("?<!"))
      throw new PatternError("looks behind, which has no linear-time form here");
    if (this.#eat("?<")) {
      let name = "";
      while (this.#peek() !== ">" && this.#peek() !== undefined) name += this.#chars[this.#at++];
      if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name))
        throw new PatternError("has a bad group name");
      this.#at++;
    } else if (this.#peek() === "?") throw new PatternError("has a group that ECMA-262 does not know");
    return this.#closed(this.#choice());
  }

  #closed(ast: Ast): Ast {
    if (!this.#eat(")")) throw new PatternError("has an unclosed (");
    return ast;
  }

  #escaped(): Ast {
    const next = this.#peek() ?? "";
    if (this.#eat("b")) return { kind: "boundary", negated: false };
    if (this.#eat("B")) return { kind: "boundary", negated: true };
    if (/[1-9k]/.test(next)) throw new PatternError("refers back to a group, which has no linear-time form");
    const item = this.#escape();
    return typeof item === "number" ? single(item) : { kind: "set", set: item };
  }

  /** Parses an escape after its backslash, inside or outside a class: a code point or a set. */
  #escape(): number | CharSet {
    const char = this.#chars[this.#at++];
    if (char === undefined) throw new PatternError("ends in a backslash");
    const set = CLASSES[char];
    if (set) return set;
    if (char === "p" || char === "P") return this.#property(char === "P");
    if (char === "0" && /\d/.test(this.#peek() ?? "")) throw new PatternError("has an octal escape");
    const control = CONTROL[char];
    if (control !== undefined) return control;
    if (char === "c" && /[A-Za-z]/.test(this.#peek() ?? ""))
      return (this.#chars[this.#at++] ?? "").charCodeAt(0) % 32;
    if (char === "x") return this.#hex(2);
    if (char === "u") return this.#unicode();
    if (/[A-Za-z0-9]/.test(char))
      throw new PatternError(`has the escape \\${char}, which ECMA-262 does not know`);
    return char.codePointAt(0) ?? 0;
  }

  #property(negated: boolean): CharSet {
    let name = "";
    if (this.#eat("{")) while (this.#peek() !== undefined && !this.#eat("}")) name += this.#chars[this.#at++];
    const set = property(name);
    if (!set) throw new PatternError(`names the unknown property \\p{${name.slice(0, 40)}}`);
    return negated ? negate(set) : set;
  }

  #hex(digits: number): number {
    const text = this.#chars.slice(this.#at, this.#at + digits).join("");
    if (text.length < digits || !/^[\da-fA-F]+$/.test(text))
      throw new PatternError("has a bad hexadecimal escape");
    this.#at += digits;
    return Number.parseInt(text, 16);
  }

  #unicode(): number {
    if (this.#eat("{")) {
      let text = "";
      while (this.#peek() !== undefined && !this.#eat("}")) text += this.#chars[this.#at++];
      const code = /^[\da-fA-F]{1,8}$/.test(text) ? Number.parseInt(text, 16) : LAST + 1;
      if (code > LAST) throw new PatternError("has a bad code point escape");
      return code;
    }
    const high = this.#hex(4);
    if (high < 0xd800 || high > 0xdbff || this.#peek() !== "\\" || this.#peek(1) !== "u") return high;
    const back = this.#at;
    this.#at += 2;
    const low = this.#peek() === "{" ? 0 : this.#hex(4);
    if (low >= 0xdc00 && low <= 0xdfff) return 0x10000 + (high - 0xd800) * 1024 + (low - 0xdc00);
    this.#at = back;
    return high;
  }

  #class(): CharSet {
    const negated = this.#eat("^");
    const parts: CharSet[] = [];
    while (!this.#eat("]")) {
      if (this.#peek() === undefined) throw new PatternError("has an unclosed [");
      const from = this.#member();
      if (this.#peek() !== "-" || this.#peek(1) === "]" || typeof from !== "number") {
        parts.push(typeof from === "number" ? [from, from] : from);
        continue;
      }
      this.#at++;
      const to = this.#member();
      if (typeof to !== "number") parts.push([from, from], [45, 45], to);
      else if (to < from) throw new PatternError("has a range out of order");
      else parts.push([from, to]);
    }
    const set = union(...parts);
    return negated ? negate(set) : set;
  }

  #member(): number | CharSet {
    const char = this.#chars[this.#at++];
    if (char === undefined) throw new PatternError("has an unclosed [");
    if (char !== "\\") return char.codePointAt(0) ?? 0;
    if (this.#eat("b")) return 8;
    return this.#escape();
  }
}

const single = (code: number): Ast => ({ kind: "set", set: [code, code] });
