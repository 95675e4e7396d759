import type { Study } from "../../study.ts";
import { isUncoveredLine } from "../uncovered.ts";
import { codeOf, type Line } from "./lines.ts";
import { ofFactory } from "./raised.ts";
import { shapeOf } from "./shape.ts";
import type { Source } from "./structure.ts";

/** Returns a `raise` with its class and, if it is a literal, its message. */
export function thrownIn(
  source: Source,
  { start, end, when, after, inner }: Line,
): Study["throws"][number] | undefined {
  if (source.kind(start + 1) !== "name") return undefined;
  const stop = source.find("from", start + 1, end);
  const shape = shapeOf(source, start + 1, stop > 0 ? stop : end);
  const name = shape.name ?? "";
  if (!name || isUncoveredLine(source.text, source.start(start), name)) return undefined;
  const message = shape.parts
    ?.map((part) => messageIn(/^[a-z_]\w*$/.test(part) ? valueBefore(source, start, part) : part))
    .find((text) => text.includes(" "));
  return {
    type: ofFactory(name),
    ...(when && { when }),
    ...(after && { after }),
    ...(!inner && { last: true as const }),
    ...(message && { message }),
  };
}

/** How many tokens before a `raise` its message may be assigned to a variable. */
const reach = 60;

/** Returns the last value assigned to a variable above: `msg = "…"`, with or without parentheses. */
function valueBefore(source: Source, start: number, name: string): string {
  for (let index = start - 1; index > 0 && index > start - reach; index--) {
    if (source.kind(index) === "dedent") return ""; // assigned in another branch
    if (source.word(index) !== name || source.word(index + 1) !== "=") continue;
    const isWrapped = source.word(index + 2) === "(";
    let end = index + 2;
    if (isWrapped) end = source.closingOf(end);
    else while (end < start && source.kind(end) !== "newline") end += 1;
    return end > index ? codeOf(source, index + (isWrapped ? 3 : 2), end) : "";
  }
  return "";
}

/** Substitutions and escaped braces of an f-string. */
const holes = /\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\}/g;
const escaped: Readonly<Record<string, string>> = { "{{": "{", "}}": "}" };

const literals = /([a-zA-Z]{0,2})(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')\s*/y;

/** Returns the text of an argument made only of literals, and of what `%` fills in; substitutions become dots. */
function messageIn(argument: string): string {
  const code = argument.replace(/^\w+\s*=\s*(?=\S)/, "");
  let wording = "";
  let end = 0;
  literals.lastIndex = 0;
  for (let match = literals.exec(code); match; match = literals.exec(code)) {
    const [, prefix = "", double, single] = match;
    const text = double ?? single ?? "";
    wording += /f/i.test(prefix) ? text.replaceAll(holes, (hole) => escaped[hole] ?? "...") : text;
    end = literals.lastIndex;
  }
  const isFilled = end > 0 && code[end] === "%";
  if (end < code.length && !isFilled) return "";
  const plain = (isFilled ? wording.replaceAll(/%(?:\(\w+\))?[-+#0-9.]{0,6}[a-zA-Z]/g, "...") : wording)
    .replaceAll(/\\./g, " ")
    .trim();
  return plain.length <= 120 ? plain : "";
}
