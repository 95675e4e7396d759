/** A part of a pattern, as far as samples can be generated: sets, groups, alternatives, counts, anchors. */
type Part =
  | { readonly kind: "set"; readonly members: string }
  | { readonly kind: "any"; readonly of: readonly (readonly Part[])[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number };

class NotUnderstood extends Error {}

const digits = "0123456789";
const letters = "abcdefghijklmnopqrstuvwxyz";
const visible = Array.from({ length: 94 }, (_, i) => String.fromCodePoint(33 + i)).join("");
/** Letters first: samples begin with the first. */
const except = (those: RegExp): string =>
  [...new Set(`${letters}${visible} `)].filter((sign) => !those.test(sign)).join("");
const classes: Readonly<Record<string, string>> = {
  d: digits,
  w: letters + digits,
  s: " ",
  D: except(/\d/),
  W: except(/\w/),
  S: except(/\s/),
};
const printable = letters + letters.toUpperCase() + digits + "-_ .";

class Cursor {
  readonly text: string;
  position = 0;
  constructor(text: string) {
    this.text = text;
  }
  peek(): string {
    return this.text[this.position] ?? "";
  }
  take(): string {
    const sign = this.peek();
    this.position += 1;
    return sign;
  }
  match(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.text.slice(this.position));
    if (found) this.position += found[0].length;
    return found ?? undefined;
  }
}

function escape(cursor: Cursor): string {
  const sign = cursor.take();
  const known = classes[sign];
  if (known !== undefined) return known;
  if (/[A-Za-z\d]/.test(sign)) throw new NotUnderstood(`\\${sign}`);
  return sign;
}

function set(cursor: Cursor): string {
  const negated = cursor.match(/^\^/) !== undefined;
  let members = "";
  while (cursor.peek() !== "]") {
    if (cursor.peek() === "") throw new NotUnderstood("[");
    const range = cursor.match(/^([^\\\]])-([^\\\]])/);
    if (range) {
      const [from = 0, to = 0] = [range[1]?.codePointAt(0), range[2]?.codePointAt(0)];
      for (let code = from; code <= Math.min(to, from + 255); code++) members += String.fromCodePoint(code);
    } else {
      const sign = cursor.take();
      members += sign === "\\" ? escape(cursor) : sign;
    }
  }
  cursor.take();
  return negated ? [...printable].filter((sign) => !members.includes(sign)).join("") : members;
}

function atom(cursor: Cursor): Part | undefined {
  const sign = cursor.take();
  if (sign === "^" || sign === "$") return undefined;
  if (sign === "(") {
    if (cursor.match(/^\?(?![:])/)) throw new NotUnderstood("(?");
    cursor.match(/^\?:/);
    const of = alternatives(cursor);
    if (cursor.take() !== ")") throw new NotUnderstood("(");
    return { kind: "any", of };
  }
  if (sign === "[") return { kind: "set", members: set(cursor) };
  if (sign === ".") return { kind: "set", members: letters };
  if (sign === "\\") return { kind: "set", members: escape(cursor) };
  return { kind: "set", members: sign };
}

const counts: readonly { readonly at: RegExp; range(match: RegExpExecArray): readonly [number, number] }[] = [
  { at: /^\*\??/, range: () => [0, Infinity] },
  { at: /^\+\??/, range: () => [1, Infinity] },
  { at: /^\?\??/, range: () => [0, 1] },
  { at: /^\{(\d+)\}/, range: (match) => [Number(match[1]), Number(match[1])] },
  { at: /^\{(\d+),\}/, range: (match) => [Number(match[1]), Infinity] },
  { at: /^\{(\d+),(\d+)\}/, range: (match) => [Number(match[1]), Number(match[2])] },
];

function sequence(cursor: Cursor): readonly Part[] {
  const parts: Part[] = [];
  while (cursor.peek() !== "" && cursor.peek() !== "|" && cursor.peek() !== ")") {
    const part = atom(cursor);
    const range = counts
      .map(({ at, range: read }) => [cursor.match(at), read] as const)
      .find(([match]) => match !== undefined);
    if (!part) continue;
    const [least, most] = range?.[0] ? range[1](range[0]) : [1, 1];
    parts.push(range ? { kind: "repeat", part, least, most } : part);
  }
  return parts;
}

function alternatives(cursor: Cursor): readonly (readonly Part[])[] {
  const of = [sequence(cursor)];
  while (cursor.match(/^\|/)) of.push(sequence(cursor));
  return of;
}

/**
 * Generates a sample; `extra` lengthens repetitions, `seed` picks among members, so that seeds give different texts.
 */
class Writer {
  private seed: number;
  private extra: number;
  constructor(seed: number, extra: number) {
    this.seed = seed;
    this.extra = extra;
  }
  private pick(among: number): number {
    const chosen = this.seed % among;
    this.seed = Math.floor(this.seed / among);
    return chosen;
  }
  /** From right to left, because numbers vary first in their last digits. */
  write(parts: readonly Part[]): string {
    return parts.reduceRight((text, part) => this.one(part) + text, "");
  }
  private one(part: Part): string {
    if (part.kind === "set") return part.members[this.pick(part.members.length)] ?? "";
    if (part.kind === "any") return this.write(part.of[this.pick(part.of.length)] ?? []);
    const longer = Math.min(this.extra, part.most - part.least);
    this.extra -= longer;
    return Array.from({ length: Math.min(part.least + longer, 1000) }, () => this.one(part.part))
      .reverse()
      .join("");
  }
}

/**
 * Returns the n-th text of a pattern of sets, groups and counts that `fits`, with up to 64 more repetitions than
 * needed. Undefined for other patterns, and if none fits.
 */
export function samplePattern(
  pattern: string,
  n: number,
  fits: (text: string) => boolean,
): string | undefined {
  try {
    const cursor = new Cursor(pattern);
    const of = alternatives(cursor);
    if (cursor.peek() !== "") return undefined;
    for (let extra = 0; extra <= 64; extra++) {
      const text = new Writer(n, extra).write([{ kind: "any", of }]);
      if (fits(text)) return text;
    }
    return undefined;
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

/** The characters that a part can begin with. */
function begins(part: Part): string {
  if (part.kind === "set") return part.members;
  if (part.kind === "repeat") return begins(part.part);
  return part.of.map((sequence) => (sequence[0] ? begins(sequence[0]) : "")).join("");
}

const meet = (a: string, b: string): boolean => [...a].some((sign) => b.includes(sign));

const unbounded = (part: Part): readonly Part[] => {
  if (part.kind === "set") return [];
  if (part.kind === "any") return part.of.flat().flatMap(unbounded);
  return [...(part.most > 20 ? [part] : []), ...unbounded(part.part)];
};

/**
 * Whether, when the part is repeated, a text can match in several ways, so that a backtracking matcher takes
 * exponential time.
 */
function ambiguous(part: Part): boolean {
  if (part.kind === "set") return false;
  if (part.kind === "repeat") return ambiguous(part.part) || unbounded(part.part).length > 0;
  const overlap = part.of.some((item, index) =>
    part.of
      .slice(index + 1)
      .some((other) => !item[0] || !other[0] || meet(begins(item[0]), begins(other[0]))),
  );
  return (
    overlap ||
    part.of.some((sequence) => {
      const inner = sequence.flatMap(unbounded);
      const [first] = sequence;
      const marked = first?.kind === "set" && inner.every((repeat) => !meet(first.members, begins(repeat)));
      return inner.length > 0 && !marked;
    })
  );
}

/** The characters that a part can contain; a dot is sampled as letters, but matches any character. */
function signs(part: Part): string {
  if (part.kind === "set") return part.members === letters ? printable : part.members;
  return part.kind === "repeat" ? signs(part.part) : part.of.flat().map(signs).join("");
}

/**
 * The maximum number of adjacent unbounded repetitions that share a character: a backtracking matcher tries all ways to
 * split it.
 */
function longestRun(sequence: readonly Part[]): number {
  let [run, count, longest] = ["", 0, 0];
  for (const part of sequence) {
    const starts = part.kind === "repeat" && part.most > 20;
    if (run === "" && !starts) continue;
    const partSigns = signs(part);
    const shared = [...partSigns].filter((sign) => run.includes(sign)).join("");
    if (starts) [run, count] = shared ? [shared, count + 1] : [partSigns, 1];
    else if (part.kind !== "repeat" || part.least > 0) [run, count] = shared ? [run, count] : ["", 0];
    longest = Math.max(longest, count);
  }
  return longest;
}

const runs = (of: readonly (readonly Part[])[]): number =>
  Math.max(
    0,
    ...of.map((sequence) => {
      // A group that occurs once is equivalent to its parts.
      const flat = sequence.flatMap((part) =>
        part.kind === "any" && part.of.length === 1 ? (part.of[0] ?? []) : [part],
      );
      const inner = flat.map((part) => (part.kind === "any" ? runs(part.of) : 0));
      return Math.max(longestRun(flat), ...inner);
    }),
  );

const risky = (part: Part): boolean =>
  part.kind === "repeat"
    ? (part.most > 20 && ambiguous(part.part)) || risky(part.part)
    : part.kind === "any" && part.of.flat().some(risky);

/**
 * The exponent of the text's length that bounds the steps of a backtracking matcher, for patterns of sets, groups and
 * counts; 1 for other patterns.
 */
export function patternPower(pattern: string): number {
  try {
    const cursor = new Cursor(pattern);
    const longest = runs(alternatives(cursor));
    // Without an anchor at the start, the pattern is tried at each position.
    return longest > 0 && !pattern.startsWith("^") ? longest + 1 : Math.max(1, longest);
  } catch (error) {
    if (error instanceof NotUnderstood) return 1;
    throw error;
  }
}

/**
 * Returns why a pattern isn't allowed in a definition, or undefined: every target must interpret it the same, and none
 * must take exponential time to match it.
 */
export function patternFault(pattern: string): string | undefined {
  try {
    const cursor = new Cursor(new RegExp(pattern, "u").source);
    const of = alternatives(cursor);
    if (cursor.peek() !== "") return "is not a pattern";
    return of.flat().some(risky)
      ? "repeats what repeats, which takes a server's time without end"
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return "is not a pattern";
    if (error instanceof NotUnderstood)
      return "uses more than sets, groups and counts, which not every target knows";
    throw error;
  }
}
