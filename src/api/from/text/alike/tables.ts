import { namesFrom } from "../../../names.ts";
import { fieldWords } from "../words/marks.ts";
import { onlySays } from "../words/says.ts";

/** What the parenthesis at `at` holds, and the place behind it; undefined where it is never closed. */
function inside(text: string, at: number): { readonly inner: string; readonly end: number } | undefined {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === "(") depth += 1;
    if (text[i] === ")") depth -= 1;
    if (depth === 0) return { inner: text.slice(at + 1, i), end: i + 1 };
  }
  return undefined;
}

/** The parts of a list between commas that stand in no parentheses. */
function parted(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const letter of list) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += letter;
  }
  return [...parts, part.trim()].filter((one) => one !== "");
}

const named = String.raw`["'\x60[]?(?:[a-z]\w*\.)?([a-z]\w*)["'\x60\]]?`;

/** What a type or a rule of a column is in words, in the order in which they are looked for. */
const columns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:n?varchar|character varying|n?char|string)\s*\(\s*(\d+)\s*\)/i, "string, at most $1 characters"],
  [/\b(?:text|citext|n?varchar|clob|char)\b/i, "string"],
  [/\b(?:numeric|decimal|number|float|double precision|double|real|money)\b(?:\s*\([\d\s,]*\))?/i, "decimal"],
  [/\b(?:tinyint\s*\(\s*1\s*\)|boolean|bool|bit)/i, "boolean"],
  [/\b(?:big|small|medium|tiny)?(?:int|integer|serial)\d*\b(?:\s*\(\s*\d+\s*\))?/i, "integer"],
  [/\b(?:timestamptz|timestamp|datetime)\b(?:\s+with(?:out)? time zone)?/i, "datetime"],
  [/\bjsonb?\b/i, "object"],
  [/\bdate\b/i, "date"],
  [/\buuid\b/i, "uuid"],
  [/\benum\s*\(([^()]*)\)/i, "one of $1"],
  [/\bcheck\s*\(\s*\w+\s+in\s*\(([^()]*)\)\s*\)/i, "one of $1"],
  [/\bcheck\s*\(\s*(?:\w+\s+)?between\s+(-?[\d.]+)\s+and\s+(-?[\d.]+)\s*\)/i, "between $1 and $2"],
  [/\bcheck\s*\(\s*\w+\s*(>=?|<=?)\s*(-?[\d.]+)\s*\)/i, "$1 $2"],
  [/\bdefault\s+(?:now\s*\(\s*\)|current_timestamp(?:\s*\(\s*\))?|current_date)/i, "set automatically"],
  [/\bdefault\s+(?!now\b|current_)'?([\w.-]+)'?/i, "default $1"],
  [/\bunique\b/i, "unique"],
  [/\bnot null\b/i, "required"],
];

/** `name varchar(40) not null` → `name (string, at most 40 characters, required)`; nothing for keys, which are there anyway. */
function column(given: string): string | undefined {
  const [, name = "", told = ""] = new RegExp(String.raw`^${named}\s+(\S[^]*)$`, "i").exec(given) ?? [];
  if (name === "" || /^(?:primary|foreign|unique|constraint|check|key|index)$/i.test(name)) return undefined;
  if (/\bprimary key\b/i.test(told)) return undefined;
  const target = new RegExp(String.raw`\breferences\s+${named}`, "i").exec(told)?.[1];
  if (target !== undefined) return `${name} (fk ${target}${/\bnot null\b/i.test(told) ? ", required" : ""})`;
  const said = columns.flatMap(([at, to]) => {
    const found = at.exec(told)?.[0];
    return found === undefined ? [] : [found.replace(at, to).replaceAll(/["']/g, "")];
  });
  const types = said.filter((one) =>
    /^(?:string|decimal|integer|boolean|date|datetime|object|uuid)\b/.test(one),
  );
  const values = said.find((one) => one.startsWith("one of "))?.slice(7);
  const rules = said.filter((one) => !types.includes(one) && !one.startsWith("one of "));
  const type = values === undefined ? types.slice(0, 1) : [values.replaceAll(/\s*,\s*/g, "/")];
  return `${name} (${[...type, ...rules].join(", ")})`;
}

/** `create table book (…);` → `book: title (string, required), …` */
function statements(text: string): string {
  const create = new RegExp(String.raw`\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?${named}\s*(?=\()`, "gi");
  let told = "";
  let from = 0;
  for (const { 0: head, 1: name = "", index } of text.matchAll(create)) {
    if (index < from) continue;
    const body = inside(text, index + head.length);
    if (body === undefined) break;
    const list = parted(body.inner.replaceAll(/--[^\n]*/g, "").replaceAll(/\s+/g, " ")).flatMap(
      (one) => column(one) ?? [],
    );
    told += `${text.slice(from, index)}\n${name}: ${list.join(", ")}\n`;
    from = body.end + (/^\s*;/.exec(text.slice(body.end, body.end + 9))?.[0].length ?? 0);
  }
  return from === 0 ? text : told + text.slice(from);
}

/** Whether a list names what a record has, rather than says what a field is: `title, year`, not `required, unique`. */
function isRecord(list: readonly string[]): boolean {
  const [first = "", second = ""] = list;
  return (
    second !== "" &&
    (!onlySays(first) || fieldWords.test(first)) &&
    list.filter((one) => onlySays(one) && !fieldWords.test(one)).length * 2 < list.length &&
    !/^(?:or [\w-]+|[\w-]+ or [\w-]+|default [\w-]+)$/i.test(list.at(-1) ?? "")
  );
}

const opening = /^[\s,;]*(?:and |plus )?(?:the |our |also |an? )?([a-z]\w*(?: [a-z]\w*)?) ?(?=\()/i;
const goesOn = /^[\s,;]*(?:and |plus )?(?:the |our |also )?(?=[a-z]\w*(?: [a-z]\w*)?s: [a-z][^\n.;:]*,)/i;
/** `that belong to books`, behind a list. */
const ofWhole =
  /^,? (?:that |which |who )?(?:each )?belong(?:s|ing)? to (?:an? |the |one |its )?([a-z]+)(?= and |[,.;\n]|$)/i;
/** What a description says before its first record: `An API for managing drones (serial, model)`. */
const lead =
  /^\s*(?:[^.:;,()\n]{0,60}\b(?:api|apis|app|application|service|system|backend|tool|crud|endpoints?|tracker|something|model|database|platform)\b[^.:;,()\n]{0,40}?\b(?:for|of|with|managing|manage|to [a-z]+|where|containing|has|have|handles?|stores?|tracks?)(?: (?:managing|tracking|storing|handling|the|our|my|all|some))*) (?=[a-z]+(?: [a-z]+)? ?\()/i;

interface Row {
  readonly lines: readonly string[];
  readonly rest: string;
}

/** Records in parentheses one behind the other from a place on, and what stands behind the last of them. */
function rowAt(text: string, from: number): Row {
  const lines: string[] = [];
  let at = from;
  for (;;) {
    const head = opening.exec(text.slice(at, at + 80));
    const body = head ? inside(text, at + head[0].length) : undefined;
    if (!head || body === undefined || !isRecord(parted(body.inner))) break;
    const whole = ofWhole.exec(text.slice(body.end, body.end + 80));
    lines.push(
      `${head[1] ?? ""}: ${body.inner}${whole ? `, belongs to a ${namesFrom(whole[1] ?? "").words}` : ""}`,
    );
    at = body.end + (whole?.[0].length ?? 0);
  }
  return { lines, rest: text.slice(at) };
}

/** `book(title, year) author(name, age)`, `books (title, year) and loans: book, day`: records, each with its list, a line each. */
function row(text: string): string {
  const skipped = lead.exec(text.slice(0, 200))?.[0].length ?? 0;
  const { lines, rest } = rowAt(text, skipped);
  const more = goesOn.exec(rest.slice(0, 300))?.[0];
  const isAll = more !== undefined || (lines.length > 1 && /^\s*(?:[.;,]?\s*$|[.;\n]\s)/.test(rest));
  return lines.length > 0 && isAll
    ? [...lines, rest.slice(more?.length ?? 0).replace(/^[\s.;,]+/, "")].join("\n")
    : text;
}

/** Tables as databases and notes write them, as `book: title, year`. */
export const tables = (text: string): string => row(statements(text));
