import { isObject, type Json, inTable } from "../../lib/index.ts";
import type { SpecParameter } from "../spec.ts";

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const scalar = (value: Json): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

const members = (value: Json): readonly (readonly [string, Json])[] =>
  isObject(value) ? (Object.entries(value) as (readonly [string, Json])[]) : []; // members of JSON

/** A value in a path, encoded, as its style has it. */
export function pathText({ name, style, explode, mediaType }: SpecParameter, value: Json): string {
  if (mediaType !== undefined) return encode(JSON.stringify(value));
  const start = style === "label" ? "." : style === "matrix" ? ";" : "";
  const joint = explode && style === "label" ? "." : explode && style === "matrix" ? ";" : ",";
  const named = style === "matrix" ? `${encode(name)}=` : "";
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => (explode ? named : "") + encode(scalar(item)));
    return start + (explode ? "" : named) + items.join(joint);
  }
  if (isObject(value)) {
    const pairs = members(value).map(
      ([key, item]) => encode(key) + (explode ? "=" : ",") + encode(scalar(item)),
    );
    return start + (explode ? "" : named) + pairs.join(joint);
  }
  return start + named + encode(scalar(value));
}

const pair = (name: string, text: string): string => `${encode(name)}=${text}`;

function deep(name: string, value: Json): readonly string[] {
  const inner = Array.isArray(value)
    ? value.map((item: Json, i) => [String(i), item] as const)
    : members(value);
  return inner.length
    ? inner.flatMap(([key, item]) => deep(`${name}[${key}]`, item))
    : [pair(name, encode(scalar(value)))];
}

const joints: Readonly<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/** Pairs of a query, encoded. */
export function queryTexts(
  { name, style, explode, mediaType }: SpecParameter,
  value: Json,
): readonly string[] {
  if (mediaType !== undefined) return [pair(name, encode(JSON.stringify(value)))];
  if (style === "deepObject") return deep(name, value);
  const joint = inTable(joints, style) ?? ",";
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => encode(scalar(item)));
    return explode ? items.map((item) => pair(name, item)) : [pair(name, items.join(joint))];
  }
  if (!isObject(value)) return [pair(name, encode(scalar(value)))];
  const pairs = members(value).map(([key, item]) => [encode(key), encode(scalar(item))] as const);
  return explode ? pairs.map((one) => one.join("=")) : [pair(name, pairs.flat().join(joint))];
}

/** The value of a header. */
export function headerText({ explode, mediaType }: SpecParameter, value: Json): string {
  if (mediaType !== undefined) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(scalar).join(",");
  if (!isObject(value)) return scalar(value);
  return members(value)
    .map(([key, item]) => key + (explode ? "=" : ",") + scalar(item))
    .join(",");
}

/** The value of a cookie, encoded. */
export const cookieText = (parameter: SpecParameter, value: Json): string =>
  encode(headerText(parameter, value));
