import { capital } from "../../../../lib/index.ts";
import { namesFrom } from "../../../names.ts";
import { type Wording, rewritten } from "../words/rewrite.ts";
import { tables } from "./tables.ts";

const types =
  "string|str|text|integer|int|bigint|number|float|double|decimal|boolean|bool|date|datetime|timestamp|uuid|json";
const kinds =
  "model|type|interface|class|schema|scheme|entity|table|struct|resource|record|object|collection";
const name = String.raw`[A-Za-z]\w*`;

/** `name: string; // required` → `* name: string, required` */
function member(line: string): string | undefined {
  const [, given = "", mark = "", rest = "", note = ""] =
    /^\s*(?:[-*•+]\s+)?["'`]?([A-Za-z_]\w*)["'`]?([?!]?)(?:\s*:\s*|\s*=\s*|[ \t]+|\s*$)([^\n]*?)[;,]?[ \t]*(?:(?:\/\/|#|--)[ \t]*([^\n]*))?$/.exec(
      line,
    ) ?? [];
  if (given === "") return undefined;
  const all = [
    rest.replace(/[;,]$/, ""),
    note,
    mark === "?" ? "optional" : "",
    mark === "!" ? "required" : "",
  ];
  const said = all.filter((one) => one.trim() !== "").join(", ");
  return `* ${given}${said === "" ? "" : `: ${said}`}`;
}

/** `borrow() return()` */
const methods = /^[ \t]*(?:[a-z]\w*\(\)[;,]?[ \t]*)+$/i;
/** Members, a bullet each, and below them what can be done; undefined where a line is neither. */
function listed(lines: readonly string[]): string | undefined {
  const members = lines.filter((line) => !methods.test(line)).map((line) => member(line));
  const deeds = lines
    .filter((line) => methods.test(line))
    .flatMap((line) => line.match(/[a-z]\w*(?=\()/gi) ?? []);
  if (members.length === 0 || members.includes(undefined)) return undefined;
  return [...members, ...(deeds.length ? [`\nActions: ${deeds.join(", ")}`] : [])].join("\n");
}

/** `model Book {`, its members, a line each, `}` → a heading with bullets. */
const braces = (text: string): string =>
  text.replaceAll(
    new RegExp(
      String.raw`^[ \t]*(?:export )?(?:(?:${kinds}) )?(${name})(?: extends ${name})?[ \t]*(?:[:=][ \t]*)?([{(])[ \t]*\n([^{}]{3,2000}?)\n[ \t]*[})];?[ \t]*$`,
      "gim",
    ),
    (whole, noun: string, _sign: string, inner: string) => {
      const members = listed(inner.split("\n").filter((line) => line.trim() !== ""));
      return members === undefined ? whole : `\n${noun}:\n${members}\n`;
    },
  );

/** `class Book:`, `schema Book`, and indented members → a heading with bullets. */
const classes = (text: string): string =>
  text.replaceAll(
    new RegExp(
      String.raw`^(?:${kinds}) (${name})[ \t]*:?[ \t]*((?:\n[ \t]+${name}[?!]?(?:[ \t:=(][^\n]*)?)+)`,
      "gim",
    ),
    (whole, noun: string, inner: string) => {
      const members = listed(inner.trim().split("\n"));
      return members === undefined ? whole : `${noun}:\n${members}`;
    },
  );

const lone = /^[ \t]*#*[ \t]*(?:\*\*)?([A-Z]\w*(?: [a-z]\w*)?)(?:\*\*)?[ \t]*:?[ \t]*$/;
const telling = /\b(?:has|have|is|are|can|belongs?|may|must|should|we|i)\b|[.!?]$/i;
/** What is said of a member behind its name. */
const memberLine = /^[ \t]*[a-z][\w-]*(?: [\w-]+){0,2}(?:[ \t]*[:(\t][^\n]*)?$/;

/** A noun on a line of its own, above lines of members, as a heading with bullets. */
function paragraphs(text: string): string {
  const parts = text.split(/(\n[ \t]*\n\s*)/);
  const isBlock = (part: string): boolean => {
    const [head = "", ...lines] = part.split("\n");
    return (
      lone.test(head) &&
      lines.length > 1 &&
      lines.every((line) => memberLine.test(line) && !telling.test(line.replace(/\([^()]*\)/g, "")))
    );
  };
  if (parts.filter(isBlock).length < 2) return text;
  return parts
    .map((part) => (isBlock(part) ? part.replaceAll(/\n[ \t]*(?=\S)/g, "\n- ").replace(lone, "$1:") : part))
    .join("");
}

/** Rows whose cells stand between bars, without bars around them, as a table. */
const barred = (text: string): string =>
  text.replaceAll(
    /^[^|\n]+(?:\|[^|\n]*)+\n[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+(?:\n[^|\n]+(?:\|[^|\n]*)+)+/gm,
    (rows) =>
      rows
        .split("\n")
        .map((row) => `| ${row.trim().replaceAll(";", ",")} |`)
        .join("\n"),
  );

const headline = String.raw`[A-Z]\w*(?: [a-z]\w*)?`;
/** Lines that begin with the noun of a record, whatever sign stands between it and what it has. */
const signs: readonly Wording[] = [
  // `Things to keep per event:` above bullets
  [
    /^[ \t]*#*[ \t]*(?:things|what|everything|data|info|information|details|fields|attributes|columns)(?: (?:to|we|i|you)(?: (?:want|need|like|have) to)? [a-z]+)? (?:per|for|about|of|on) (?:each |every |an? |the )?([a-z]+(?: [a-z]+)?)[ \t]*:?[ \t]*(?=\n+[ \t]*(?:[-*•|]|\d+[.)])[ \t]?)/gim,
    (_, noun: string) => `${capital(noun)}:`,
  ],
  // `options per poll: label, order`
  [
    /(^|[.;][ \t]+|\n)([a-z]+(?: [a-z]+)?s) (?:per|for each) ([a-z]+)[ \t]*:[ \t]*(?=[a-z])([^\n]*?)(?=\.?(?:[.][ \t]+|\n|$))/gi,
    (_, before: string, nouns: string, of: string, list: string) =>
      `${before}${nouns}: ${list}. Each ${namesFrom(nouns).words} belongs to a ${of}`,
  ],
  // `Member -> freeze / unfreeze`
  [
    /^([ \t]*(?:[-*•][ \t]+)?)([A-Z][a-z]+)[ \t]*->[ \t]*([a-z]+(?:[ \t]*\/[ \t]*[a-z]+)+)[ \t]*$/gm,
    (_, before: string, noun: string, all: string) =>
      `${before}${noun} actions: ${all.split(/\s*\/\s*/).join(", ")}`,
  ],
  // `poll = question (max 140), closes at`, `webhooks -> url (required), event`
  [/(^|[.;][ \t]+|\n)([a-z]\w*)[ \t]*=[ \t]+(?=[a-z][\w ]*(?: \([^()\n]*\))?,[^\n]*\()/gi, "$1$2: "],
  [/^([a-z]\w*)[ \t]*[-=]>[ \t]+(?=[a-z][\w ]* \([^()\n]*\),)/gim, "$1: "],
  // a line below a title
  [/^([ \t]*[A-Za-z]\w*(?: \w+)?:?)[ \t]*\n[ \t]*(?:-{3,}|={3,}|~{3,})[ \t]*$/gm, "$1"],
  // `-name`, `a) name`
  [/^([ \t]*)-(?=[a-z]\w*(?:[ \t(:]|$))/gim, "$1- "],
  [/^([ \t]*)(?:[a-h]\)|[ivx]{1,4}\)|\([a-h\d]\))[ \t]+(?=\S)/gim, "$1- "],
  // `- name | required`, `- name // required`
  [/^([ \t]*[-*•][ \t]+[a-z]\w*(?: \w+){0,2})[ \t]+(?:\||\/\/)[ \t]+(?=[^|\n]+$)/gim, "$1: "],
  [/^([ \t]*[a-z]\w*(?: \w+){0,2})\t+(?=[^\t\n]+$)/gim, "$1: "],
  // `"Book": title, year`, `[Book] title, year`
  [/^([ \t]*)"([A-Za-z]\w*)"[ \t]*:[ \t]*(?=[^\n]*,)/gm, "$1$2: "],
  [/^([ \t]*)\[([A-Z]\w*(?: [a-z]\w*)?)\][ \t]*:?[ \t]*(?=[^\n]*,)/gm, "$1$2: "],
  // `Book = title, year`, `Book > title, year`, `Book | title, year`
  [new RegExp(String.raw`^(${headline})[ \t]*(?:=>?|>|\|)[ \t]+(?=[a-z][^\n|]*,[^\n|]*$)`, "gm"), "$1: "],
  // `Book (title (required), year)`
  [
    new RegExp(
      String.raw`^(${headline})[ \t]*\(([^()\n]*\([^()\n]*\)(?:[^()\n]|\([^()\n]*\))*)\)[ \t.]*$`,
      "gm",
    ),
    "$1: $2",
  ],
  // `Book: title (string); year (integer)`
  [
    new RegExp(
      String.raw`(?<=^|[.] )(${headline}:) ((?:[\w ]+(?: ?\([^()\n]*\))?; )+[\w ]+(?: ?\([^()\n]*\))?)(?=[.]?$|[.] [A-Z])`,
      "gm",
    ),
    (_, head: string, list: string) => `${head} ${list.replaceAll(";", ",")}`,
  ],
  // `Book — title: string; year: int`
  [new RegExp(String.raw`^(${headline}) [–—-] (?=[a-z]\w*: [^\n]*;)`, "gm"), "$1: "],
  // `title:string (required)`, `string title (required)`
  [
    new RegExp(String.raw`(?<=[:,;{(] ?)([a-z]\w*):(${types})\b(?: \(([^()\n]*)\))?`, "gi"),
    (_, one: string, type: string, more: string | undefined) =>
      `${one} (${type}${more === undefined ? "" : `, ${more}`})`,
  ],
  [
    /(?<=[,;{(] ?|^[A-Z]\w*: )(string|integer|int|boolean|bool|float|double|decimal|datetime|uuid) ([a-z]\w*)(?: \(([^()\n]*)\))?(?=\s*(?:[,;)}\n]|$))/gim,
    (whole, type: string, one: string, more: string | undefined) =>
      /^(?:required|req|optional|opt|unique|uniq|array|list|min|max|default|not|nullable|auto|or)$/i.test(one)
        ? whole
        : `${one} (${type}${more === undefined ? "" : `, ${more}`})`,
  ],
];

/** Notes of many layouts, as headings with bullets or with a list behind them. */
export const blocks = (text: string): string =>
  rewritten(barred(paragraphs(classes(braces(tables(text))))), signs);
