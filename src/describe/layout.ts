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

interface Line {
  readonly indent: number;
  readonly bullet: boolean;
  text: string;
}

const bulletSign = /^(?:[-*•+–]|\d{1,2}[.)]|[a-z]\))\s+/;

/** Headings of what is no part of the definition. */
const asideHeading =
  /^(?:(?:stretch|future|nice[ -]to[ -]have|later|bonus|(?:tech(?:nical)?|our)? ?stack|tech(?:nology)?|out of scope|not (?:needed|in scope)|non-goals|deliverables?|deployment|ui|frontend|design)\b.{0,20})$/i;
/** Headings that name no resource. */
const plainHeading =
  /^(?:features?|requirements?|(?:functional )?(?:specs?|specification)|overview|background|description|introduction|about|notes?|rules?|business rules|constraints?|entities|models?|data(?: model)?|resources?|endpoints?|actions?|goals?|scope|must[ -]?haves?|acceptance criteria|what (?:it|we) .*|user stor(?:y|ies)|roles?|todo|summary|context|relations(?:hips)?|permissions?|api|details|functionality|assignment|task|take-home|interview(?: task)?|subject|ticket|story|hi|hello|intro|use cases?|problem|solution|tables?|objects?|fields)$/i;
export const isPlainHeading = (label: string): boolean => plainHeading.test(label.trim());

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (const raw of text.split("\n")) {
    const indent = /^[ \t]*/.exec(raw)?.[0].replaceAll("\t", "  ").length ?? 0;
    const body = raw.trim().replaceAll(/\*\*|__|`/g, "");
    const bullet = bulletSign.test(body);
    const content = body.replace(bulletSign, "").replace(/^\[[ x]\]\s*/i, "");
    const last = lines.at(-1);
    const isWrapped =
      last?.text &&
      content &&
      !bullet &&
      /^[a-z(]/.test(content) &&
      !/^[\w ]{2,40}:/.test(content) &&
      last.text.length > 50 &&
      !/[.:;!?|]$/.test(last.text);
    if (isWrapped) last.text += ` ${content}`;
    else lines.push({ indent, bullet, text: content });
  }
  return lines;
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

const isRow = (line: Line | undefined): boolean =>
  line !== undefined && (line.text.match(/\|/g)?.length ?? 0) >= 2 && line.text.startsWith("|");

/** A short name that stands for what is listed under it. */
const isLabel = (text: string): boolean =>
  /^#*\s*[\p{L}][\p{L}\d _'/-]*(?:\s*\([^)]*\))?\s*:?\s*[{]?$/u.test(text) && text.split(/\s+/).length <= 5;

export function blocksOf(text: string): readonly Block[] {
  const lines = linesOf(text);
  const blocks: Block[] = [];
  let heading = "";
  let aside = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (!line?.text) {
      if (aside && !(lines[index + 1]?.text ?? "").startsWith("#") && !lines[index + 1]?.bullet)
        aside = false;
      continue;
    }
    if (isRow(line)) {
      const rows: (readonly string[])[] = [];
      while (isRow(lines[index])) {
        rows.push(cellsOf(lines[index]?.text ?? ""));
        index += 1;
      }
      index -= 1;
      const [header = [], ...body] = rows.filter((cells) => !cells.every((cell) => /^:?-*:?$/.test(cell)));
      blocks.push({ kind: "table", header, rows: body, heading });
      continue;
    }
    if (/^[-=]{3,}$/.test(line.text) || line.text.startsWith("```")) continue;
    const label = line.text.replace(/^#+\s*/, "").replace(/\s*[:{]\s*$/, "");
    const isHeading = line.text.startsWith("#");
    const under = childrenOf(lines, index);
    if (
      isHeading ||
      (isLabel(line.text) && (/[:{]$/.test(line.text) || under.length > 0) && !line.bullet) ||
      (line.bullet && isLabel(line.text) && under.length > 0)
    ) {
      aside = asideHeading.test(label);
      if (!line.bullet) heading = label;
      if (under.length && !aside && !plainHeading.test(label) && under.every((item) => isItem(item))) {
        blocks.push({ kind: "list", label, items: under, heading });
        index += under.length;
      } else if (aside) blocks.push({ kind: "aside", text: label });
      continue;
    }
    const asideLine =
      /^(?:stretch goals?|nice to have|out of scope|not needed|stack|later|non-goals|tech)\s*[:–-]\s*(.+)$/i.exec(
        line.text,
      );
    if (aside || asideLine) {
      blocks.push({ kind: "aside", text: line.text });
      continue;
    }
    if (
      line.text.endsWith(":") &&
      under.length &&
      under.every((item) => isItem(item) && !/:|\bwith\b|\([^)]*,/.test(item))
    ) {
      blocks.push({ kind: "text", text: `${line.text} ${under.join(", ")}`, heading });
      index += under.length;
      continue;
    }
    blocks.push({ kind: "text", text: line.text, heading });
  }
  return blocks;
}

/** Bullets under a line: deeper ones, or all of them where the line itself is none. */
function childrenOf(lines: readonly Line[], index: number): readonly string[] {
  const line = lines[index];
  const children: string[] = [];
  if (!line) return children;
  for (let at = index + 1; at < lines.length; at += 1) {
    const next = lines[at];
    if (!next?.text || /^[}]/.test(next.text) || next.text.startsWith("#")) break;
    const isUnder = next.indent > line.indent || (!line.bullet && next.bullet && next.indent >= line.indent);
    if (!isUnder || isRow(next)) break;
    children.push(next.text.replace(/[,;]$/, ""));
  }
  return children;
}

/** A line of a list that is a field or a name rather than a sentence. */
const isItem = (text: string): boolean =>
  !/[.!?]\s+\S/.test(text) &&
  !/^[^:(]{2,40}:\s*(?!string|int|bool|text|date|number|enum|uuid|float|decimal|array|required|optional|unique)[^,]+,/i.test(
    text,
  ) &&
  !/^(?:as an? |users? |each |every |an? \w+ (?:has|have|can|is|belongs)|\w+ (?:have|can|belong|has) )/i.test(
    text,
  ) &&
  !/\b(?:can|must|should|belongs? to|has many|have)\b(?! (?:be|not be) )/.test(text.replace(/\(.*?\)/g, ""));
