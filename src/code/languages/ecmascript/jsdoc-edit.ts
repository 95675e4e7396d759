import { inTable } from "../../../lib/index.ts";
import type { Declaration } from "../../language.ts";
import type { Addition, Edit, Entry } from "../../study.ts";
import { wrapped } from "../../write/wrap.ts";

const width = 100;

/** Escapes text so that it can't end the comment, and removes control and invisible characters. */
const safe = (text: string): string =>
  text
    .replaceAll("*/", "*\\/")
    .replaceAll("\r", "")
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Co}]/gu, "");
export const prose = (text: string): string => safe(text).replaceAll(/^(\s*)@/gm, "$1\\@");

const kinds: Readonly<Record<string, Entry["kind"]>> = {
  param: "parameter",
  arg: "parameter",
  argument: "parameter",
  returns: "returns",
  return: "returns",
  yields: "returns",
  property: "attribute",
  prop: "attribute",
  throws: "raises",
  exception: "raises",
  example: "example",
  deprecated: "deprecated",
};

/** Returns the tags of a declaration's comment; the text before them is the first entry. */
export function entriesOf(source: string, { docstring }: Declaration): readonly Entry[] {
  if (!docstring) return [];
  const { start, end } = docstring.range;
  const found: {
    kind: Entry["kind"];
    name: string;
    text: string;
    from: number;
    to: number;
    at?: Entry["range"];
    type?: Entry["range"];
    yields?: true;
  }[] = [{ kind: "other", name: "", text: "", from: start + 3, to: end - 2 }];
  let fenced = false;
  const kindOf = (tag: string): Entry["kind"] | undefined => inTable(kinds, tag);
  for (let line = start; line < end; line = next(source, line)) {
    const stop = Math.min(next(source, line), end);
    const whole = source.slice(line, stop);
    const text = stop === end ? whole.replace(/\s*\*\/\s*$/, "") : whole;
    const tagged = !fenced && text.includes("@");
    const [, lead = "", name = ""] = (tagged && /^(\s*(?:\/\*\*)?[\s*]*)@([a-zA-Z]+)/.exec(text)) || [];
    if (text.includes("```") && (text.match(/```/g)?.length ?? 0) % 2) fenced = !fenced;
    const rest = text.replace(/^\s*(?:\/\*\*)?\s*\*? ?/, "").trimEnd();
    const last = found.at(-1);
    if (!name) {
      if (last) last.text += `${last.text ? "\n" : ""}${rest}`;
      continue;
    }
    if (last) last.to = line > start ? line : start + lead.length;
    const kind = kindOf(name);
    const subject =
      kind === "parameter" || kind === "attribute"
        ? /^@\w+\s+(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)?[`[]?([\w$.[\]]*[\w$])/.exec(rest)
        : null;
    const error = kind === "raises" ? /^@\w+\s+\{?(?:@link\s+)?([\w$.]+)/.exec(rest) : null;
    const [head = "", nameText = ""] = subject ?? error ?? [];
    const index = line + lead.length + head.length - nameText.length;
    const type = error ? undefined : statedType(source, line + lead.length, rest);
    found.push({
      kind: kind ?? "other",
      name: nameText || (kind ? "" : name),
      text: rest.replace(/^@\w+\s*/, ""),
      from: line > start ? line : start + lead.length,
      to: end - 2,
      ...(nameText && { at: { start: index, end: index + nameText.length } }),
      ...(type && { type }),
      ...(name === "yields" && { yields: true as const }),
    });
  }
  const last = found.at(-1);
  const closing = source.lastIndexOf("\n", end - 1) + 1;
  if (last && closing > last.from && source.slice(closing, end).trim() === "*/") last.to = closing;
  return found.map(({ text, from, to, ...part }) => ({
    ...part,
    text: text.trim(),
    range: { start: from, end: to },
  }));
}

/** Returns the range of `{type}` after a tag at `from`, without the marks `?`, `!`, `...` and `=`. */
function statedType(source: string, from: number, tag: string): Entry["range"] | undefined {
  const [head = "", nameText = ""] =
    /^@\w+\s+\{\s*(?:\.\.\.|[?!])?((?:[^{}]|\{[^{}]*\})*?)\s*=?\s*\}/.exec(tag) ?? [];
  if (!nameText) return undefined;
  const start = source.indexOf(nameText, from + head.indexOf("{"));
  return { start, end: start + nameText.length };
}

const next = (source: string, from: number): number => {
  const index = source.indexOf("\n", from);
  return index < 0 ? source.length : index + 1;
};

export interface Typed {
  /** Comments state types, as in JavaScript. */
  readonly types: boolean;
}

const parameterLines = (addition: Addition, { types }: Typed): readonly string[] =>
  addition.parameters.map(({ name, type, text, value }) => {
    const parameterName =
      types && value !== undefined && /^[\w.'"-]{1,30}$/.test(value) ? `[${name}=${value}]` : name;
    return [`@param`, types && type ? `{${safe(type)}}` : "", safe(parameterName), text ? `- ${text}` : ""]
      .filter(Boolean)
      .join(" ");
  });

const otherLines = (
  { returns, raises, deprecated, notes }: Addition,
  { types }: Typed,
): readonly string[] => [
  ...(returns
    ? [
        ["@returns", types && returns.type ? `{${safe(returns.type)}}` : "", returns.text]
          .filter(Boolean)
          .join(" "),
      ]
    : []),
  ...raises.map(({ type, when }) => `@throws {${safe(type)}} ${when}`.trim()),
  ...(deprecated ? [`@deprecated ${deprecated}`] : []),
  ...(notes?.length ? [`@remarks ${notes.join(" ")}`] : []),
];

const exampleLines = ({ examples }: Addition, { types }: Typed): readonly string[] =>
  examples.flatMap(({ title, code }) => {
    const text = title && prose(title).replaceAll("\n", " ");
    const lines = safe(code).replaceAll("```", "` ` `").split("\n");
    // JSDoc reads everything that follows as code, TSDoc as Markdown
    return types && !lines.some((line) => /^\s*@/.test(line))
      ? [`@example${text ? ` <caption>${text.replaceAll(/[<>]/g, "")}</caption>` : ""}`, ...lines]
      : [`@example${text ? ` ${text}` : ""}`, types ? "```js" : "```ts", ...lines, "```"];
  });

const tags = (lines: readonly string[], room: number): readonly string[] =>
  lines.flatMap((line) => {
    const [first = "", ...rest] = wrapped(safe(line), room);
    return [first, ...rest.map((each) => `  ${prose(each)}`)];
  });

/** Returns the edits that add to a declaration's comment, or insert a new one at `place`. */
export function complete(
  source: string,
  { declaration, place, indent, types }: { declaration: Declaration; place: number; indent: string } & Typed,
  addition: Addition,
): readonly Edit[] {
  const room = Math.min(width, addition.width ?? width) - indent.length - 3;
  const parameters = tags(parameterLines(addition, { types }), room);
  const others = [...tags(otherLines(addition, { types }), room), ...exampleLines(addition, { types })];
  const { lifted } = addition;
  if (lifted) {
    const lines = { summary: lifted.lines, parameters, others };
    return put(source, { declaration, place, indent }, lines).map(({ text }) => ({
      range: lifted.range, // its words stay in place
      text: text.trimEnd(),
    }));
  }
  const summary = addition.summary ? wrapped(prose(addition.summary), room) : [];
  return put(source, { declaration, place, indent }, { summary, parameters, others });
}

/** The lines of a comment, without comment marks. */
export interface CommentLines {
  readonly summary: readonly string[];
  /** Lines at the end of the text, before all tags. */
  readonly below?: readonly string[];
  readonly parameters: readonly string[];
  readonly others: readonly string[];
}

/** Tags that follow the returned value and the errors. */
const closing = new Set(["see", "since", "author", "version"]);

/** Returns where the lines of a part end, without trailing empty ones. */
function endOf(source: string, { start, end }: Entry["range"]): number {
  const lines = source.slice(start, end).split(/(?<=\n)/);
  while (lines.length > 1 && /^[ \t]*\*?[ \t]*$/.test(lines.at(-1)?.trimEnd() ?? "")) lines.pop();
  return start + lines.join("").length;
}

/** Returns the edits that put lines into a declaration's comment, or into a new one at `place`. */
export function put(
  source: string,
  { declaration, place, indent }: { declaration: Declaration; place: number; indent: string },
  { summary, below = [], parameters, others }: CommentLines,
): readonly Edit[] {
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  if (!declaration.docstring) {
    const [...all] = parted(summary, below, [...parameters, ...others]);
    if (all.length === 0) return [];
    const text = all.length === 1 ? `/** ${all[0]} */` : block(all, indent, newline);
    return [{ range: { start: place, end: place }, text: `${text}${newline}${indent}` }];
  }
  if (summary.length + below.length + parameters.length + others.length === 0) return [];
  return extend(source, { declaration, newline, summary, below, parameters, others });
}

/** Joins parts with an empty line between them. */
const parted = (...parts: readonly (readonly string[])[]): readonly string[] =>
  parts.filter((part) => part.length).flatMap((part, place) => (place ? ["", ...part] : part));

const block = (lines: readonly string[], indent: string, newline: string): string =>
  ["/**", ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join(newline);

interface Parts extends CommentLines {
  readonly declaration: Declaration;
  readonly newline: string;
}

function extend(
  source: string,
  { declaration, newline, summary, below = [], parameters, others }: Parts,
): readonly Edit[] {
  const { start, end } = declaration.docstring?.range ?? { start: 0, end: 0 };
  const head = source.slice(source.lastIndexOf("\n", start - 1) + 1, start);
  const indent = /^[ \t]*$/.test(head) ? head : (/^[ \t]*/.exec(head)?.[0] ?? "");
  const inner = source.slice(start + 3, end - 2);
  if (!inner.includes("\n")) {
    const innerText = inner.trim();
    const tags = [...parameters, ...others];
    const lines = innerText.startsWith("@")
      ? parted(summary, below, [innerText, ...tags])
      : parted(summary, innerText ? [innerText] : [], below, tags);
    return [{ range: { start, end }, text: block(lines, indent, newline) }];
  }
  const entries = entriesOf(source, declaration);
  const starred = /\n[ \t]*\*(?!\/)/.test(inner);
  const last = source.lastIndexOf("\n", end - 1) + 1;
  const closed = source.slice(last, end).trim() === "*/";
  const lead = starred
    ? (/\n([ \t]*\*)(?!\/)/.exec(inner)?.[1] ?? `${indent} *`)
    : (/\n([ \t]*)\S/.exec(inner)?.[1] ?? indent);
  const rows = (lines: readonly string[]): string =>
    lines.map((line) => `${starred ? `${lead} ${line}` : lead + line}`.trimEnd() + newline).join("");
  const edits: Edit[] = [];
  const top = source.indexOf("\n", start) + 1;
  if (summary.length) edits.push({ range: { start: top, end: top }, text: rows([...summary, ""]) });
  const [text] = entries;
  if (below.length && entries.length > 1 && text?.text) {
    const index = endOf(source, text.range);
    edits.push({ range: { start: index, end: index }, text: rows(["", ...below]) });
  }
  const known = entries.findLast(({ kind }) => kind === "parameter");
  // the returned value and the errors come before `@since`, `@see` and examples
  const entry = entries.findLast(
    ({ kind }) => kind === "parameter" || kind === "returns" || kind === "raises",
  );
  const before = entry && entries.at(-1) !== entry && others.length > 0 ? entry : undefined;
  const behind = entry
    ? undefined
    : entries.find(({ kind, name }) => kind === "example" || closing.has(name));
  const within = known && known !== before && entries.at(-1) !== known && parameters.length;
  if (within && known)
    edits.push({ range: { start: known.range.end, end: known.range.end }, text: rows(parameters) });
  const tags = [...(within ? [] : parameters), ...others];
  const rest = entries.length > 1 ? tags : parted(below, tags);
  if (rest.length === 0) return edits;
  if (before ?? behind) {
    const index = before ? endOf(source, before.range) : (behind?.range.start ?? 0);
    edits.push({ range: { start: index, end: index }, text: rows(rest) });
    return edits;
  }
  const isBlank = /\n[ \t]*\*?[ \t]*\r?\n$/.test(source.slice(start, last));
  const gap = entries.length === 1 && (entries[0]?.text ?? "") !== "" && !isBlank ? [""] : [];
  if (closed) edits.push({ range: { start: last, end: last }, text: rows([...gap, ...rest]) });
  else {
    const index = start + 3 + inner.trimEnd().length;
    edits.push({
      range: { start: index, end: end - 2 },
      text: `${newline}${rows([...gap, ...rest])}${indent} `,
    });
  }
  return edits;
}
