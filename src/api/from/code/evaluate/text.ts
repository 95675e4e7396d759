import type { Expression } from "../program/ir.ts";
import type { Machine, Scope } from "./machine.ts";
import { constant, each, either, texts, unknown, type Value } from "./value.ts";

/** Parts of a text as one: each that it may be, where all are known. */
export function text(parts: readonly Value[]): Value {
  let all: readonly string[] = [""];
  for (const part of parts) {
    const known = each(part).flatMap((one) =>
      one.kind === "const" && one.value !== undefined ? [String(one.value)] : [],
    );
    if (!known.length) return unknown;
    all = all.flatMap((before) => known.map((after) => before + after)).slice(0, 12);
  }
  return either(all.map(constant));
}

const isSetting = (of: Expression): boolean =>
  of.kind === "get" && of.of.kind === "get" && of.of.name === "env" && of.of.of.kind === "name";

/** A text with expressions in it. */
export function template(of: Extract<Expression, { kind: "text" }>, scope: Scope, m: Machine): Value {
  const written = of.parts.filter((part) => part.kind !== "literal" || part.value !== "");
  const parts = written.map((part) => m.evaluate(part, scope));
  const [first, second] = parts;
  // a path below a setting that nobody gave: `${process.env.PREFIX}/notes`
  const isBelow = written[0] && isSetting(written[0]) && texts(second)[0]?.startsWith("/");
  return text(isBelow && !texts(first).length ? parts.slice(1) : parts);
}
