import type { Expression } from "../program/ir.ts";
import type { Machine, Scope } from "./machine.ts";
import { constant, each, either, texts, unknown, type Value } from "./value.ts";

/** Placeholder in a text for parts that are known only at run time. */
const open = "\uFFFC";

/** A text of which only some parts are known. */
const openText = (parts: readonly Value[]): Value => {
  const written = parts
    .map((part) => (part.kind === "unknown" ? (part.written ?? open) : (texts(part)[0] ?? open)))
    .join("");
  return written.replaceAll(open, "") ? { kind: "unknown", written: written.slice(0, longest) } : unknown;
};

const longest = 400;

/** Concatenates parts: every combination if all are known. */
export function text(parts: readonly Value[]): Value {
  let all: readonly string[] = [""];
  for (const part of parts) {
    const known = each(part).flatMap((value) =>
      value.kind === "const" && value.value !== undefined ? [String(value.value)] : [],
    );
    if (!known.length) return openText(parts);
    all = all.flatMap((before) => known.map((after) => before + after)).slice(0, 12);
  }
  return either(all.map(constant));
}

const isSetting = (of: Expression): boolean =>
  of.kind === "get" && of.of.kind === "get" && of.of.name === "env" && of.of.of.kind === "name";

export function template(of: Extract<Expression, { kind: "text" }>, scope: Scope, m: Machine): Value {
  const written = of.parts.filter((part) => part.kind !== "literal" || part.value !== "");
  const parts = written.map((part) => m.evaluate(part, scope));
  const [first, second] = parts;
  // a path after an unset setting: `${process.env.PREFIX}/notes`
  const isBelow = written[0] && isSetting(written[0]) && texts(second)[0]?.startsWith("/");
  return text(isBelow && !texts(first).length ? parts.slice(1) : parts);
}
