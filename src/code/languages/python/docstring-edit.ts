import type { Declaration } from "../../language.ts";
import type { Addition, Edit } from "../../study.ts";
import { wrapped } from "../../write/wrap.ts";
import { type DocStyle, type Literal, literalOf, sectionsOf } from "./docstring-sections.ts";

const width = 88;

/** Text that can stand in the literal: it can't end it, escape from it, or hide what it says. */
export function safe(text: string, { raw, quote }: Pick<Literal, "raw" | "quote">): string {
  const plain = text.replaceAll("\r", "").replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Co}]/gu, "");
  const slashes = raw ? plain.replaceAll("\\", "/") : plain.replaceAll("\\", "\\\\");
  return slashes.replaceAll(quote.length === 3 ? quote : '"""', quote.startsWith("'") ? '"' : "'");
}

type Line = readonly [indent: number, text: string];

const plural = (style: DocStyle): number => (style === "numpy" ? 0 : 4);

/** The lines of the sections, each with its indent below the docstring's. */
function sections(addition: Addition, style: DocStyle, within: ReadonlySet<string>): readonly Line[] {
  const { parameters, returns, raises, examples, notes, deprecated } = addition;
  if (style === "sphinx")
    return [
      ...parameters.map(({ name, text }): Line => [0, `:param ${name}: ${text}`.trimEnd()]),
      ...(returns ? [[0, `:${returns.yields ? "yields" : "returns"}: ${returns.text}`] as Line] : []),
      ...raises.map(({ type, when }): Line => [0, `:raises ${type}: ${when}`.trimEnd()]),
      ...examples.flatMap(({ code }): Line[] => [
        [0, ""],
        ...code.split("\n").map((line): Line => [0, line]),
      ]),
      ...(deprecated ? [[0, `.. deprecated:: ${deprecated}`] as Line] : []),
      ...(notes ?? []).map((note): Line => [0, note]),
    ];
  const head = (title: string): readonly Line[] => [
    [0, ""],
    ...(style === "numpy"
      ? [[0, title] as Line, [0, "-".repeat(title.length)] as Line]
      : [[0, `${title}:`] as Line]),
  ];
  const item = (name: string, text: string): readonly Line[] =>
    style === "numpy"
      ? [[0, name], ...(text ? [[4, text] as Line] : [])]
      : [[4, text ? `${name}: ${text}` : `${name}:`]];
  const by = plural(style);
  return [
    ...(parameters.length && !within.has("parameter")
      ? [
          ...head(style === "numpy" ? "Parameters" : "Args"),
          ...parameters.flatMap(({ name, text }) => item(name, text)),
        ]
      : []),
    ...(returns ? [...head(returns.yields ? "Yields" : "Returns"), [4, returns.text] as Line] : []),
    ...(raises.length && !within.has("raises")
      ? [...head("Raises"), ...raises.flatMap(({ type, when }) => item(type, when))]
      : []),
    ...(examples.length
      ? [
          ...head(style === "numpy" ? "Examples" : "Example"),
          ...examples.flatMap(({ code }) => code.split("\n").map((line): Line => [by, line])),
        ]
      : []),
    ...(notes?.length ? [...head(style === "numpy" ? "Notes" : "Note"), [by, notes.join(" ")] as Line] : []),
  ];
}

interface Place {
  readonly declaration: Declaration;
  /** Where a new docstring goes, and the indent of the body. */
  readonly at: number;
  readonly indent: string;
  readonly style: DocStyle;
}

/** The edits that add to a docstring what it lacks, or make one. */
export function complete(
  source: string,
  { declaration, at, indent, style }: Place,
  addition: Addition,
): readonly Edit[] {
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const fresh = { raw: false, quote: '"""' };
  if (!declaration.docstring) {
    const parts = sections(addition, style, new Set());
    const gap: readonly Line[] = style === "sphinx" && parts.length ? [[0, ""]] : [];
    const body = lines([...gap, ...parts], { indent, literal: fresh });
    const { lifted, summary = lifted ? sentence(lifted.lines) : "" } = addition;
    const [first = "", ...more] = wrapped(safe(summary, fresh), width - indent.length - 3);
    const later = [
      ...more.map((line) => indent + line),
      ...(first ? body : body.slice(body[0] === "" ? 1 : 0)),
    ];
    if (!first && later.length === 0) return [];
    const ending = first.endsWith('"') && later.length === 0 ? `${first} ` : first;
    const text = later.length
      ? [`${indent}"""${first}`, ...later, `${indent}"""`]
      : [`${indent}"""${ending}"""`];
    const tidy = !first
      ? [`${indent}"""${(later[0] ?? "").trim()}`, ...later.slice(1), `${indent}"""`]
      : text;
    return [{ range: { start: at, end: at }, text: tidy.join(newline) + newline }];
  }
  return extend(source, { declaration, indent, style, newline }, addition);
}

/** A comment as a docstring begins: with a capital, and to its stop. */
function sentence(lines: readonly string[]): string {
  const text = lines.join(" ").trim();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!:;`)]$/.test(text) ? "" : "."}`;
}

/** Lines with their indents, folded at the width; blank ones are empty. */
function lines(
  all: readonly Line[],
  { indent, literal }: { indent: string; literal: Pick<Literal, "raw" | "quote"> },
): readonly string[] {
  return all.flatMap(([by, text]) => {
    if (!text) return [""];
    const lead = indent + " ".repeat(by);
    if (/^(?:>>>|\.\.\.) /.test(text)) return [lead + safe(text, literal)];
    const [first = "", ...rest] = wrapped(safe(text, literal), width - lead.length);
    return [lead + first, ...rest.map((line) => `${lead}    ${line}`)];
  });
}

/** A field behind anything but a field needs a blank line before it: behind a directive it would be its text. */
const endsInFields = (text: string): boolean => {
  const paragraph = text.split(/\n[ \t]*\r?\n/).at(-1) ?? "";
  return /^\s*:[a-z]+\b[^:]*:/.test(paragraph) && !/^\s*\.\. /m.test(paragraph);
};

function extend(
  source: string,
  { declaration, indent, style, newline }: Omit<Place, "at"> & { newline: string },
  addition: Addition,
): readonly Edit[] {
  const range = declaration.docstring?.range ?? { start: 0, end: 0 };
  const literal = literalOf(source, range);
  const known = sectionsOf(source, range);
  const own = known.style ?? style;
  const edits: Edit[] = [];
  const within = new Set<string>();
  for (const kind of ["parameter", "raises"] as const) {
    const last = known.entries.findLast((entry) => entry.kind === kind && entry.at);
    const add =
      kind === "parameter"
        ? addition.parameters.map(({ name, text }): readonly [string, string] => [name, text])
        : addition.raises.map(({ type, when }): readonly [string, string] => [type, when]);
    if (!last || add.length === 0 || own === "sphinx" || last.range.end >= literal.to) continue;
    within.add(kind);
    const lead = /^[ \t]*/.exec(source.slice(last.range.start, last.range.end))?.[0] ?? indent;
    const rows = add.flatMap(([name, text]): Line[] =>
      own === "numpy"
        ? [[0, name], ...(text ? [[4, text] as Line] : [])]
        : [[0, text ? `${name}: ${text}` : `${name}:`]],
    );
    edits.push({
      range: { start: last.range.end, end: last.range.end },
      text: lines(rows, { indent: lead, literal }).join(newline) + newline,
    });
  }
  const body = lines(sections(addition, own, within), { indent, literal });
  if (body.length === 0) return edits;
  const inner = source.slice(literal.from, literal.to);
  const kept = inner.trimEnd();
  const gap = own === "sphinx" && !endsInFields(kept) ? [""] : [];
  const triple = literal.quote.length === 3;
  if (!triple && /\\$|"""/.test(kept)) return edits;
  const start = literal.from + kept.length;
  const text = `${newline}${[...gap, ...body].join(newline)}${newline}${indent}`;
  if (triple) edits.push({ range: { start, end: literal.to }, text });
  else edits.push({ range, text: `${literal.prefix}"""${kept.replaceAll('\\"', '"')}${text}"""` });
  return edits;
}
