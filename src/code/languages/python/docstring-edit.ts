import { capital } from "../../../lib/index.ts";
import type { Declaration } from "../../language.ts";
import type { Addition, Edit } from "../../study.ts";
import { wrapped } from "../../write/wrap.ts";
import { item, laterOf, type Line, partsOf } from "./docstring-layout.ts";
import { type DocStyle, type Literal, literalOf, sectionsOf } from "./docstring-sections.ts";

/** Line width if the project doesn't set one. */
const usual = 88;

/** Escapes text so that it can't end the literal, escape from it, or hide content. */
export function safe(text: string, { raw, quote }: Pick<Literal, "raw" | "quote">): string {
  const plain = text.replaceAll("\r", "").replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Co}]/gu, "");
  const slashes = raw ? plain.replaceAll("\\", "/") : plain.replaceAll("\\", "\\\\");
  return slashes.replaceAll(quote.length === 3 ? quote : '"""', quote.startsWith("'") ? '"' : "'");
}

/** Bytes or a template in the place of a docstring, which the author means as one. */
const stringStart = /^[ \t]*(?:[bf]r?|r[bf])["']/i;

interface Place {
  readonly declaration: Declaration;
  /** Where to insert a new docstring, and the body's indent. */
  readonly at: number;
  readonly indent: string;
  readonly style: DocStyle;
}

/** Returns the edits that add what a docstring lacks, or create one. */
export function complete(
  source: string,
  { declaration, at, indent, style }: Place,
  addition: Addition,
): readonly Edit[] {
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const width = Math.min(usual, addition.width ?? usual);
  const fresh = { raw: false, quote: '"""' };
  if (!declaration.docstring) {
    if (stringStart.test(source.slice(at, at + 200))) return [];
    const parts = partsOf(addition, style, { within: new Set(), result: declaration.returns }).flatMap(
      (part) => part.lines,
    );
    const gap: readonly Line[] = style === "sphinx" && parts.length ? [[0, ""]] : [];
    const body = lines([...gap, ...parts], { indent, literal: fresh, width });
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
    // PEP 257 puts a blank line after a class docstring
    const apart = declaration.kind === "class" && /^[ \t]*\S/.test(source.slice(at, at + 200)) ? newline : "";
    return [{ range: { start: at, end: at }, text: tidy.join(newline) + newline + apart }];
  }
  return extend(source, { declaration, indent, style, newline }, addition);
}

/** Turns a comment into a docstring's first sentence: capitalized, with a full stop. */
function sentence(lines: readonly string[]): string {
  const text = lines.join(" ").trim();
  return `${capital(text)}${/[.!:;`)]$/.test(text) ? "" : "."}`;
}

/** Wraps lines with their indents at the width; blank ones are empty. */
function lines(
  all: readonly Line[],
  { indent, literal, width }: { indent: string; literal: Pick<Literal, "raw" | "quote">; width: number },
): readonly string[] {
  return all.flatMap(([by, text, hang = 0]) => {
    if (!text) return [""];
    const lead = indent + " ".repeat(by);
    if (/^(?:>>>|\.\.\.) /.test(text)) return [lead + safe(text, literal)];
    const [first = "", ...rest] = wrapped(safe(text, literal), width - lead.length);
    return [lead + first, ...rest.map((line) => lead + " ".repeat(hang) + line)];
  });
}

/**
 * Whether a text ends in fields. If not, a new field needs a blank line before it: after a directive it
 * would be its text.
 */
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
  const docStyle = known.style ?? style;
  const width = Math.min(usual, addition.width ?? usual);
  const edits: Edit[] = [];
  const within = new Set<string>();
  for (const kind of ["parameter", "raises"] as const) {
    const last = known.entries.findLast((entry) => entry.kind === kind && entry.at);
    const add =
      kind === "parameter"
        ? addition.parameters.map(({ name, text }): readonly [string, string] => [name, text])
        : addition.raises.map(({ type, when }): readonly [string, string] => [type, when]);
    if (!last || add.length === 0 || docStyle === "sphinx" || last.range.end >= literal.to) continue;
    within.add(kind);
    const lead = /^[ \t]*/.exec(source.slice(last.range.start, last.range.end))?.[0] ?? indent;
    const rows = add.flatMap(([name, text]) => item(name, text, docStyle, 0));
    edits.push({
      range: { start: last.range.end, end: last.range.end },
      text: lines(rows, { indent: lead, literal, width }).join(newline) + newline,
    });
  }
  const layout = { indent, literal, width };
  const ending: Line[] = [];
  const before = new Map<number, Line[]>();
  for (const part of partsOf(addition, docStyle, { within, result: declaration.returns })) {
    const place = docStyle === "sphinx" ? 0 : (laterOf(part.rank, known.entries)?.range.start ?? 0);
    if (place <= literal.from) ending.push(...part.lines);
    else before.set(place, [...(before.get(place) ?? []), ...part.lines.slice(1), [0, ""]]);
  }
  for (const [place, found] of before)
    edits.push({
      range: { start: place, end: place },
      text: lines(found, layout).join(newline) + newline,
    });
  const body = lines(ending, layout);
  if (body.length === 0) return edits;
  const inner = source.slice(literal.from, literal.to);
  const innerText = inner.trimEnd();
  const gap = docStyle === "sphinx" && body[0] !== "" && !endsInFields(innerText) ? [""] : [];
  const triple = literal.quote.length === 3;
  if (!triple && /\\$|"""/.test(innerText)) return edits;
  const start = literal.from + innerText.length;
  // text for the end goes before the last line
  const last = edits.filter((edit) => edit.range.start > start);
  const rows = last.map((edit) => newline + edit.text.trimEnd()).join("");
  const text = `${rows}${newline}${[...gap, ...body].join(newline)}${newline}${indent}`;
  if (triple)
    return [...edits.filter((edit) => !last.includes(edit)), { range: { start, end: literal.to }, text }];
  edits.push({ range, text: `${literal.prefix}"""${innerText.replaceAll('\\"', '"')}${text}"""` });
  return edits;
}
