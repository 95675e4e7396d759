import { isObject, type Json, type JsonObject } from "../../lib/index.ts";
import { refKey } from "./shape.ts";

/** What a change between two versions of a document means for callers of the API. */
export interface SpecChange {
  /** `GET /pets`, with the place within it. */
  readonly at: string;
  readonly what: string;
  /** Set if valid calls may become invalid, or responses may lack something they had. */
  readonly breaking: boolean;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const mostDepth = 12;

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const names = (value: Json | undefined): ReadonlySet<string> => new Set(list(value).map(String));

type Direction = "sent" | "answered";

/** Compares two documents of one API, as `specToOpenApi` writes them. */
class Comparison {
  readonly changes: SpecChange[] = [];
  readonly #before: JsonObject;
  readonly #after: JsonObject;
  readonly #seen = new Set<string>();

  constructor(before: JsonObject, after: JsonObject) {
    this.#before = before;
    this.#after = after;
  }

  note(at: string, what: string, breaking: boolean): void {
    this.changes.push({ at, what, breaking });
  }

  operations(): void {
    const [before, after] = [this.#before, this.#after].map((document) => operationsOf(document));
    for (const [key, { operation }] of after ?? [])
      if (!before?.has(key)) this.note(title(operation, key), "is new", false);
    for (const [key, old] of before ?? []) {
      const now = after?.get(key);
      if (!now) this.note(title(old.operation, key), "is gone", true);
      else this.#operation(title(now.operation, key), old.operation, now.operation);
    }
  }

  #operation(at: string, before: JsonObject, after: JsonObject): void {
    if (before["operationId"] !== after["operationId"])
      this.note(at, `is called ${String(after["operationId"])}, was ${String(before["operationId"])}`, true);
    this.#parameters(at, before, after);
    this.#body(at, object(before["requestBody"]), object(after["requestBody"]));
    this.#answers(at, object(before["responses"]), object(after["responses"]));
  }

  #parameters(at: string, before: JsonObject, after: JsonObject): void {
    const [old, now] = [before, after].map(
      ({ parameters }) =>
        new Map(
          list(parameters)
            .map(object)
            .map((jsonObject) => [`${String(jsonObject["in"])} ${String(jsonObject["name"])}`, jsonObject]),
        ),
    );
    for (const [name, jsonObject] of now ?? []) {
      const was = old?.get(name);
      if (!was)
        this.note(
          at,
          `takes ${name}${jsonObject["required"] === true ? ", which is required" : ""}`,
          jsonObject["required"] === true,
        );
      else {
        if (jsonObject["required"] === true && was["required"] !== true)
          this.note(at, `requires ${name}`, true);
        this.#schemas(`${at} ${name}`, object(was["schema"]), object(jsonObject["schema"]), "sent");
      }
    }
    for (const name of old?.keys() ?? [])
      if (!now?.has(name)) this.note(at, `takes no ${name} any more`, true);
  }

  #body(at: string, before: JsonObject, after: JsonObject): void {
    if (after["required"] === true && before["required"] !== true) this.note(at, "requires a body", true);
    this.#content(`${at} body`, object(before["content"]), object(after["content"]), "sent");
  }

  #answers(at: string, before: JsonObject, after: JsonObject): void {
    for (const [status, response] of Object.entries(before)) {
      if (!status.startsWith("2")) continue;
      if (after[status] === undefined) this.note(at, `doesn't answer ${status} any more`, true);
      else {
        const [old, now] = [response, after[status]].map((item) => object(object(item)["content"]));
        this.#content(`${at} ${status}`, old ?? {}, now ?? {}, "answered");
      }
    }
    for (const status of Object.keys(after))
      if (status.startsWith("2") && before[status] === undefined) this.note(at, `may answer ${status}`, true);
  }

  #content(at: string, before: JsonObject, after: JsonObject, direction: Direction): void {
    for (const [type, media] of Object.entries(before)) {
      if (after[type] === undefined) this.note(at, `is no ${type} any more`, true);
      else
        this.#schemas(at, object(object(media)["schema"]), object(object(after[type])["schema"]), direction);
    }
    for (const type of Object.keys(after))
      if (before[type] === undefined)
        this.note(at, `may be ${type}`, direction === "answered" && Object.keys(before).length === 0);
  }

  #resolved(schema: JsonObject, document: JsonObject): JsonObject {
    const { $ref } = schema;
    if (typeof $ref !== "string") return schema;
    return object(object(object(document["components"])["schemas"])[refKey($ref)]);
  }

  #schemas(place: string, before: JsonObject, after: JsonObject, direction: Direction, depth = 0): void {
    // A schema that several operations use is reported once, by its own name.
    const same = before["$ref"] !== undefined && before["$ref"] === after["$ref"];
    const at = same ? (String(after["$ref"]).split("/").at(-1) ?? place) : place;
    const key = same ? `${direction} ${String(after["$ref"])}` : undefined;
    if (depth > mostDepth || (key !== undefined && this.#seen.has(key))) return;
    if (key !== undefined) this.#seen.add(key);
    const old = this.#resolved(before, this.#before);
    const now = this.#resolved(after, this.#after);
    const [was, is] = [typeOf(old), typeOf(now)];
    if (was !== is) return this.note(at, `is ${is}, was ${was}`, true);
    this.#values(at, old, now, direction);
    this.#members(at, old, now, direction, depth);
    this.#schemas(`${at}[]`, object(old["items"]), object(now["items"]), direction, depth + 1);
  }

  /** Compares enumerations, bounds and nullability: restrictions are breaking in requests, null is in responses. */
  #values(at: string, old: JsonObject, now: JsonObject, direction: Direction): void {
    const [before, after] = [names(old["enum"]), names(now["enum"])];
    const gone = [...before].filter((value) => !after.has(value));
    const added = [...after].filter((value) => !before.has(value));
    if (after.size && gone.length) this.note(at, `is never ${gone.join(", ")}`, direction === "sent");
    if (before.size && added.length) this.note(at, `may be ${added.join(", ")}`, false);
    if (!before.size && after.size) this.note(at, `is one of ${[...after].join(", ")}`, direction === "sent");
    for (const [least, sign] of [
      ["minimum", 1],
      ["minLength", 1],
      ["minItems", 1],
      ["maximum", -1],
      ["maxLength", -1],
      ["maxItems", -1],
    ] as const) {
      const [was, is] = [old[least], now[least]].map((value) =>
        typeof value === "number" ? value * sign : -Infinity,
      );
      if (direction === "sent" && (is ?? 0) > (was ?? 0))
        this.note(at, `has a ${least} of ${String(now[least])}`, true);
    }
    if (now["nullable"] === true && old["nullable"] !== true)
      this.note(at, "may be null", direction === "answered");
    if (old["nullable"] === true && now["nullable"] !== true)
      this.note(at, "is never null", direction === "sent");
  }

  #members(at: string, old: JsonObject, now: JsonObject, direction: Direction, depth: number): void {
    const [before, after] = [object(old["properties"]), object(now["properties"])];
    const [was, is] = [names(old["required"]), names(now["required"])];
    for (const [name, schema] of Object.entries(after)) {
      const required = is.has(name);
      if (!Object.hasOwn(before, name))
        this.note(
          `${at}.${name}`,
          required ? "is new, and required" : "is new",
          direction === "sent" && required,
        );
      else {
        if (direction === "sent" && required && !was.has(name))
          this.note(`${at}.${name}`, "is required", true);
        if (direction === "answered" && !required && was.has(name))
          this.note(`${at}.${name}`, "may be missing", true);
        this.#schemas(`${at}.${name}`, object(before[name]), object(schema), direction, depth + 1);
      }
    }
    for (const name of Object.keys(before))
      if (!Object.hasOwn(after, name)) this.note(`${at}.${name}`, "is gone", true);
  }
}

const typeOf = (schema: JsonObject): string =>
  typeof schema["type"] === "string"
    ? [schema["type"], schema["format"]].filter(Boolean).join(" ")
    : "anything";

interface Found {
  readonly operation: JsonObject;
}

/** Returns operations by method and path; renamed path parameters still match. */
const operationsOf = (document: JsonObject): ReadonlyMap<string, Found> =>
  new Map(
    Object.entries(object(document["paths"])).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = object(item)[method];
        return isObject(operation)
          ? [[`${method.toUpperCase()} ${path.replaceAll(/\{[^{}]*\}/g, "{}")}`, { operation }]]
          : [];
      }),
    ),
  );

const title = (operation: JsonObject, key: string): string =>
  typeof operation["operationId"] === "string" ? `${key} (${operation["operationId"]})` : key;

/** Returns what changed between two documents of one API for its callers, breaking changes first. */
export function compareDocuments(before: JsonObject, after: JsonObject): readonly SpecChange[] {
  const comparison = new Comparison(before, after);
  comparison.operations();
  const sorted = comparison.changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking));
  // A schema in both requests and responses is reported once, as breaking if it is.
  return [
    ...new Map(sorted.toReversed().map((change) => [`${change.at} ${change.what}`, change])).values(),
  ].toReversed();
}

/** Returns the version that changes require by semantic versioning; undefined if the version isn't semantic. */
export function nextVersion(version: string, changes: readonly SpecChange[]): string | undefined {
  const [, major = "", minor = "", patch = ""] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  if (patch === "") return undefined;
  const breaks = changes.some(({ breaking }) => breaking);
  if (breaks && major !== "0") return `${Number(major) + 1}.0.0`;
  if (breaks || (changes.length && major !== "0")) return `${major}.${Number(minor) + 1}.0`;
  return changes.length ? `${major}.${minor}.${Number(patch) + 1}` : version;
}
