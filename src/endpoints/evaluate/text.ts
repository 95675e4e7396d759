import { inTable } from "../../lib/index.ts";
import type { Expression } from "../program/ir.ts";
import type { Machine, Scope } from "./machine.ts";
import { constant, each, either, native, texts, unknown, type Value } from "./value.ts";

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

const turned: Readonly<Record<string, (text: string) => string>> = {
  toLowerCase: (text) => text.toLowerCase(),
  lower: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  toString: (text: string) => text,
};

const textTests: Readonly<Record<string, (text: string, of: string) => boolean>> = {
  startsWith: (text, of) => text.startsWith(of),
  startswith: (text, of) => text.startsWith(of),
  endsWith: (text, of) => text.endsWith(of),
  endswith: (text, of) => text.endsWith(of),
  includes: (text, of) => text.includes(of),
};

/**
 * A string method of a partly known text. Unknown parts are assumed not to contain the text that the program looks for.
 */
export function openMember(written: string, name: string): Value | undefined {
  const turn = inTable(turned, name);
  if (turn) return native(name, () => ({ kind: "unknown", written: turn(written) }));
  const ask = inTable(textTests, name);
  const indexFor = (part: string): Value =>
    ask ? constant(ask(written, part)) : written.includes(part) ? unknown : constant(-1);
  return ask || name === "indexOf"
    ? native(name, ({ list: [of] }) => (texts(of).length ? either(texts(of).map(indexFor)) : unknown))
    : undefined;
}

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

/** `"%s.%s" % (package, name)` in Python; `undefined` if the left side is no text with that many placeholders. */
export function filledIn(form: Value, value: Value): Value | undefined {
  if (form.kind !== "const" || typeof form.value !== "string" || form.value.includes("%%")) return undefined;
  const pieces = form.value.split(/%[sdr]/).map(constant);
  const values = value.kind === "list" ? value.items : [value];
  if (pieces.length !== values.length + 1) return undefined;
  return text(pieces.flatMap((piece, index) => [...values.slice(index - 1, index), piece]));
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
