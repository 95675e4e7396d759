import { UserError } from "../lib/index.ts";
import { pattern, PatternError } from "../schema/index.ts";

const longest = 2000;
/** Each `!(…)` repeats what follows it in the expression. */
const mostNegations = 4;

const anything = String.raw`[\s\S]*`;
const inName = "[^/]*";
const syntax = /[\\^$.*+?()[\]{}|/]/;
const escaped = (char: string): string => (syntax.test(char) ? `\\${char}` : char);
const groups: Readonly<Record<string, string>> = { "@": "", "?": "?", "*": "*", "+": "+" };

/** Translates a glob to a regular expression without anything that needs backtracking. */
class GlobReader {
  readonly #glob: string;
  #index = 0;
  #negations = 0;

  constructor(glob: string) {
    this.#glob = glob;
  }

  read(): string {
    return this.#sequence("");
  }

  #startsWith(text: string): boolean {
    return this.#glob.startsWith(text, this.#index);
  }

  /** Reads up to one of the signs that end an alternative, or to the end. */
  #sequence(ends: string): string {
    const parts: ((rest: string) => string)[] = [];
    while (this.#index < this.#glob.length && !ends.includes(this.#glob[this.#index] ?? ""))
      parts.push(this.#part(ends));
    return parts.reduceRight((rest, part) => part(rest), "");
  }

  #part(ends: string): (rest: string) => string {
    const folders = this.#folders(ends);
    if (folders !== undefined) return (rest) => folders + rest;
    const char = this.#glob[this.#index++] ?? "";
    const isGroup = this.#startsWith("(") && this.#closes("(", ")");
    if (char === "!" && isGroup) return this.#negated();
    if (char in groups && isGroup) {
      this.#index++;
      const group = `(?:${this.#alternatives("|", ")")})${groups[char]}`;
      return (rest) => group + rest;
    }
    const text = this.#plain(char);
    return (rest) => text + rest;
  }

  #plain(char: string): string {
    if (char === "*") {
      while (this.#startsWith("*")) this.#index++;
      return inName;
    }
    if (char === "?") return "[^/]";
    if (char === "\\") return escaped(this.#glob[this.#index++] ?? "\\");
    if (char === "[") return this.#set() ?? escaped(char);
    this.#index--;
    if (char === "{" && this.#closes("{", "}", /,/)) {
      this.#index++;
      return `(?:${this.#alternatives(",", "}")})`;
    }
    if (char === "{") return this.#range() ?? this.#literal();
    if (char === "(" && this.#closes("(", ")", /\|/)) {
      this.#index++;
      return `(?:${this.#alternatives("|", ")")})`;
    }
    return this.#literal();
  }

  #literal(): string {
    return escaped(this.#glob[this.#index++] ?? "");
  }

  /** `**` as a whole name: any number of folders, also none. */
  #folders(ends: string): string | undefined {
    const found = /^(\/?)\*\*(\/?)/.exec(this.#glob.slice(this.#index, this.#index + 4));
    if (!found) return undefined;
    const [whole, before = "", after = ""] = found;
    const previous = this.#glob[this.#index - 1];
    const isStart =
      before ||
      previous === undefined ||
      previous === "/" ||
      ends.includes(previous) ||
      "{(,|".includes(previous);
    const next = this.#glob[this.#index + whole.length];
    const isEnd = after || next === undefined || ends.includes(next);
    if (!isStart || !isEnd) return undefined;
    // `a/**/b`: the slash after it may begin another `/**`
    this.#index += whole.length - (before ? after.length : 0);
    if (before) return `(?:/${anything})?`;
    return after ? `(?:${anything}/)?` : anything;
  }

  #alternatives(between: string, end: string): string {
    const all = [this.#sequence(between + end)];
    while (this.#startsWith(between)) {
      this.#index++;
      all.push(this.#sequence(between + end));
    }
    this.#index++;
    return all.join("|");
  }

  /** `!(a|b)`: what isn't one of them, with the rest of the name. */
  #negated(): (rest: string) => string {
    this.#index++;
    if (++this.#negations > mostNegations)
      throw new PatternError(`negates more than ${mostNegations} groups`);
    const group = `(?:${this.#alternatives("|", ")")})`;
    return (rest) => `(?!${group}${rest}$)${inName}${rest}`;
  }

  /** Whether the bracket here has its counterpart, with a sign between them on the same level. */
  #closes(open: string, close: string, between = /(?:)/): boolean {
    let [depth, inside] = [0, ""];
    for (let i = this.#index; i < this.#glob.length; i++) {
      const char = this.#glob[i] ?? "";
      if (char === "\\") i++;
      else if (char === open) depth++;
      else if (char === close && --depth === 0) return between.test(inside);
      else if (depth === 1) inside += char;
    }
    return false;
  }

  /** `[a-z]`, `[!ab]`; undefined if it doesn't end within the name. */
  #set(): string | undefined {
    const found = /^([!^]?)(\]?(?:\\[^/]|[^\]\\/])*)\]/.exec(this.#glob.slice(this.#index));
    if (!found) return undefined;
    const [whole, negated, members = ""] = found;
    this.#index += whole.length;
    const inside = members.replaceAll(/\\(.)|[[\]^]/gs, (sign: string, quoted?: string) => {
      const char = quoted ?? sign;
      return /[\\[\]^-]/.test(char) ? `\\${char}` : char;
    });
    return `[${negated ? "^/" : ""}${inside}]`;
  }

  /** `{1..3}` and `{a..c}`, of one character each. */
  #range(): string | undefined {
    const [whole, from = "", to = ""] = /^\{(\w)\.\.(\w)\}/.exec(this.#glob.slice(this.#index)) ?? [];
    if (whole === undefined || from > to) return undefined;
    this.#index += whole.length;
    return `[${from}-${to}]`;
  }
}

/** Returns the regular expression of a glob, without anchors. Throws PatternError. */
export const expressionOf = (glob: string): string => new GlobReader(glob).read();

/**
 * Returns a predicate for relative paths (with forward slashes) that match the glob, including dot files. The time of a
 * match is linear in the path's length, whatever the glob is.
 */
export function matcher(glob: string): (path: string) => boolean {
  if (glob.startsWith("/") || glob.split("/").includes("..") || glob.length > longest)
    throw new UserError(
      "glob-outside",
      `${JSON.stringify(glob.slice(0, 80))} isn't a pattern below the folder`,
      "Write it relative to the folder, like src/**/*.ts.",
    );
  const [, negation = "", positive = ""] = /^((?:!(?!\())*)(?:\.\/)?([\s\S]*)$/.exec(glob) ?? [];
  try {
    const { test } = pattern(`^(?:${expressionOf(positive)})$`);
    return (path) => test(path) === (negation.length % 2 === 0);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new UserError(
      "glob-wrong",
      `The pattern ${JSON.stringify(glob.slice(0, 80))} ${error.message}`,
      "Write a simpler one, like src/**/*.ts.",
    );
  }
}
