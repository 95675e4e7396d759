import type { Use } from "../../study.ts";
import { codeOf, type Line } from "./lines.ts";
import { comparisons } from "./shape.ts";
import type { Source } from "./structure.ts";

const arithmetic = new Set(["+", "-", "*", "/", "%", "**", "//"]);

/** Records how a line uses the parameters. */
export function collect(
  source: Source,
  { start, end, nested }: Line,
  { names, uses }: { names: ReadonlySet<string>; uses: Record<string, Use[]> },
): void {
  const put = (name: string, use: Use): void => {
    const list = (uses[name] ??= []);
    if (list.length < 12 && !list.some((other) => JSON.stringify(other) === JSON.stringify(use)))
      list.push(use);
  };
  const open: { readonly of: string; position: number }[] = [];
  const first = source.word(start);
  for (let index = start; index < end; index++) {
    const kind = source.kind(index);
    const word = source.word(index);
    if (kind === "op") {
      if ("([{".includes(word))
        open.push({ of: word === "(" ? chainBefore(source, index, start) : "", position: 0 });
      else if (")]}".includes(word)) open.pop();
      else if (word === ",") {
        const top = open.at(-1);
        if (top) top.position += 1;
      }
    }
    if (kind === "string" && /^[a-z]*[ft]/i.test(word.slice(0, 2)))
      for (const [name] of word.matchAll(/[^\W\d]\w*/gu)) if (names.has(name)) uses[name] ??= []; // used in some way
    if (kind !== "name" || !names.has(word)) continue;
    const [before, next] = [source.word(index - 1), source.word(index + 1)];
    if (before === "." || (next === "=" && open.length > 0 && open.at(-1)?.of)) continue;
    uses[word] ??= [];
    const top = open.at(-1);
    const use = useOf(source, index, { before, next, top, first });
    if (use) put(word, use);
    else if (first === "return" && end - start === 2) put(word, { kind: "returned" });
    else if (
      !nested && before === "=" && next === ""
        ? false
        : source.word(start + 1) === "." && source.word(index - 1) === "=" && open.length === 0
    )
      put(word, { kind: "stored", in: source.between(start, index - 1) });
  }
}

function useOf(
  source: Source,
  index: number,
  {
    before,
    next,
    top,
    first,
  }: {
    before: string;
    next: string;
    top: { readonly of: string; readonly position: number } | undefined;
    first: string;
  },
): Use | undefined {
  if (next === ".") return { kind: "field", name: source.word(index + 2) };
  if (next === "(") return { kind: "called", code: codeOf(source, index, source.closingOf(index + 1) + 1) };
  if (first === "for" && before === "in" && !top) return { kind: "iterated" };
  if (
    top?.of &&
    (before === "(" || before === "," || before === "*" || before === "**") &&
    (next === "," || next === ")")
  )
    return { kind: "argument", of: top.of, position: top.position };
  if (top?.of && before === "=" && source.kind(index - 2) === "name" && (next === "," || next === ")"))
    return { kind: "argument", of: top.of, position: -1 };
  if (comparisons.includes(next) && source.word(index + 3).match(/^[:)\],]?$/))
    return { kind: "compared", code: codeOf(source, index, index + 3) };
  if (
    arithmetic.has(next) &&
    ["name", "number", "string"].includes(source.kind(index + 2)) &&
    source.word(index + 3) !== "("
  )
    return { kind: "computed", code: codeOf(source, index, index + 3) };
  if (arithmetic.has(before) && ["name", "number", "string"].includes(source.kind(index - 2)))
    return { kind: "computed", code: codeOf(source, index - 2, index + 1) };
  if (next === "is" || ["if", "elif", "not", "and", "or", "while"].includes(before))
    return { kind: "tested" };
  return undefined;
}

function chainBefore(source: Source, opening: number, start: number): string {
  let from = opening;
  if (source.kind(from - 1) !== "name") return "";
  from -= 1;
  while (from - 2 >= start && source.word(from - 1) === "." && source.kind(from - 2) === "name") from -= 2;
  const name = source.between(from, opening);
  return /^(?:if|elif|while|and|or|not|in|return|yield|print|await|lambda|is|assert|else|for)$/.test(name)
    ? ""
    : name.replaceAll(/\s+/g, "");
}
