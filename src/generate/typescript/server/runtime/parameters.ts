/** `src/http/parameters.ts`: path, query, headers and cookies in every style. */
export const parameters = String.raw`import type { IncomingHttpHeaders } from "node:http";
import { Problem, type Issue } from "../problem.ts";
import type { Parameter, Route, Shape } from "./route.ts";

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
  const at = target.indexOf("?");
  const query = at < 0 ? "" : target.slice(at + 1);
  const cookies = (headers.cookie ?? "").split(";").map((pair) => split(pair.trim(), "="));
  return {
    path: at < 0 ? target : target.slice(0, at),
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
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + sign.length)];
}

/** One text as a single value of its kind; what does not read as one stays text, for the check to refuse. */
export function scalar(text: string, shape: Shape): unknown {
  if ((shape === "number" || shape === "scalar") && /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if ((shape === "boolean" || shape === "scalar") && (text === "true" || text === "false")) return text === "true";
  if (shape === "scalar" && text === "null") return null;
  return text;
}

const isList = (shape: Shape): shape is readonly [Shape, "or one"?] => Array.isArray(shape);
const isMembers = (shape: Shape): shape is { readonly [member: string]: Shape } => typeof shape === "object" && !isList(shape);

const memberOf = (shape: { readonly [member: string]: Shape }, name: string): Shape =>
  (Object.hasOwn(shape, name) ? shape[name] : Object.hasOwn(shape, "*") ? shape["*"] : undefined) ?? "string";

const objectOf = (pairs: readonly (readonly [string, string])[], shape: { readonly [member: string]: Shape }): unknown =>
  Object.fromEntries(pairs.map(([name, value]) => [name, single(value, memberOf(shape, name))]));

/** A decoded text where no style can tell where one value ends: lists and objects inside others are JSON. */
export function single(text: string, shape: Shape): unknown {
  if (typeof shape === "string") return scalar(text, shape);
  try {
    return JSON.parse(text);
  } catch {
    return isList(shape) ? text.split(",").map((item) => single(item, shape[0])) : text;
  }
}

/** name,value,name,value or name=value,name=value. */
function pairsOf(items: readonly string[], explode: boolean): readonly (readonly [string, string])[] {
  if (explode) return items.map((item) => split(item, "=")).map(([name, value]) => [plain(name), plain(value)] as const);
  return items.flatMap((name, i) => (i % 2 === 0 ? [[plain(name), plain(items[i + 1] ?? "")] as const] : []));
}

/** A value whose style is one text with separators. */
function delimited(text: string, separator: string, { shape, explode }: Pick<Parameter, "shape" | "explode">): unknown {
  const items = text === "" ? [] : text.split(separator);
  if (isList(shape)) {
    if (shape[1] !== undefined && items.length === 1) return single(plain(text), shape[0]);
    return items.map((item) => single(plain(item), shape[0]));
  }
  return isMembers(shape) ? objectOf(pairsOf(items, explode), shape) : scalar(plain(text), shape);
}

function fromPath(text: string, parameter: Parameter): unknown {
  const { style, explode, shape, name } = parameter;
  if (style === "label") return delimited(text.replace(/^\./, ""), explode ? "." : ",", parameter);
  if (style !== "matrix") return delimited(text, ",", parameter);
  const start = encodeURIComponent(name) + "=";
  const bare = text.replace(/^;/, "");
  if (explode && isList(shape)) {
    const items = bare.split(";").map((item) => (item.startsWith(start) ? item.slice(start.length) : item));
    return items.map((item) => single(plain(item), shape[0]));
  }
  if (explode && isMembers(shape)) return delimited(bare, ";", parameter);
  return delimited(bare.startsWith(start) ? bare.slice(start.length) : bare, ",", parameter);
}

const separators: { readonly [style: string]: RegExp } = { spaceDelimited: /%20| /g, pipeDelimited: /%7C|\|/gi };

function fromQuery(query: Parts["query"], parameter: Parameter, issues: Issue[]): unknown {
  const { name, shape, explode, style } = parameter;
  if (style === "deepObject") return deep(query, name, shape);
  if (isMembers(shape) && explode) {
    const found = query.filter(([key]) => Object.hasOwn(shape, key)).map(([key, value]) => [key, plain(value)] as const);
    return found.length ? objectOf(found, shape) : undefined;
  }
  const own = query.filter(([key]) => key === name).map(([, value]) => value);
  const [first] = own;
  if (first === undefined) return undefined;
  if (isList(shape) && explode) {
    if (shape[1] !== undefined && own.length === 1) return single(plain(first), shape[0]);
    return own.map((value) => single(plain(value), shape[0]));
  }
  if (own.length > 1) issues.push({ path: name, message: "must be there once" });
  const separator = separators[style];
  return delimited(separator ? first.replace(separator, ",") : first, ",", { shape, explode: false });
}

type Deep = Map<string, string | Deep>;

/** filter[name]=x&filter[of][0]=y */
function deep(query: Parts["query"], name: string, shape: Shape): unknown {
  const root: Deep = new Map();
  for (const [key, value] of query) {
    const keys = key.startsWith(name + "[") ? [...key.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? "") : [];
    if (keys.length === 0 || keys.length > 16) continue;
    let at = root;
    for (const step of keys.slice(0, -1)) {
      const next = at.get(step);
      const inner: Deep = next instanceof Map ? next : new Map<string, string>();
      at.set(step, inner);
      at = inner;
    }
    at.set(keys.at(-1) || String(at.size), plain(value));
  }
  return root.size ? grown(root, shape) : undefined;
}

function grown(value: string | Deep, shape: Shape): unknown {
  if (typeof value === "string") return single(value, shape);
  if (isList(shape)) return [...value.values()].map((item) => grown(item, shape[0]));
  const members = isMembers(shape) ? shape : {};
  return Object.fromEntries([...value].map(([name, inner]) => [name, grown(inner, memberOf(members, name))]));
}

function fromHeader(parts: Parts, { name, shape, explode }: Parameter): unknown {
  const value = parts.headers[name.toLowerCase()];
  if (value === undefined) return undefined;
  const text = typeof value === "string" ? value : value.join(",");
  const items = text === "" ? [] : text.split(",").map((item) => item.trim());
  if (isList(shape)) return items.map((item) => single(item, shape[0]));
  if (!isMembers(shape)) return scalar(text, shape);
  const pairs = explode ? items.map((item) => split(item, "=")) : items.flatMap((item, i) => (i % 2 === 0 ? [[item, items[i + 1] ?? ""] as const] : []));
  return objectOf(pairs, shape);
}

function fromJson(text: string | undefined, name: string, issues: Issue[]): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    issues.push({ path: name, message: "must be JSON" });
    return undefined;
  }
}

/** The text of a parameter that is written as JSON. */
function whole(parts: Parts, { name, in: place }: Parameter, captured: string | undefined): string | undefined {
  const header = parts.headers[name.toLowerCase()];
  const raw = { path: captured, query: parts.query.find(([key]) => key === name)?.[1], cookie: parts.cookies.get(name) };
  if (place === "header") return typeof header === "string" ? header : undefined;
  return raw[place] === undefined ? undefined : plain(raw[place]);
}

function valueOf(parts: Parts, parameter: Parameter, captured: string | undefined, issues: Issue[]): unknown {
  const { name } = parameter;
  if (parameter.json) return fromJson(whole(parts, parameter, captured), name, issues);
  if (parameter.in === "path") return captured === undefined ? undefined : fromPath(captured, parameter);
  if (parameter.in === "query") return fromQuery(parts.query, parameter, issues);
  if (parameter.in === "header") return fromHeader(parts, parameter);
  const cookie = parts.cookies.get(name);
  return cookie === undefined ? undefined : delimited(cookie.replaceAll(/%2C/gi, ","), ",", parameter);
}

const escape = (text: string): string => text.replaceAll(/[.*+?^$()[\]{}|\\/-]/g, "\\$&");

/** What an encoded path of this template looks like; a group for each parameter. */
export const pathPattern = (template: string): RegExp =>
  new RegExp("^" + template.split(/(\{[^{}]+\})/).map((part, i) => (i % 2 === 0 ? escape(encodeURI(part)) : "([^/]+?)")).join("") + "/?$");

/** Reads path parameters off the encoded path: decoding comes after splitting. */
export function pathReader(template: string, base: string): (path: string) => ReadonlyMap<string, string> {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const matcher = pathPattern(base + template);
  return (path) => {
    const found = matcher.exec(path);
    if (!found) throw new Problem(404);
    return new Map(names.map((name, i) => [name, found[i + 1] ?? ""]));
  };
}

const dotted = (pointer: string): string => pointer.replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");

/** All parameters of an operation, checked; what is wrong with them goes to issues. */
export function readParameters(
  route: Pick<Route<never, unknown>, "parameters">,
  parts: Parts,
  { captured, issues }: { readonly captured: ReadonlyMap<string, string>; readonly issues: Issue[] },
): { [key: string]: unknown } {
  const input: { [key: string]: unknown } = {};
  for (const parameter of route.parameters) {
    const before = issues.length;
    const value = valueOf(parts, parameter, captured.get(parameter.name), issues) ?? parameter.otherwise;
    if (issues.length > before) continue;
    if (value === undefined) {
      if (parameter.required) issues.push({ path: parameter.name, message: "is required" });
      continue;
    }
    const found: Issue[] = [];
    parameter.check?.(value, "", found);
    for (const issue of found) issues.push({ ...issue, path: parameter.name + dotted(issue.path) });
    input[parameter.key] = value;
  }
  return input;
}
`;
