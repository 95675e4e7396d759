import { isObject, listed, nearest, type UserError, usageError } from "../../lib/index.ts";
import type { KeySettings } from "./key.ts";

/** The endpoints that a key can be limited to. */
export const endpoints = ["messages", "chat", "count_tokens", "models", "loops"] as const;

const wrong = (message: string, fix: string): UserError => usageError("key_settings", message, fix);
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 200 && !/[\p{Cc}\p{Cf}]/u.test(value);

const readers: {
  readonly [name in keyof Required<KeySettings>]: (value: unknown, name: string) => KeySettings[name];
} = {
  name: (value) => text(value, "name") ?? "",
  team: text,
  owner: text,
  labels,
  models(value, name) {
    const list = names(value, name);
    if (list?.length !== 0) return list;
    throw wrong("models: is empty.", "Give at least one, or null for all.");
  },
  endpoints(value, name) {
    const list = names(value, name);
    const unknown = list?.find((each) => !(endpoints as readonly string[]).includes(each));
    if (unknown !== undefined)
      throw wrong(`endpoints: ${unknown} is not an endpoint.`, `Give ${listed(endpoints, "or")}.`);
    return list;
  },
  tools: names,
  expires(value) {
    if (value === null) return null;
    const time =
      typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (Number.isSafeInteger(time) && time > 0) return time;
    throw wrong("expires: is not a time.", "Give a date such as 2027-01-31, or milliseconds since 1970.");
  },
};

/** Parses the settings of a key from JSON; throws UserError for unknown or invalid fields. */
export function readSettings(value: unknown): KeySettings {
  if (!isObject(value))
    throw wrong("The settings of a key must be an object.", 'Give {"name": "…", "team": "…"}.');
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(readers, name));
  if (unknown !== undefined) {
    const meant = nearest(unknown, Object.keys(readers));
    throw wrong(
      `A key has no ${unknown.slice(0, 40)}.`,
      meant ? `Did you mean ${meant}?` : `It has ${listed(Object.keys(readers))}.`,
    );
  }
  const read = Object.entries(readers).flatMap(([name, reader]) =>
    value[name] === undefined ? [] : [[name, reader(value[name], name)]],
  );
  return Object.fromEntries(read) as KeySettings; // each from the reader of its name
}

function text(value: unknown, name: string): string | null {
  if (value === null || value === "") return null;
  if (isText(value)) return value;
  throw wrong(`${name}: is too long, or not a text.`, "Give up to 200 characters on one line.");
}

function names(value: unknown, name: string): readonly string[] | null {
  if (value === null) return null;
  if (Array.isArray(value) && value.length <= 1000 && value.every((each) => isText(each) && each !== ""))
    return value;
  throw wrong(`${name}: is not a list of names.`, "Give a list of names, or null for all.");
}

function labels(value: unknown): Readonly<Record<string, string>> {
  const all = value === null ? {} : value;
  if (
    isObject(all) &&
    Object.keys(all).length <= 64 &&
    Object.entries(all).every((pair) => pair.every(isText))
  )
    return all as Readonly<Record<string, string>>; // every value was checked
  throw wrong("labels: must map names to texts.", 'Give up to 64, such as {"project": "search"}.');
}
