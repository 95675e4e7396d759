import type { IncomingHttpHeaders } from "node:http";
import { Problem, type Issue } from "../problem.ts";
import { fromJson } from "./json.ts";
import { validate, type Rule } from "./rules.ts";
import { itemShape, type ListShape, type Parameter, type Route, type Shape } from "./route.ts";

/** The parts of a request that parameters are in, as they came. */
export interface Parts {
  /** Without the query, still encoded. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: IncomingHttpHeaders;
  readonly cookies: ReadonlyMap<string, string>;
}

/** The text behind percent signs; undefined where they hide none. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const plain = (text: string): string => decode(text) ?? text;

/** Splits a target; values of the query stay encoded, so that separators inside of them do not count. */
export function partsOf(target: string, headers: IncomingHttpHeaders): Parts {
  const index = target.indexOf("?");
  const query = index < 0 ? "" : target.slice(index + 1);
  const cookies = (headers.cookie ?? "").split(";").map((pair) => split(pair.trim(), "="));
  return {
    path: index < 0 ? target : target.slice(0, index),
    query: query
      .split("&")
      .filter((pair) => pair !== "")
      .map((pair) => split(pair.replaceAll("+", "%20"), "="))
      .map(([name, value]) => [plain(name), value] as const),
    headers,
    cookies: new Map(cookies.map(([name, value]) => [plain(name), value])),
  };
}

function split(text: string, sign: string): readonly [string, string] {
  const index = text.indexOf(sign);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + sign.length)];
}

/** One text as a single value of its kind; what does not read as one stays text, for the check to refuse. */
export function scalar(text: string, shape: Shape): unknown {
  if (shape === "int64" && /^-?\d{1,30}$/.test(text))
    return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  if (
    (shape === "number" || shape === "int64" || shape === "scalar") &&
    /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)
  )
    return Number(text);
  if ((shape === "boolean" || shape === "scalar") && (text === "true" || text === "false"))
    return text === "true";
  if (shape === "scalar" && text === "null") return null;
  return text;
}

const isList = (shape: Shape): shape is ListShape => Array.isArray(shape);
export const isMembers = (shape: Shape): shape is { readonly [member: string]: Shape } =>
  typeof shape === "object" && !isList(shape);

const memberOf = (shape: { readonly [member: string]: Shape }, name: string): Shape =>
  (Object.hasOwn(shape, name) ? shape[name] : Object.hasOwn(shape, "*") ? shape["*"] : undefined) ?? "string";

const objectOf = (
  pairs: readonly (readonly [string, string])[],
  shape: { readonly [member: string]: Shape },
  inner?: string,
): unknown =>
  Object.fromEntries(
    pairs.map(([name, value]) => [plain(name), itemOf(value, memberOf(shape, plain(name)), inner)]),
  );

/** A decoded text where no style can tell where one value ends: lists and objects inside others are JSON. */
export function single(text: string, shape: Shape): unknown {
  if (typeof shape === "string") return scalar(text, shape);
  if (isList(shape) && !text.startsWith("["))
    return text.split(",").map((item, i) => single(item, itemShape(shape, i)));
  try {
    return fromJson(text, shape);
  } catch {
    return text;
  }
}

const delimiters: { readonly [style: string]: string } = {
  spaceDelimited: " ",
  pipeDelimited: "|",
  tabDelimited: "\t",
};

/** Splits a text at what its style puts between values, as it is or encoded; a comma inside a value is encoded. */
function pieces(text: string, style: string): readonly string[] {
  const sign = delimiters[style];
  if (text === "") return [];
  return sign === undefined
    ? text.split(",")
    : text.replaceAll(new RegExp(encodeURIComponent(sign), "gi"), sign).split(sign);
}

/** An encoded text inside a list or an object; a list inside has delimiters of its own. */
function itemOf(text: string, shape: Shape, inner = "form"): unknown {
  if (!isList(shape) || plain(text).startsWith("[")) return single(plain(text), shape);
  return pieces(text, inner).map((item, i) => single(plain(item), itemShape(shape, i)));
}

/** What a value is read by. */
export type How = Pick<Parameter, "name" | "style" | "explode" | "shape" | "inner">;

/** A value in one text, still encoded. */
function delimited(text: string, how: Omit<How, "name">, separated = pieces(text, how.style)): unknown {
  const { shape, explode, inner } = how;
  if (isList(shape)) {
    if (shape[1] === "or one" && separated.length === 1) return single(plain(text), shape[0]);
    return separated.map((item, i) => itemOf(item, itemShape(shape, i), inner));
  }
  if (!isMembers(shape)) return scalar(plain(text), shape);
  if (explode)
    return objectOf(
      separated.map((item) => split(item, "=")),
      shape,
      inner,
    );
  return objectOf(
    separated.flatMap((name, i) => (i % 2 === 0 ? [[name, separated[i + 1] ?? ""] as const] : [])),
    shape,
    inner,
  );
}

function fromPath(text: string, parameter: Parameter): unknown {
  const { style, explode, shape, name } = parameter;
  const sign = style === "label" ? "." : style === "matrix" ? ";" : "";
  const bare = sign !== "" && text.startsWith(sign) ? text.slice(1) : text;
  const start = encodeURIComponent(name);
  const value = (item: string): string =>
    style !== "matrix" || !item.startsWith(start) ? item : item.slice(start.length).replace(/^=/, "");
  if (!explode || sign === "" || typeof shape === "string") return delimited(value(bare), parameter);
  const items = bare === "" ? [] : bare.split(sign);
  return delimited(bare, parameter, isList(shape) ? items.map(value) : items);
}

/** A value among pairs, as queries and forms have them: names decoded, values not. */
export function fromPairs(
  query: Parts["query"],
  how: How,
  issues: Issue[],
  others: ReadonlySet<string> = new Set(),
): unknown {
  const { name, shape, explode, style, inner } = how;
  if (style === "deepObject") return deep(query, name, shape);
  if (isMembers(shape) && explode) {
    const open = Object.hasOwn(shape, "*");
    const found = query.filter(([key]) =>
      open ? Object.hasOwn(shape, key) || !others.has(key.replace(/\[.*/s, "")) : Object.hasOwn(shape, key),
    );
    return found.length
      ? objectOf(
          found.map(([key, value]) => [encodeURIComponent(key), value] as const),
          shape,
          inner,
        )
      : undefined;
  }
  const own = query.filter(([key]) => key === name).map(([, value]) => value);
  const [first] = own;
  if (first === undefined) return undefined;
  if (isList(shape) && explode) {
    if (shape[1] === "or one" && own.length === 1) return single(plain(first), shape[0]);
    return own.map((value, i) => itemOf(value, itemShape(shape, i), inner));
  }
  if (own.length > 1) issues.push({ path: name, message: "must be there once" });
  return delimited(first, { ...how, explode: false });
}

type Deep = Map<string, string | Deep>;

/** Where an item without a number goes: into the last one, unless that has such a member already. */
function placeOf(list: Deep, member: string): string {
  const last = list.get(String(list.size - 1));
  return String(last instanceof Map && !last.has(member) ? list.size - 1 : list.size);
}

/** filter[name]=x&filter[of][0]=y */
function deep(query: Parts["query"], name: string, shape: Shape): unknown {
  const root: Deep = new Map();
  for (const [key, value] of query) {
    const keys = key.startsWith(name + "[")
      ? [...key.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? "")
      : [];
    if (keys.length === 0 || keys.length > 16) continue;
    let level = root;
    for (const step of keys.slice(0, -1)) {
      const place = step || placeOf(level, keys.at(-1) ?? "");
      const next = level.get(place);
      const inner: Deep = next instanceof Map ? next : new Map<string, string>();
      level.set(place, inner);
      level = inner;
    }
    level.set(keys.at(-1) || String(level.size), plain(value));
  }
  return root.size ? grown(root, shape) : undefined;
}

function grown(value: string | Deep, shape: Shape): unknown {
  if (typeof value === "string") return single(value, shape);
  if (isList(shape)) return [...value.values()].map((item, i) => grown(item, itemShape(shape, i)));
  const members = isMembers(shape) ? shape : {};
  return Object.fromEntries([...value].map(([name, inner]) => [name, grown(inner, memberOf(members, name))]));
}

/** A text of which nothing is encoded, as in headers: a percent sign is one. */
function fromText(text: string, parameter: Parameter): unknown {
  if (typeof parameter.shape === "string") return scalar(text, parameter.shape);
  const items = pieces(text, parameter.style).map((item) => item.trim().replaceAll("%", "%25"));
  return delimited(text, parameter, items);
}

function fromWhole(text: string | undefined, { name, shape }: Parameter, issues: Issue[]): unknown {
  if (text === undefined) return undefined;
  try {
    return fromJson(text, shape);
  } catch {
    issues.push({ path: name, message: "must be JSON" });
    return undefined;
  }
}

/** The text of a parameter that is written as JSON. */
function whole(
  parts: Parts,
  { name, in: place }: Parameter,
  captured: string | undefined,
): string | undefined {
  const header = parts.headers[name.toLowerCase()];
  const raw = {
    path: captured,
    query: parts.query.find(([key]) => key === name)?.[1],
    cookie: parts.cookies.get(name),
  };
  if (place === "header") return typeof header === "string" ? header : undefined;
  return raw[place] === undefined ? undefined : plain(raw[place]);
}

/** What parameters of one request are read with; others: names in its query that some parameter has. */
interface Reading {
  readonly captured: ReadonlyMap<string, string>;
  readonly issues: Issue[];
  readonly others: ReadonlySet<string>;
}

function valueOf(parts: Parts, parameter: Parameter, { captured, issues, others }: Reading): unknown {
  const { name } = parameter;
  const text = captured.get(name);
  if (parameter.json) return fromWhole(whole(parts, parameter, text), parameter, issues);
  if (parameter.in === "path") return text === undefined ? undefined : fromPath(text, parameter);
  if (parameter.in === "query") return fromPairs(parts.query, parameter, issues, others);
  if (parameter.in === "header") {
    const value = parts.headers[name.toLowerCase()];
    return value === undefined ? undefined : fromText([value].flat().join(","), parameter);
  }
  const cookie = parts.cookies.get(name);
  if (cookie === undefined) return undefined;
  return parameter.style === "cookie" ? fromText(cookie, parameter) : delimited(cookie, parameter);
}

const escape = (text: string): string => text.replaceAll(/[.*+?^$()[\]{}|\\/-]/g, "\\$&");

/** A part of the document's path as requests have it: what is encoded already stays. */
const encoded = (part: string): string => encodeURI(part).replaceAll(/%25(?=[\da-f]{2})/gi, "%");

const anything = (): string => "[^/]+?";

/** How a parameter that directly follows another may start, by its style: `{a}{b}` has `.1.5;b=2`, or `.1.2`. */
const starts: readonly ((name: string) => string)[] = [
  (name) => `;${escape(encodeURIComponent(name))}(?![^=;/])[^/]*?`,
  () => "[.][^/]*?",
  anything,
];

function patternOf(template: string, next: (name: string) => string): RegExp {
  const parts = template.split(/\{([^{}]+)\}/);
  const groups = parts.map((part, i) =>
    i % 2 === 0 ? escape(encoded(part)) : `(${i > 1 && parts[i - 1] === "" ? next(part) : anything()})`,
  );
  return new RegExp(`^${groups.join("")}/?$`);
}

/** What an encoded path of this template looks like; a group for each parameter. */
export const pathPattern = (template: string): RegExp => patternOf(template, anything);

/** Reads path parameters off the encoded path: decoding comes after splitting. */
export function pathReader(template: string, base: string): (path: string) => ReadonlyMap<string, string> {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const matchers = starts.map((next) => patternOf(base + template, next));
  return (path) => {
    for (const matcher of matchers) {
      const found = matcher.exec(path);
      if (found) return new Map(names.map((name, i) => [name, found[i + 1] ?? ""]));
    }
    throw new Problem(404);
  };
}

const dotted = (pointer: string): string =>
  pointer.replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");

/** What is wrong with a value that is called by a name, or with a body. */
export function issuesIn(check: Rule | undefined, value: unknown, name = ""): readonly Issue[] {
  try {
    const result = check && validate(check, value);
    if (!result || result.ok) return [];
    return result.issues.map(({ path, message }) => ({
      path: name === "" ? dotted(path.slice(1)) : name + dotted(path),
      message,
    }));
  } catch (error) {
    // too much to try, or too deep for the stack
    if (error instanceof RangeError) return [{ path: name, message: "is nested too deeply to be checked" }];
    throw error;
  }
}

/** All parameters of an operation, checked; what is wrong with them goes to issues. */
export function readParameters(
  route: Pick<Route<never, unknown>, "parameters">,
  parts: Parts,
  { captured, issues }: { readonly captured: ReadonlyMap<string, string>; readonly issues: Issue[] },
): { [key: string]: unknown } {
  const input: { [key: string]: unknown } = {};
  const others = new Set(
    route.parameters.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])),
  );
  for (const parameter of route.parameters) {
    const before = issues.length;
    const read = valueOf(parts, parameter, { captured, issues, others });
    const value = read === undefined ? parameter.otherwise : read; // null is a value
    if (issues.length > before) continue;
    if (value === undefined) {
      if (parameter.required) issues.push({ path: parameter.name, message: "is required" });
      continue;
    }
    issues.push(...issuesIn(parameter.check, value, parameter.name));
    input[parameter.key] = value;
  }
  return input;
}
