import type { Json } from "../../../lib/index.ts";
import { isList, type Dialect } from "../read/dialect.ts";
import type { Mention } from "../text/mention.ts";

/** A value as source text of a language: longs with `L`, lists as `new ArrayList`, objects by their names. */
export function source(dialect: Dialect, mention: Mention): string {
  const number =
    mention.number?.value ?? (/^-?\d+(?:\.\d+)?$/.test(mention.text) ? Number(mention.text) : undefined);
  if (number !== undefined && numeric.test(dialect.type))
    return /^-?\d{16,}$/.test(mention.text) ? mention.text + suffix(dialect) : numberSource(dialect, number);
  if (mention.value !== undefined) return sourceOf(dialect, mention.value);
  if (isList(dialect) && mention.kind === "phrase") return wrap([mention.text], dialect);
  return mention.text;
}

/** Several values, each as source text by itself, as one list. */
export function sourceList(dialect: Dialect, values: readonly Json[]): string {
  const items = values.map((value): Json => {
    if (typeof value !== "string") return value;
    const [, quoted, bare] = alone.exec(value) ?? [];
    if (quoted !== undefined) return JSON.parse(quoted) as Json; // a string
    if (bare !== undefined) return bare;
    return numeric.test(dialect.item ?? "") && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  });
  return wrap(items, dialect);
}
const alone =
  /^(?:\[|new ArrayList<>\(Arrays\.asList\(|new \w+\[\]\{)(?:("(?:[^"\\]|\\.)*")|([^",()[\]{}]*))(?:\]|\)\)|\})$/;

/** A list or an object as source text. */
export const sourceOf = (dialect: Dialect, value: Json): string =>
  dialect.language === "java" ? javaValue(value, dialect) : scriptValue(value);

const numeric = /^(?:int|integer|long|short|byte|float|double|bigint|number)$/;

/** What marks a whole number as a long one. */
const suffix = ({ type }: Dialect): string => (type === "long" ? "L" : type === "bigint" ? "n" : "");

export function numberSource(dialect: Dialect, value: number): string {
  const text = String(value);
  if (dialect.language === "java") {
    if (dialect.type === "long") return `${text}L`;
    if (dialect.type === "float") return `${text}f`;
    if (dialect.type === "double" && Number.isInteger(value)) return `${text}.0`;
    return text;
  }
  if (dialect.type === "bigint") return `${text}n`;
  return dialect.type === "float" && Number.isInteger(value) ? `${text}.0` : text;
}

const wrap = (items: readonly Json[], dialect: Dialect): string =>
  dialect.language === "java" ? javaValue(items, dialect) : scriptValue(items);

const element = (value: Json, item: string | undefined): string => {
  if (typeof value === "number" && item !== undefined)
    return numberSource({ language: "java", type: item, item: undefined }, value);
  if (typeof value !== "string") return typeof value === "object" ? JSON.stringify(value) : String(value);
  return item !== undefined && /^(?:any|object)$/.test(item) ? value : JSON.stringify(value);
};

function javaValue(value: Json, dialect: Dialect): string {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => element(item, dialect.item)); // Array.isArray drops readonly
    return dialect.type === "array"
      ? `new ${boxed(dialect.item)}[]{${items.join(", ")}}`
      : `new ArrayList<>(Arrays.asList(${items.join(", ")}))`;
  }
  if (value !== null && typeof value === "object") {
    const puts = Object.entries(value).map(
      ([key, item]) => `put(${JSON.stringify(key)}, ${element(item as Json, undefined)});`,
    );
    return puts.length ? `new HashMap<>() {{ ${puts.join(" ")} }}` : "new HashMap<>()";
  }
  return String(value);
}

const boxed = (item: string | undefined): string =>
  item === "integer" || item === "int"
    ? "int"
    : item === "string"
      ? "String"
      : item === "double"
        ? "double"
        : "Object";

const scriptValue = (value: Json): string => JSON.stringify(value);
