import { itemShape, type ListShape, type Shape } from "./route.ts";

//#
/** A text that no value begins with by accident: integers stand behind it while the platform's JSON knows only numbers. */
const marked = (): string => "int64-" + Math.random().toString(36).slice(2) + "-";

/** JSON, with every digit of a bigint. */
export function toJson(value: unknown): string {
  const mark = marked();
  let has = false;
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one !== "bigint") return one;
    has = true;
    return mark + String(one);
  });
  return has ? text.replaceAll(new RegExp('"' + mark + '(-?\\d+)"', "g"), "$1") : text;
}

/** The value of JSON; an integer that a number would change is a bigint. */
function exactly(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const mark = marked();
  const exact = (part: string): string =>
    /^-?[1-9]\d{15,}$/.test(part) && !Number.isSafeInteger(Number(part)) ? '"' + mark + part + '"' : part;
  const safe = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, exact);
  return JSON.parse(safe, (_, one: unknown) =>
    typeof one === "string" && one.startsWith(mark) ? BigInt(one.slice(mark.length)) : one,
  );
}
//#

const isMembers = (shape: Shape): shape is { readonly [member: string]: Shape } =>
  typeof shape === "object" && !Array.isArray(shape);
const isList = (shape: Shape | undefined): shape is ListShape => Array.isArray(shape);

/** What stands where: integers stay exact where the document says that they have 64 bits, and are numbers elsewhere. */
function settled(value: unknown, shape: Shape | undefined): unknown {
  if (typeof value === "bigint") return shape === "int64" ? value : Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return value.map((item, i) => settled(item, isList(shape) ? itemShape(shape, i) : undefined));
  const members = shape !== undefined && isMembers(shape) ? shape : {};
  const kind = (name: string): Shape | undefined =>
    Object.hasOwn(members, name) ? members[name] : Object.hasOwn(members, "*") ? members["*"] : undefined;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, settled(item, kind(name))]));
}

/** The value of JSON, in which integers of 64 bits are bigints where a number would change them. */
export const fromJson = (text: string, shape?: Shape): unknown =>
  shape === undefined || !/\d{16}/.test(text) ? JSON.parse(text) : settled(exactly(text), shape);
