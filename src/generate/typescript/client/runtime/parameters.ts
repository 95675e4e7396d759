import { delimiters } from "../../../../api/index.ts";

/** Parameters as paths and queries have them, and members of forms; what their styles mean is in the table of styles. */
export const parameters = String.raw`//#
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => "%" + letter.charCodeAt(0).toString(16).toUpperCase());

//# styled compound forms multipart
/** What says itself how JSON has it, as times do. */
const isNamed = (value: object): value is { readonly toJSON: () => unknown } => "toJSON" in value && typeof value.toJSON === "function";

//#
/** A value in one text: of an object its JSON, which of a time is a text. */
function scalar(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const text = toJson(value);
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

//# raw
/** What is reserved in URLs stays, and so does what is encoded; a number sign would begin a fragment. */
const reserved = (text: string): string =>
  text.replaceAll(/%[\da-f]{2}|[^\w.~:\/?[\]@!$&'()*+,;=-]/giu, (part) => (part.length === 3 && part.startsWith("%") ? part : encode(part)));

//# styled compound forms multipart
/** What has members or items. */
const hasParts = (value: unknown): value is object => typeof value === "object" && value !== null && !isNamed(value);

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  hasParts(value) ? Object.entries(value).filter((entry) => entry[1] !== undefined) : [];

//# styled compound listed+delimited
type Escape = (text: string) => string;

//# styled+delimited compound+delimited listed+delimited
const delimiters: { readonly [style: string]: string } = ${JSON.stringify(delimiters)};

/** What stands between values that do not explode: a comma as it is, others escaped. */
const delimiterOf = (style: string | undefined, escape: Escape): string => {
  const sign = delimiters[style ?? ""];
  return sign === undefined ? "," : escape(sign);
};

//# styled+!delimited compound+!delimited
const delimiterOf = (_style?: string, _escape?: Escape): string => ",";

//# styled compound

/** A value inside a list or an object: a list inside has delimiters of its own. */
const itemText = (value: unknown, escape: Escape, inner?: string): string =>
  Array.isArray(value) && value.every((one) => typeof one !== "object")
    ? value.map((one) => escape(scalar(one))).join(delimiterOf(inner, escape))
    : escape(scalar(value));

/** Values of a list, or names and values of an object, in turn. */
const itemsOf = ([, value, , , , inner]: Sent, escape: Escape, explode: boolean): readonly string[] =>
  Array.isArray(value)
    ? value.map((item) => itemText(item, escape, inner))
    : entriesOf(value).flatMap(([key, item]) =>
        explode ? [escape(key) + "=" + itemText(item, escape, inner)] : [escape(key), itemText(item, escape, inner)],
      );

//# styled
/** A value in one text. */
function styled(sent: Sent, escape: Escape): string {
  const [name, value, style, explode = false] = sent;
  const start = style === "matrix" ? ";" : style === "label" ? "." : "";
  const title = style === "matrix" ? escape(name) : "";
  const assigned = (text: string): string => (title === "" || text === "" ? title + text : title + "=" + text);
  if (!hasParts(value)) return start + assigned(escape(scalar(value)));
  const items = itemsOf(sent, escape, explode);
  if (!explode) return start + assigned(items.join(delimiterOf(style, escape)));
  // In a path an empty member of a matrix has no equals sign.
  const pairs = title === "" ? items : items.map((item) => item.replace(/=$/, ""));
  return start + (Array.isArray(value) ? items.map(assigned) : pairs).join(start || delimiterOf(style, escape));
}

//# header+json
/** JSON that a header can hold. */
const asciiJson = (value: unknown): string =>
  toJson(value).replaceAll(/[\u007f-\uffff]/g, (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"));

//# elaborate
/** A parameter with its value, as routes describe it. */
type Sent = readonly [name: string, value: unknown, style?: string, explode?: boolean, how?: string, inner?: string];

function textOf(sent: Sent, escape: (text: string) => string): string {
  if (sent[4] === "json") return escape(toJson(sent[1])); //? json
  return styled(sent, escape); //? styled
  return escape(scalar(sent[1])); //? !styled
}

//# scalar+header scalar+cookie
type Sent = readonly [name: string, value: unknown];

const textOf = (sent: Sent, escape: (text: string) => string): string => escape(scalar(sent[1]));

//# tuples
const sentOf = (parameters: readonly Parameter[] = [], values: Values): readonly Sent[] =>
  parameters.flatMap((one) => {
    const [name, key = name, ...more] = typeof one === "string" ? [one] : one;
    const value = values.get(key);
    return value === undefined ? [] : [[name, value, ...more] as const];
  });

//# !tuples+elaborate !tuples+header !tuples+cookie
const sentOf = (names: readonly string[] = [], values: Values): readonly Sent[] =>
  names.map((name) => [name, values.get(name)] as const).filter(([, value]) => value !== undefined);

//# deep
/** A pair for each value at whatever depth: what is empty has none. */
function* deepPairs(name: string, value: unknown, escape: (text: string) => string): Iterable<string> {
  if (!hasParts(value)) yield encode(name) + "=" + escape(scalar(value));
  for (const [key, item] of entriesOf(value)) yield* deepPairs(name + "[" + key + "]", item, escape);
}

//# compound
/** What a query or a form has of a parameter: pairs, joined by what joins pairs. */
export function pairsOf(sent: Sent): string {
  const [name, value, style, explode = true] = sent;
  const escape = encode; //? !raw
  const escape = sent[4] === "raw" ? reserved : encode; //? raw
  const start = encode(name) + "=";
  if (sent[4] === "json") return start + encode(toJson(value)); //? json
  if (style === "deepObject") return [...deepPairs(name, value, escape)].join("&"); //? deep
  if (!hasParts(value)) return start + escape(scalar(value));
  const items = itemsOf(sent, escape, explode);
  if (!explode) return start + items.join(delimiterOf(style, encode));
  return (Array.isArray(value) ? items.map((item) => start + item) : items).join("&");
}

//# listed
/** The same of what is a single value or a list of such. */
export function listPairs([name, value, style, explode = true]: Sent): string { //? delimited
export function listPairs([name, value, , explode = true]: Sent): string { //? !delimited
  const start = encode(name) + "=";
  const items = (Array.isArray(value) ? value : [value]).map((one) => encode(scalar(one)));
  if (explode) return items.map((one) => start + one).join("&");
  return start + items.join(delimiterOf(style, encode)); //? delimited
  return start + items.join(","); //? !delimited
}

//# elaborateQuery
/** The same of a parameter that is a single value or a text of JSON. */
const pairOf = (sent: Sent): string =>
  encode(sent[0]) + "=" + (sent[4] === "raw" ? reserved(scalar(sent[1])) : textOf(sent, encode)); //? raw
  encode(sent[0]) + "=" + textOf(sent, encode); //? !raw

//#
/** Where a request goes: no value of a path makes it another operation's. */
function urlOf(base: string, method: string, template: string, values: Values, route: Route): URL { //? located
function urlOf(base: string, method: string, template: string, values: Values): URL { //? !located
  const path = template.replaceAll(/\{([^{}]+)\}/g, (_, key: string) => {
    const value = values.get(key);
    const [name, , ...how]: Tuple = route.path?.find((one) => one[1] === key) ?? [key]; //? path
    if (value === undefined) throw new TypeError(key + " is missing");
    const text = textOf([name, value, ...how], encode); //? path
    const text = textOf([key, value], encode); //? !path+elaborate
    const text = encode(scalar(value)); //? scalar
    if (text === "" && method !== "GET") throw new TypeError(key + " is empty");
    return text;
  });
  if (/\/\.\.?(\/|\?|$)/.test(path)) throw new TypeError("A parameter of " + template + " would lead to another path: " + path);
//# scalarQuery
  const query = (route.query ?? []).flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [encode(name) + "=" + encode(scalar(value))];
  });
//# elaborateQuery
  const query = sentOf(route.query, values)
    .map(route.pairs ?? pairOf); //? compound listed
    .map(pairOf); //? !compound+!listed
//#
  // What the address of the API has of a query stands in every request; a page resolves what is relative.
  const [root = "", ...fixed] = base.replace(/#.*/s, "").split("?");
  const [place = "", ...own] = path.split("?");
  const pairs = [...fixed, ...own, ...query].filter((text) => text !== "").join("&"); //? query
  const pairs = [...fixed, ...own].filter((text) => text !== "").join("&"); //? !query
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href;
  return new URL(root.replace(/\/+$/, "") + place + (pairs && "?" + pairs), page);
}
`;
