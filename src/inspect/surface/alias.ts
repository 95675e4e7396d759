/** What a type inherits from another: all its members, or some. */
export interface Heir {
  readonly of: string;
  takes(member: string): boolean;
}

/** The members a type's text declares. */
export interface Shape {
  readonly heirs: readonly Heir[];
  readonly members: readonly string[];
}

const opening = "<({[";
const closing = ">)}]";

/** Splits a type at a mark outside brackets and quotes: `A & B<C & D>` has two parts. */
export function parts(type: string, mark: string): readonly string[] {
  const found: string[] = [];
  let [depth, start, quote] = [0, 0, ""];
  for (const [place, letter] of type.split("").entries()) {
    if (quote) quote = letter === quote ? "" : quote;
    else if ("\"'`".includes(letter)) quote = letter;
    else if (opening.includes(letter)) depth += 1;
    else if (closing.includes(letter) && type[place - 1] !== "=") depth -= 1;
    else if (letter === mark && depth === 0) {
      found.push(type.slice(start, place));
      start = place + 1;
    }
  }
  return [...found, type.slice(start)].map((part) => part.trim()).filter(Boolean);
}

const everything = (): boolean => true;
const literal = /^(?:"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false)$/;
/** Normalizes a literal's quotes. */
const spelled = (text: string): string => text.replace(/^'(.*)'$/, '"$1"');

/** Returns what a base class or one part of an intersection contributes. */
export function heirOf(part: string): Heir | undefined {
  const [, name = "", inner] = /^([\w$.]+)(?:<([\s\S]*)>)?$/.exec(part.trim()) ?? [];
  if (!name) return undefined;
  const [of = "", keys = ""] = inner === undefined ? [] : parts(inner, ",");
  if (/^(?:Partial|Required|Readonly)$/.test(name)) return heirOf(of);
  if (!/^(?:Omit|Pick)$/.test(name)) return { of: name, takes: everything };
  const whole = heirOf(of);
  const named = new Set(parts(keys, "|").map((key) => key.slice(1, -1)));
  const isPlain = parts(keys, "|").every((key) => literal.test(key));
  if (!whole || (!isPlain && name === "Pick")) return undefined;
  return {
    of: whole.of,
    takes: (member) => whole.takes(member) && named.has(member) === (name === "Pick"),
  };
}

/** Longer types aren't parsed. */
const longest = 10_000;

/** Returns what `A & Omit<B, "x"> & { y: string }` inherits and declares, and each member of a union of literals. */
export function shapeOfAlias(type: string): Shape {
  if (type.length > longest) return { heirs: [], members: [] };
  const choices = parts(type, "|");
  if (choices.length > 1)
    return {
      heirs: [],
      members: choices.every((choice) => literal.test(choice)) ? choices.map(spelled) : [],
    };
  const all = parts(type, "&");
  const inner = all.filter((part) => part.startsWith("{") && part.endsWith("}"));
  return {
    heirs: all.flatMap((part) => heirOf(part) ?? []),
    members: inner.flatMap((part) =>
      parts(part.slice(1, -1).replaceAll(",", ";"), ";").flatMap(
        (member) => /^(?:readonly\s+)?["']?([\w$]+)["']?\??\s*[:(]/.exec(member)?.[1] ?? [],
      ),
    ),
  };
}
