import type { Docstring } from "../../language.ts";
import { yamlIn } from "./docstring-yaml.ts";

const titles = /^(Args|Arguments|Parameters|Params|Returns?|Yields?|Raises|Examples?)\s*:?\s*$/i;

/** Parses a docstring (the literal, with its quotes) in Google, NumPy or Sphinx style. */
export function read(literal: string): Docstring {
  const raw = /^[a-z]*r/i.test(literal);
  const inner = literal.replace(/^[a-z]*("""|'''|"|')([\s\S]*)\1$/i, "$2");
  const yaml = yamlIn(inner);
  const wording = yaml < 0 ? inner : inner.slice(0, yaml);
  const text = dedented(raw ? wording : wording.replaceAll(/\\(["'\\])/g, "$1"));
  const parts = new Map<string, string[]>([["summary", []]]);
  let part = "summary";
  const fields: string[] = [];
  let isField = false; // more deeply indented lines continue the field
  for (const line of text.split("\n")) {
    const title = /^\S/.test(line) ? titles.exec(line)?.[1]?.toLowerCase() : undefined;
    const begins = /^:(?:param|type|returns?|rtype|raises?)\b/.test(line);
    if (/^\S/.test(line)) isField = begins;
    if (title) parts.set((part = kindOf(title)), []);
    else if (begins) fields.push(line);
    else if (isField && /^\s+\S/.test(line)) fields.push(`${fields.pop() ?? ""} ${line.trim()}`);
    else if (!/^-{3,}\s*$/.test(line)) parts.get(part)?.push(line);
  }
  const section = (name: string): string => dedented((parts.get(name) ?? []).join("\n")).trim();
  const returns = section("returns") || field(fields, /^:returns?:\s*(.*)/)[0]?.[1];
  const example = section("example");
  return {
    summary: section("summary"),
    parameters: Object.fromEntries([
      ...items(section("args")),
      ...field(fields, /^:param\s+(?:[^:]*\s)?(\w+)(?:\s*\([^)]*\))?:\s*(.*)/).map(
        ([, name = "", what = ""]) => [name, what] as const,
      ),
    ]),
    raises: [
      ...items(section("raises")),
      ...field(fields, /^:raises?\s+([\w.]+):\s*(.*)/).map(
        ([, type = "", when = ""]) => [type, when] as const,
      ),
    ].map(([type, when]) => ({ type, when })),
    ...(returns && { returns }),
    ...(example && { example }),
  };
}

const kindOf = (title: string): string =>
  title.startsWith("arg") || title.startsWith("param")
    ? "args"
    : title.startsWith("ret") || title.startsWith("yield")
      ? "returns"
      : title.startsWith("raise")
        ? "raises"
        : "example";

const field = (fields: readonly string[], pattern: RegExp): readonly RegExpExecArray[] =>
  fields.flatMap((line) => pattern.exec(line) ?? []).length
    ? fields.flatMap((line) => [pattern.exec(line)].filter((match) => match !== null))
    : [];

/** Parses `name (type): text`, or in NumPy style `name : type` with the text below. */
function items(text: string): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  for (const line of text.split("\n")) {
    const [, name, numpy, google] =
      /^(\*{0,2}[\w.]+)(?:\s*\([^)]*\))?(?:\s+:\s*(.*)|:\s*(.*))?$/.exec(line) ?? [];
    if (name && !/^\s/.test(line)) found.push([name, google ?? (numpy === undefined ? "" : "")]);
    else {
      const last = found.at(-1);
      if (last && line.trim()) last[1] = `${last[1]} ${line.trim()}`.trim();
    }
  }
  return found;
}

/** Removes the indent that all lines but the first share. */
function dedented(text: string): string {
  const [first = "", ...rest] = text.replaceAll("\r\n", "\n").split("\n");
  const widths = rest.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const least = widths.length ? Math.min(...widths) : 0;
  return [first.trimStart(), ...rest.map((line) => line.slice(least))].join("\n");
}
