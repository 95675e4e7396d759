import { isObject, type Json, inTable } from "../../lib/index.ts";
import type { SpecParameter } from "../spec.ts";
import { delimiters, styles } from "./styles.ts";

type Escape = (text: string) => string;

const encode: Escape = (text) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const plain: Escape = (text) => text;

const members = (value: Json): readonly (readonly [string, Json])[] =>
  isObject(value) ? (Object.entries(value) as (readonly [string, Json])[]) : []; // members of JSON

/** Serialises one value of a list or object; nested lists have their own delimiter. */
function itemText(value: Json, { inner = "form" }: Pick<SpecParameter, "inner">, escape: Escape): string {
  const delimiter = delimiters[inner] ?? ",";
  if (Array.isArray(value) && value.every((item: Json) => !Array.isArray(item) && !isObject(item)))
    return value.map((item: Json) => escape(String(item))).join(escape(delimiter).replaceAll("%2C", ","));
  return escape(typeof value === "object" && value !== null ? JSON.stringify(value) : String(value));
}

/** Returns the escaped values of a list, or alternating names and values of an object. */
function texts(parameter: SpecParameter, value: Json, escape: Escape): readonly string[] {
  if (Array.isArray(value)) return value.map((item: Json) => itemText(item, parameter, escape));
  const pairs = members(value).map(([key, item]) => [escape(key), itemText(item, parameter, escape)]);
  return parameter.explode ? pairs.map((pair) => pair.join("=")) : pairs.flat();
}

const isJson = ({ mediaType = "" }: SpecParameter): boolean => /json/i.test(mediaType);

/** Serialises a value as one text, for a path, header or cookie. */
function inOneText(parameter: SpecParameter, value: Json, escape: Escape): string {
  if (isJson(parameter)) return escape(JSON.stringify(value));
  const { start, named, delimiter, exploded } = styles[parameter.style];
  const name = start === ";" && named ? escape(parameter.name) : "";
  const assigned = (text: string): string => (name && text === "" ? name : (name && `${name}=`) + text);
  if (typeof value !== "object" || value === null)
    return start + assigned(itemText(value, parameter, escape));
  const all = texts(parameter, value, escape);
  const joint = delimiter === "," ? "," : escape(delimiter);
  if (!parameter.explode) return start + assigned(all.join(joint));
  return start + (Array.isArray(value) ? all.map(assigned) : all).join(exploded === "&" ? joint : exploded);
}

/** Serialises a value for a path, encoded. */
export const pathText = (parameter: SpecParameter, value: Json): string =>
  inOneText(parameter, value, encode);

const pair = (name: string, text: string): string => `${encode(name)}=${text}`;

function deep(name: string, value: Json): readonly string[] {
  const inner = Array.isArray(value)
    ? value.map((item: Json, i) => [String(i), item] as const)
    : members(value);
  return inner.length
    ? inner.flatMap(([key, item]) => deep(`${name}[${key}]`, item))
    : [pair(name, itemText(value, {}, encode))];
}

/** Serialises a value as encoded query pairs. */
export function queryTexts(parameter: SpecParameter, value: Json): readonly string[] {
  const { name, style, explode } = parameter;
  if (isJson(parameter)) return [pair(name, encode(JSON.stringify(value)))];
  if (style === "deepObject") return deep(name, value);
  if (typeof value !== "object" || value === null) return [pair(name, itemText(value, parameter, encode))];
  const all = texts(parameter, value, encode);
  if (explode) return Array.isArray(value) ? all.map((text) => pair(name, text)) : all;
  return [pair(name, all.join(encode(inTable(delimiters, style) ?? ",").replace("%2C", ",")))];
}

/** Serialises a header value, unencoded. */
export const headerText = (parameter: SpecParameter, value: Json): string =>
  inOneText(parameter, value, plain);

/** Serialises a cookie value, encoded. */
export const cookieText = (parameter: SpecParameter, value: Json): string =>
  inOneText(parameter, value, encode);

/** Returns a part of the document's path as requests have it: what is encoded already stays. */
export const encodedPath = (part: string): string => encodeURI(part).replaceAll(/%25(?=[\da-f]{2})/gi, "%");
