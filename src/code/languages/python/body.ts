import type { Declaration } from "../../language.ts";
import type { Source } from "./structure.ts";

interface Around {
  readonly caught: boolean;
  readonly when: string | undefined;
  readonly nested: boolean;
}

const outermost: Around = { caught: false, when: undefined, nested: false };

const keywords = new Set(
  "if elif while for return yield await not and or in is lambda else assert del raise with except import from match case"
    .split(" ")
    .filter((word) => word !== "print"),
);

/** What a function's own body raises and calls, from token `from` to before `to`. */
export function bodyFacts(source: Source, from: number, to: number): Pick<Declaration, "raises" | "calls"> {
  const raises: { type: string; when?: string }[] = [];
  const calls = new Map<string, { name: string; caught: boolean }>();
  const stack: Around[] = [outermost];
  const conditions: (string | undefined)[] = [];
  let next: Around | undefined;
  let colon = -1; // of the head on this line
  let fresh = true;
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
      });
      if (word === "if" || word === "elif") conditions[stack.length] = next.when;
      fresh = false;
    }
    if (word === "raise" && !top.nested && !top.caught) {
      const type = dotted(source, index + 1);
      const { when } = top;
      if (type && !raises.some((one) => one.type === type && one.when === when))
        raises.push({ type, ...(when && { when }) });
    }
    if (
      source.word(index + 1) === "(" &&
      !keywords.has(word) &&
      source.word(index - 1) !== "def" &&
      source.word(index - 1) !== "class"
    ) {
      const name = dottedBefore(source, index, from);
      calls.set(name, { name, caught: top.caught && (calls.get(name)?.caught ?? true) });
    }
  }
  return { raises, calls: [...calls.values()] };
}

interface Line {
  readonly top: Around;
  readonly condition: string;
  readonly last: string | undefined;
  readonly source: Source;
  readonly index: number;
}

function around(word: string, { top, condition, last, source, index }: Line): Around {
  if (word === "if" || word === "elif") return { ...top, when: condition };
  if (word === "else" && last) return { ...top, when: `not (${last})` };
  if (word === "try") return { ...top, caught: top.caught || catches(source, index) };
  if (word === "def" || word === "class" || (word === "async" && source.word(index + 1) === "def"))
    return { ...top, nested: true };
  return top;
}

/** A `try` that only has a `finally` lets everything pass. */
function catches(source: Source, from: number): boolean {
  let depth = 0;
  for (let index = from + 1; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    if (kind === "dedent") depth -= 1;
    if (depth < 0) return false;
    if (depth === 0 && kind === "name" && index > from + 2) return source.word(index) === "except";
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
  for (
    let index = at - 1;
    index > from && source.word(index) === "." && source.kind(index - 1) === "name";
    index -= 2
  )
    name = `${source.word(index - 1)}.${name}`;
  return name;
}
