import { namesFrom } from "../../name-spelling.ts";
import { isSystem, type Bounds, type Declared, type Member, type Source } from "./found.ts";
import { literal } from "./literal.ts";

const types: readonly (readonly [RegExp, string])[] = [
  [/^(var)?char|^character|^text|^citext|^clob/, "string"],
  [/^(big|small|tiny|medium)?int|^integer|^(big|small)?serial/, "integer"],
  [/^numeric|^decimal|^money/, "decimal"],
  [/^real|^double|^float/, "number"],
  [/^bool|^bit/, "boolean"],
  [/^timestamp|^datetime/, "datetime"],
  [/^date/, "date"],
  [/^jsonb?/, "json"],
  [/^uuid/, "uuid"],
];

/** Splits at commas outside parentheses and quotes. */
function parts(text: string): readonly string[] {
  const found: string[] = [""];
  let depth = 0;
  for (const [piece] of text.matchAll(/'(?:[^']|'')*'|[(),]|[^'(),]+/g)) {
    if (piece === "(") depth += 1;
    if (piece === ")") depth -= 1;
    if (piece === "," && depth === 0) found.push("");
    else found[found.length - 1] += piece;
  }
  return found.map((part) => part.trim()).filter(Boolean);
}

const unquoted = (name: string): string => name.replaceAll(/["`[\]]/g, "");
const list = (text: string | undefined): readonly string[] =>
  (text ?? "").split(",").map((name) => unquoted(name.trim()));

/** Returns the body of a table's definition, up to its closing parenthesis. */
function tableBody(text: string, tables: readonly string[]): string | undefined {
  const start = new RegExp(
    String.raw`create\s+table\s+(?:if\s+not\s+exists\s+)?(?:["\`\w]+\.)?["\`[]?(?:${tables.join("|")})["\`\]]?\s*\(`,
    "i",
  ).exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text[index] === "(") depth += 1;
    if (text[index] === ")") depth -= 1;
    if (depth === 0) return text.slice(from, index);
  }
  return undefined;
}

function reference(column: string, name: string, required: boolean, unique: boolean): string | undefined {
  const to = /\breferences\s+["`[]?(?:\w+["`\]]?\.["`[]?)?(\w+)/i.exec(column)?.[1];
  if (to === undefined) return undefined;
  const fate = /\bon\s+delete\s+(cascade|restrict|set\s+null|no\s+action)/i
    .exec(column)?.[1]
    ?.toLowerCase()
    .replaceAll(/\s+/g, "-");
  const word = fate === "no-action" ? "restrict" : fate;
  return [
    `belongs to ${namesFrom(to).pascal}`,
    required ? "" : "optional",
    unique ? "unique" : "",
    `field ${name}`,
    word ? `on delete ${word}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function member(name: string, rest: string, values: readonly string[] | undefined): Member {
  const raw = rest.toLowerCase();
  const type = types.find(([pattern]) => pattern.test(raw))?.[1] ?? "string";
  const size = /^\w+(?:\s+varying)?\s*\((\d+)(?:\s*,\s*(\d+))?\)/.exec(raw);
  const fallback = /\bdefault\s+('(?:[^']|'')*'|[\w.+-]+(?:\(\))?)/i.exec(rest)?.[1] ?? "";
  const now = /^(now\(\)|current_timestamp|current_date)$/i.test(fallback);
  const digits = type === "decimal" && size ? `decimal(${size[1]}, ${size[2] ?? 0})` : type;
  const bounds: Bounds = type === "string" && size && !values ? { range: [undefined, Number(size[1])] } : {};
  const many = /^\w+(?:\s+(?:varying|precision))?\s*(?:\([\d\s,]*\))?\s*(?:\[\d*\]|array\b)/.test(raw);
  return {
    name,
    type: values ?? digits,
    many,
    optional: !/\bnot\s+null\b/i.test(rest),
    unique: /\bunique\b/i.test(rest),
    ...(many ? { items: bounds } : bounds),
    ...(now ? { auto: "now" } : { default: literal(fallback) }),
  };
}

/** Reads a CREATE TABLE in a migration or schema file. */
export const sql: Source = {
  what: "the SQL table",
  glob: "**/*.sql",
  read(text, { tables }): Declared | undefined {
    const body = tableBody(text.replaceAll(/--.*$/gm, ""), tables);
    if (body === undefined) return undefined;
    const fields: Record<string, Member> = {};
    const relations: Record<string, string> = {};
    const unique: (readonly string[])[] = [];
    for (const part of parts(body)) {
      const together = /^(?:constraint\s+\S+\s+)?unique\s*\(([^)]*)\)/i.exec(part);
      if (together) unique.push(list(together[1]));
      if (/^(constraint|unique|primary|foreign|check|exclude|key|index|like)\b/i.test(part)) continue;
      const [, quoted = "", rest = ""] = /^(\S+)\s+([\s\S]*)$/.exec(part) ?? [];
      const name = unquoted(quoted);
      if (!name || isSystem(name)) continue;
      const required = /\bnot\s+null\b/i.test(rest);
      const key = reference(rest, name, required, /\bunique\b/i.test(rest));
      const values =
        /\bin\s*\(((?:[\s,]|'[^']*')+)\)/i
          .exec(rest)?.[1]
          ?.match(/'([^']*)'/g)
          ?.map((value) => value.slice(1, -1)) ?? enumType(text, rest);
      if (key !== undefined) relations[name.replace(/_?id$/i, "") || name] = key;
      else fields[name] = member(name, rest, values);
    }
    return { fields, relations, unique: unique.filter((names) => names.length > 1), ignored: [] };
  },
};

/** Returns the values of a type that the same file creates as an enum. */
function enumType(text: string, rest: string): readonly string[] | undefined {
  const type = /^["`]?(\w+)/.exec(rest)?.[1] ?? "";
  const body = new RegExp(
    String.raw`create\s+type\s+["\`]?${type}["\`]?\s+as\s+enum\s*\(([^)]*)\)`,
    "i",
  ).exec(text)?.[1];
  return body?.match(/'([^']*)'/g)?.map((value) => value.slice(1, -1));
}
