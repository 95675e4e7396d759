import type { Expression } from "../program/ir.ts";
import type { Machine, Scope } from "./machine.ts";
import { constant, each, either, texts, unknown, type Value } from "./value.ts";
import type { FunctionValue, Part } from "./types.ts";

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

interface At {
  readonly scope: Scope;
  readonly m: Machine;
}

const note = (part: Part, path: readonly string[], type: Expression, { scope, m }: At): void =>
  void m.run?.typed.push({ part, path, schema: { kind: "shape", of: type, scope } });

/** Notes the type that the program declares for a request or a part of it. */
export function typed(value: Value | undefined, type: Expression, at: At): void {
  if (!at.m.run) return;
  if (value?.kind === "input") note(value.part, value.path, type, at);
}

/** The result of a function, with its declared return type where the code doesn't show more. */
export function withReturnType(value: Value, { fn, scope }: FunctionValue, m: Machine): Value {
  const { returns } = fn;
  if (!m.run || !returns) return value;
  const ways = each(value);
  const isOpen = (value: Value): boolean =>
    value.kind === "unknown"
      ? !value.identity && !value.says
      : value.kind === "external" && value.args !== undefined && !value.identity && !value.says;
  if (!ways.some(isOpen)) return value;
  const returnShape = { kind: "shape", of: returns, scope } as const;
  return either(ways.map((value) => (isOpen(value) ? { ...value, says: returnShape } : value)));
}
