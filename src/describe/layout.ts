import { anyOf, wholly } from "../lib/index.ts";
import { takeNotation } from "../api/index.ts";
import { clausesIn } from "./clauses.ts";
import { unpasted } from "./sentences.ts";
import { valuesIn } from "./values.ts";
import { tiesIn } from "./ties.ts";
import { tokensOf } from "./tokens.ts";
import { software } from "./vocabulary.ts";

/** A part of a description: sentences, a list under a label, or rows of a table. */
export type Block =
  | { readonly kind: "text"; readonly text: string; readonly heading: string }
  | {
      readonly kind: "list";
      readonly label: string;
      readonly items: readonly string[];
      readonly heading: string;
    }
  | {
      readonly kind: "table";
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly heading: string;
    }
  | { readonly kind: "aside"; readonly text: string };

/** Numbers of requirements and tickets at the beginning of a line: `R3`, `AC-1:`, `[OPS-90]`, `2)`. */
const reference =
  /^(?:\[[A-Z][A-Z\d]*-\d+\]|[A-Z][A-Z\d]{0,7}-?\d+(?:\.\d+)*(?=[\s:.)|–-])|\d+(?:\.\d+)*[.)])\s*[:.)|–-]?\s+(?=\S)/;

/** Lines about the text itself, its author or its ticket. */
const metaLine = /^(?:reporter|assignee|licen[cs]e|epic|sprint|bonus|estimate|story points|author)\s*:\s*\S/i;
const ticketLine = /^(?:title|type|prio|priority|subject|component|labels)\s*:\s*\S/i;

/** Keywords in front of the name of a record in code: `type Farm { name: String! }`. */
const declared = new RegExp(
  String.raw`^${anyOf(
    String.raw`(?:export\s+)?(?:type|model|interface|class|struct|entity|table|record|resource)\s+(\p{L}\w*)\s*=?\s*(?=\{\s*\S)`,
    String.raw`create\s+table\s+(\p{L}\w*)\s*(?=\()`,
  )}`,
  "iu",
);

interface Line {
  readonly indent: number;
  readonly bullet: boolean;
  text: string;
}

const bulletSign = /^(?:[-*•+–]|\d{1,2}[.)]|[a-z]\))\s+/;

/** Headings of sections that aren't part of the definition. */
const asideHeading = new RegExp(
  String.raw`^${anyOf(
    "stretch|future|nice[ -]to[ -]have|later|bonus|ideas?|some ?day|roadmap|known gaps|deliverables?",
    "(?:tech(?:nical)?|our)? ?stack|tech(?:nology)?|ui|frontend|design|deployment|dev|development|setup|install",
    "out of scope|not (?:needed|in scope)|non-goals|not in this",
  )}\b.{0,20}$`,
  "i",
);
const asideLabel = new RegExp(
  String.raw`^${anyOf(
    "stretch goals?|nice to have|later|roadmap|someday|known gaps|stack|tech",
    String.raw`out of scope|not needed|not in this \w+|non-goals`,
  )}\s*[:–-]\s*(.+)$`,
  "i",
);
/** Whether a sentence says what isn't wanted: `Out of scope: invoices and refunds.`, `No payments.` */
export const isOutOfScope = (sentence: string): boolean =>
  /^(?:out of scope|not needed|non-goals)\s*[:–-]/i.test(sentence) ||
  (/^no [\w ,/-]+[.!]?$/i.test(sentence) && clausesIn(tokensOf(sentence)).length === 0);
/** Headings that name no resource. */
const plainHeading = wholly(
  "features?|requirements?|(?:functional )?(?:specs?|specification)|overview|background|description",
  "introduction|intro|about|notes?|details|summary|context|scope|goals?|problem|solution|functionality",
  "rules?|business rules|constraints?|acceptance criteria|must[ -]?haves?|todo|permissions?|roles?",
  "entities|models?|data(?: model)?|resources?|endpoints?|actions?|relations(?:hips)?|tables?|objects?|fields|api",
  "assignment|task|take-home|interview(?: task)?|subject|ticket|story|user stor(?:y|ies)|use cases?|hi|hello",
  "why|what|how|who|(?:what|how|here|entities) (?:it|we|i|you|is|are|and) .*",
);
export const isPlainHeading = (label: string): boolean => plainHeading.test(label.trim());

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (const raw of unpasted(text).split("\n")) {
    const indent = /^[ \t]*/.exec(raw)?.[0].replaceAll("\t", "  ").length ?? 0;
    const body = raw
      .trim()
      .replace(/^\*\*([\w ]{2,30})\*\* (?=\p{L})/u, "$1: ")
      .replaceAll(/\*\*|__|`/g, "");
    const bullet = bulletSign.test(body);
    const content = body
      .replace(bulletSign, "")
      .replace(/^\[[ x]\]\s*/i, "")
      .replace(reference, "")
      .replace(declared, "$1$2 ")
      .replace(/^(?:table|model|entity|resource)\s*:\s*([\w -]{2,30})$/i, "$1:");
    const last = lines.at(-1);
    const isWrapped =
      last?.text &&
      content &&
      !bullet &&
      /^[a-z(]/.test(content) &&
      !/^[\w ]{2,40}[:{]/.test(content) &&
      last.text.length > 50;
    if (isWrapped) last.text += ` ${content}`;
    else lines.push({ indent, bullet, text: content });
  }
  return lines;
}

const bars = /^\|.*\|| \|(?: |$).* \|(?: |$)/;

/**
 * The separator of the cells of a line; undefined if it isn't a row. Lines with semicolons or tabs are rows if an
 * adjacent one has as many.
 */
function cellSign(lines: readonly Line[], index: number): string | undefined {
  // `result = pass | fail`: values, not cells.
  const textOf = (index: number): string =>
    (lines[index]?.text ?? "").replace(/[=:(]\s*[\w-]+(?: \| [\w-]+)+/g, "");
  if (bars.test(textOf(index))) return "|";
  const count = (sign: string, index: number): number => textOf(index).split(sign).length - 1;
  return [";", "\t", " | "].find((sign) => {
    const cells = count(sign, index);
    const besides = [index - 1, index + 1];
    if (sign === " | " && cells > 0)
      return besides.some((index) => bars.test(textOf(index)) || count(sign, index) > 0);
    return cells >= 2 && besides.some((index) => count(sign, index) === cells);
  });
}

const cellsOf = (line: string, sign: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(sign)
    .map((cell) => cell.trim());

/** A short name for the lines under it. */
const isLabel = (text: string): boolean =>
  !tiesIn(text).length &&
  /^#*\s*\p{L}[\p{L}\d _'/-]*(?:\([^)]*\) *)?(?:: *)?\{?$/u.test(text) &&
  text.split(/\s+/).length <= 5;

export function blocksOf(text: string): readonly Block[] {
  const lines = linesOf(text);
  const blocks: Block[] = [];
  let heading = "";
  let aside = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (!line?.text) {
      continue;
    }
    const sign = cellSign(lines, index);
    if (sign) {
      const rows: (readonly string[])[] = [];
      while (cellSign(lines, index) === sign) {
        rows.push(cellsOf(lines[index]?.text ?? "", sign));
        index += 1;
      }
      index -= 1;
      const [header = [], ...body] = rows.filter((cells) => !cells.every((cell) => /^:?-*:?$/.test(cell)));
      blocks.push({ kind: "table", header, rows: body, heading });
      continue;
    }
    if (/^(?:[-=]{3,}$|```)/.test(line.text)) continue;
    const label = line.text.replace(/^#+\s*/, "").replace(/(?<!\s)\s*[:{]\s*$/, "");
    const isHeading = line.text.startsWith("#");
    const opens = isHeading || isLabel(line.text) || line.text.endsWith(":");
    const under = opens ? childrenOf(lines, index) : [];
    if (
      isHeading ||
      (isLabel(line.text) && (/[:{]$/.test(line.text) || under.length > 0) && !line.bullet) ||
      (line.bullet && isLabel(line.text) && under.length > 0)
    ) {
      aside = index > 0 && asideHeading.test(label); // the first line is the title
      if (!line.bullet) heading = label;
      if (under.length && !aside && !plainHeading.test(label) && areFields(under)) {
        blocks.push({ kind: "list", label, items: under, heading });
        index += under.length;
      } else if (aside) blocks.push({ kind: "aside", text: label });
      else if (software.test(label.split(" ").at(-1) ?? ""))
        blocks.push({ kind: "text", text: label, heading });
      continue;
    }
    const isMeta =
      metaLine.test(line.text) ||
      (index < 4 && ticketLine.test(line.text) && !isNotation(line.text.replace(/^[^:]*:/, "")));
    if (aside || asideLabel.test(line.text) || (isMeta && !line.bullet))
      blocks.push({ kind: "aside", text: line.text });
    else blocks.push({ kind: "text", text: line.text, heading });
  }
  return blocks;
}

/** The bullets under a line: deeper ones, or all of them if the line itself isn't one. */
function childrenOf(lines: readonly Line[], index: number): readonly string[] {
  const line = lines[index];
  const children: string[] = [];
  if (!line) return children;
  const first = lines[index + 1]?.indent ?? 0;
  for (let position = index + 1; position < lines.length; position += 1) {
    const next = lines[position];
    if (!next?.text) break;
    const isUnder =
      next.indent > line.indent ||
      (!line.bullet && next.bullet) ||
      (!line.bullet &&
        isLabel(line.text) &&
        /^[^:]{1,40}:\s/.test(next.text) &&
        (children.length > 0 || kindOf(next.text) === "field"));
    if (!isUnder) break;
    if (next.indent > first && next.bullet) return []; // these have their own
    children.push(next.text.replace(/[,;]$/, ""));
  }
  return children;
}

/** The kind of a line under a label: a field with remarks, a record with fields, either, or a sentence. */
function kindOf(line: string): "field" | "record" | "sentence" | "either" {
  const [, name = "", rest = ""] =
    /^([^:(–]{1,40}?)\s*(?:\([^)]*\))?\s*(?::|\s[-–—]\s)\s*(.+)$/.exec(line) ?? [];
  if (/[.!?]\s+\S/.test(line)) return "sentence";
  if (name && isNotation(rest)) return "field";
  if (name && /,/.test(rest))
    return valuesIn(
      rest.replace(/\(.*?\)/g, "").replace(/,? (?:default|required|optional|\w+ by default).*$/i, ""),
    )
      ? "either"
      : "record";
  const tokens = tokensOf(line.replace(/\(.*?\)/g, ""));
  if (
    /^as an? |\b(?:belongs?|has|have)\b/i.test(line) ||
    clausesIn(tokens).some(({ subject }) => subject.length > 0)
  )
    return "sentence";
  return "field";
}

/** Whether a text only describes the form of a field. */
export function isNotation(text: string): boolean {
  return !/[a-z]{2}/i.test(
    takeNotation(` ${text} `).replace(
      /\b(?:and|or|the|a|an|of|in|is|if|with|as|ref|fk|enum|array|list|only|strings?|numbers|valid)\b/gi,
      " ",
    ),
  );
}

/** Whether lines under a label are its fields: more of them are fields than records. */
function areFields(lines: readonly string[]): boolean {
  const kinds = lines.map((line) => kindOf(line));
  const count = (kind: string): number => kinds.filter((item) => item === kind).length;
  return count("sentence") * 2 < lines.length && count("record") === 0 && count("field") >= count("either");
}
