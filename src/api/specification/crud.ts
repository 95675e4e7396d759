import type { Json } from "../../lib/index.ts";
import type { Spec, SpecOperation, SpecSchema } from "../spec.ts";
import { formOf, jsonOf, resolve, sameSchema, shapeOf, type Shape } from "./shape.ts";

/** What storage does for one operation. */
export type Stored =
  | { readonly does: "create" | "get" | "update" | "patch" | "remove"; readonly answer: Answer }
  | { readonly does: "list"; readonly answer: Answer; readonly list: ListRules };

/** How an operation of storage answers. */
export interface Answer {
  readonly status: number;
  /** Members of the answer where the document names no others; undefined: all that is stored. */
  readonly only?: readonly string[];
  /** The operation answers without a body. */
  readonly empty?: true;
}

export interface ListRules {
  /** The member that holds the records; undefined: the answer is the list. */
  readonly items?: string;
  /** The member with the number of records in all. */
  readonly total?: string;
  /** The member with the cursor of the next part. */
  readonly next?: string;
  /** The header with the number of records in all. */
  readonly totalHeader?: string;
  /** What each query parameter means; one that is missing here has no meaning to storage. */
  readonly parameters: Readonly<
    Record<string, "limit" | "offset" | "page" | "cursor" | "sort" | { readonly equals: string }>
  >;
}

/** Records of one kind under one path. */
export interface Collection {
  /** Path of all of them: `/users/{userId}/posts`. */
  readonly path: string;
  /** Name of the path's last parameter; undefined where no path leads to one of them. */
  readonly key?: string;
  readonly id: { readonly property: string; readonly made: "uuid" | "integer"; readonly given: boolean };
  /** Set when a record is made, and at each change. */
  readonly stamps: readonly { readonly property: string; readonly on: "create" | "change" }[];
  /** Members that requests may carry but storage leaves out, and those that answers leave out. */
  readonly ignored: readonly string[];
  readonly hidden: readonly string[];
  readonly defaults: Readonly<Record<string, Json>>;
}

export interface StorageBinding {
  readonly collection: Collection;
  readonly stored: Stored;
}

export interface Bindings {
  readonly collections: readonly Collection[];
  /** By operationId. */
  readonly bound: ReadonlyMap<string, StorageBinding>;
  /** Why each other operation is its owner's to write, by operationId. */
  readonly why: ReadonlyMap<string, string>;
}

class NotStored extends Error {}
const no = (why: string): never => {
  throw new NotStored(why);
};

const itemPath = /^(.*)\/\{([^{}/]+)\}$/;
const words = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();

/** The first success that is described; what has none can't be answered. */
function success(operation: SpecOperation, otherwise: number): { status: number; schema?: SpecSchema } {
  const found = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  const [key, response] =
    found ?? Object.entries(operation.responses).find(([status]) => status === "default") ?? [];
  if (key === undefined || !response) return no("no success is described");
  const status = /^\d+$/.test(key) ? Number(key) : otherwise;
  if (Object.values(response.headers).some(({ required }) => required)) return no("its answer needs headers");
  if (Object.keys(response.content).length === 0) return { status };
  const schema = jsonOf(response.content)?.schema;
  return schema ? { status, schema } : no("its answer is no JSON");
}

function bodyOf(spec: Spec, operation: SpecOperation): Shape {
  const content = operation.requestBody?.content;
  const media = jsonOf(content) ?? formOf(content);
  const shape = shapeOf(spec, media?.schema, { sized: true });
  return shape ?? no("its body is no plain object");
}

interface Draft {
  readonly spec: Spec;
  readonly collection: Collection;
  /** Members that records may have, and those that each has. */
  readonly possible: ReadonlyMap<string, SpecSchema>;
  readonly always: ReadonlySet<string>;
  /** Requests may carry members that nobody named. */
  readonly open: boolean;
}

const stampNames: readonly (readonly [RegExp, "create" | "change"])[] = [
  [/^(created|creationdate|dateCreated)(at|on|date|time)?$/i, "create"],
  [/^(updated|modified|lastmodified|lastupdated)(at|on|date|time)?$/i, "change"],
];

function stampsOf(spec: Spec, record: Shape, body: Shape): Collection["stamps"] {
  return Object.entries(record.properties).flatMap(([property, schema]) => {
    const found = resolve(spec, schema);
    if (
      found.format !== "date-time" ||
      (Object.hasOwn(body.properties, property) && !schema.readOnly && !found.readOnly)
    )
      return [];
    const on = stampNames.find(([name]) => name.test(words(property)))?.[1];
    return on ? [{ property, on }] : [];
  });
}

const usualIds = ["id", "uuid", "guid", "uid", "gid", "sid"];
const endings = [...usualIds, "key", "slug", "code", "name", "number"];

/** Which member is the id: the one that the path's parameter names or ends with, `id` and the like, or `thingId`. */
function idProperty(record: Shape, path: string, key = ""): string | undefined {
  const names = Object.keys(record.properties);
  const spelled = (...wanted: readonly string[]): string | undefined =>
    names.find((name) => wanted.includes(words(name)));
  const last = words(path.split("/").findLast((part) => part !== "" && !part.includes("{")) ?? "");
  const things = [last, last.replace(/s$/, ""), last.replace(/ies$/, "y"), last.replace(/es$/, "")];
  const ended = endings.filter((ending) => key !== "" && words(key).endsWith(ending));
  return (
    spelled(words(key)) ??
    spelled(...usualIds.slice(0, 2)) ??
    spelled(...ended) ??
    spelled(...usualIds) ??
    spelled(...things.flatMap((thing) => usualIds.map((one) => thing + one)))
  );
}

interface Keyed {
  readonly record: Shape;
  readonly body: Shape;
  readonly path: string;
  readonly key: string | undefined;
}

function idOf(spec: Spec, { record, body, path, key }: Keyed): Collection["id"] {
  const property = idProperty(record, path, key) ?? no("no member of its records is their id");
  const schema = resolve(spec, record.properties[property] ?? {});
  const inBody = body.properties[property];
  const given = inBody !== undefined && !inBody.readOnly && !resolve(spec, inBody).readOnly;
  const required = given && body.required.has(property);
  const types = [schema.type ?? []].flat().filter((type) => type !== "null");
  if (types.length !== 1) return no("its id is of no one type");
  if (types[0] === "integer") {
    const bounded = [schema.maximum, schema.exclusiveMaximum, schema.multipleOf].some(
      (limit) => limit !== undefined,
    );
    if (!required && (bounded || (schema.minimum ?? 1) > 1)) return no("its id is bounded");
    return { property, made: "integer", given };
  }
  if (types[0] !== "string") return no("its id is neither text nor a whole number");
  const fits =
    schema.pattern === undefined &&
    schema.enum === undefined &&
    (schema.format === undefined || schema.format === "uuid") &&
    (schema.maxLength ?? 36) >= 36 &&
    (schema.minLength ?? 0) <= 36;
  return fits || required
    ? { property, made: "uuid", given }
    : no("its id has rules that none can be made by");
}

const directional = (shape: Shape, spec: Spec, key: "readOnly" | "writeOnly"): readonly string[] =>
  Object.entries(shape.properties)
    .filter(([, schema]) => schema[key] ?? resolve(spec, schema)[key])
    .map(([name]) => name);

/** The record: what create takes, what the server adds. */
function draftOf(spec: Spec, path: string, create: SpecOperation, item: SpecOperation | undefined): Draft {
  const body = bodyOf(spec, create);
  const answered = [item, create]
    .map((operation) => {
      const schema = operation && success(operation, 201).schema;
      return schema && shapeOf(spec, schema);
    })
    .find((shape) => shape !== undefined);
  const record = answered ?? body;
  if (!Object.keys(body.properties).some((name) => Object.hasOwn(record.properties, name)))
    no("its answer has nothing of what is sent");
  const key = item && itemPath.exec(item.path)?.[2];
  const id = idOf(spec, { record, body, path, key });
  const stamps = stampsOf(spec, record, body);
  const ignored = directional(body, spec, "readOnly").filter((name) => name !== id.property || !id.given);
  const hidden = [
    ...new Set([...directional(body, spec, "writeOnly"), ...directional(record, spec, "writeOnly")]),
  ];
  const defaults: Record<string, Json> = {};
  const possible = new Map<string, SpecSchema>();
  const always = new Set<string>([id.property, ...stamps.map(({ property }) => property)]);
  for (const [name, schema] of Object.entries(body.properties)) {
    if (ignored.includes(name)) continue;
    possible.set(name, schema);
    if (body.required.has(name)) always.add(name);
    const fallback = schema.default ?? resolve(spec, schema).default;
    if (fallback === undefined || fallback === null || body.required.has(name)) continue;
    defaults[name] = fallback;
    always.add(name);
  }
  // What each answer has and no request must carry is null until something sets it.
  for (const name of record.required) {
    const types = [resolve(spec, record.properties[name] ?? {}).type ?? []].flat();
    if (always.has(name) || hidden.includes(name) || !types.includes("null")) continue;
    defaults[name] = null;
    always.add(name);
  }
  return {
    spec,
    possible,
    always,
    open: !body.closed,
    collection: { path, ...(key === undefined ? {} : { key }), id, stamps, ignored, hidden, defaults },
  };
}

/** Whether what is stored fits what an operation says that it answers; and what of it the answer may hold. */
function answers(draft: Draft, schema: SpecSchema, status: number): Answer {
  const { spec, possible, always, collection } = draft;
  const shape = shapeOf(spec, schema) ?? no("its answer is no plain JSON object");
  for (const name of shape.required) {
    if (collection.hidden.includes(name)) continue;
    if (!always.has(name))
      no(`its answer has ${JSON.stringify(name.slice(0, 80))}, which no request carries`);
  }
  for (const [name, member] of Object.entries(shape.properties)) {
    const stored = possible.get(name);
    if (stored && !sameSchema(spec, stored, member))
      no(`${JSON.stringify(name.slice(0, 80))} is answered otherwise than it is sent`);
  }
  const names = Object.keys(shape.properties);
  const covers = [...possible.keys(), ...always].every(
    (name) => collection.hidden.includes(name) || names.includes(name),
  );
  return { status, ...(covers && !(shape.closed && draft.open) ? {} : { only: names }) };
}

const answerOf = (draft: Draft, operation: SpecOperation, otherwise: number): Answer => {
  const { status, schema } = success(operation, otherwise);
  return schema ? answers(draft, schema, status) : { status, empty: true };
};

/** A body that replaces or changes a record must carry what answers promise. */
function checkBody(draft: Draft, operation: SpecOperation, whole: boolean): void {
  const shape = bodyOf(draft.spec, operation);
  for (const [name, schema] of Object.entries(shape.properties)) {
    const stored = draft.possible.get(name);
    if (stored && !sameSchema(draft.spec, schema, stored))
      no(`${JSON.stringify(name.slice(0, 80))} is changed to what it could not be made as`);
    if (!stored && !draft.always.has(name) && !draft.collection.ignored.includes(name))
      no(`${JSON.stringify(name.slice(0, 80))} is no member that records are made with`);
  }
  if (!whole) return;
  const { id, stamps, defaults } = draft.collection;
  const kept = new Set([id.property, ...stamps.map(({ property }) => property), ...Object.keys(defaults)]);
  for (const name of draft.always)
    if (!kept.has(name) && !shape.required.has(name))
      no(`it may leave out ${JSON.stringify(name.slice(0, 80))}`);
}

const parameterWords = {
  limit: /^(limit|page_?size|per_?page|size|count|max_?results|top|take)$/i,
  offset: /^(offset|skip|start|start_?index)$/i,
  page: /^(page|page_?number)$/i,
  cursor: /^(cursor|after|page_?token|next_?token|starting_?after|continuation_?token)$/i,
} as const;
const totals = /^(total|count|total_?count|total_?items|total_?results)$/i;
const nexts = /^(next_?cursor|next_?page_?token|next_?token|cursor|continuation_?token|end_?cursor)$/i;

const typeIs = (spec: Spec, schema: SpecSchema, ...wanted: readonly string[]): boolean => {
  const types = [resolve(spec, schema).type ?? []].flat().filter((type) => type !== "null");
  return types.length === 1 && wanted.includes(types[0] ?? "");
};

function listRules(
  draft: Draft,
  operation: SpecOperation,
  record: Shape | undefined,
  next: boolean,
): ListRules["parameters"] {
  const found: Record<string, ListRules["parameters"][string]> = {};
  for (const one of operation.parameters) {
    if (one.in !== "query") continue;
    const kind = (["limit", "offset", "page", "cursor"] as const).find((name) =>
      parameterWords[name].test(one.name),
    );
    const stored = record?.properties[one.name] ?? draft.possible.get(one.name);
    const values = resolve(draft.spec, one.schema).enum;
    const sorts =
      /^(sort|order_?by)$/i.test(one.name) &&
      values?.every(
        (value) =>
          typeof value === "string" &&
          (draft.always.has(value.replace(/^-/, "")) || draft.possible.has(value.replace(/^-/, ""))),
      );
    if (sorts) found[one.name] = "sort";
    else if (kind === "cursor" && next && typeIs(draft.spec, one.schema, "string")) found[one.name] = kind;
    else if (kind !== undefined && kind !== "cursor" && typeIs(draft.spec, one.schema, "integer"))
      found[one.name] = kind;
    else if (
      stored &&
      !draft.collection.hidden.includes(one.name) &&
      typeIs(draft.spec, stored, "string", "integer", "boolean") &&
      typeIs(draft.spec, one.schema, "string", "integer", "boolean")
    )
      found[one.name] = { equals: one.name };
    else if (one.required)
      no(`it needs the parameter ${JSON.stringify(one.name.slice(0, 80))}, which storage has no use for`);
  }
  return found;
}

function list(draft: Draft, operation: SpecOperation): Stored {
  const { spec } = draft;
  const { status, schema } = success(operation, 200);
  const found = schema && resolve(spec, schema);
  if (!found) return no("its answer has no body");
  const wrapped = found.type === "array" ? undefined : shapeOf(spec, found);
  const arrays = Object.entries(wrapped?.properties ?? {}).filter(
    ([, one]) => resolve(spec, one).type === "array",
  );
  // Of several lists, the one of records has their id.
  const isOurs = ([, one]: readonly [string, SpecSchema]): boolean =>
    Object.hasOwn(shapeOf(spec, resolve(spec, one).items)?.properties ?? {}, draft.collection.id.property);
  const [items] = arrays.find(isOurs) ?? arrays[0] ?? [];
  if (found.type !== "array" && items === undefined) return no("its answer is no list");
  const array = items === undefined ? found : resolve(spec, wrapped?.properties[items] ?? {});
  if (array.minItems !== undefined || array.maxItems !== undefined) no("its list is bounded");
  const answer = answers(draft, array.items ?? {}, status);
  const total = Object.entries(wrapped?.properties ?? {}).find(
    ([name, one]) => totals.test(name) && typeIs(spec, one, "integer"),
  )?.[0];
  const next = Object.entries(wrapped?.properties ?? {}).find(
    ([name, one]) => nexts.test(name) && typeIs(spec, one, "string"),
  )?.[0];
  for (const name of wrapped?.required ?? []) {
    const nullable =
      name === next && [resolve(spec, wrapped?.properties[name] ?? {}).type ?? []].flat().includes("null");
    if (name !== items && name !== total && !nullable)
      no(`its answer has ${JSON.stringify(name.slice(0, 80))}, which storage does not know`);
  }
  const parameters = listRules(draft, operation, shapeOf(spec, array.items), next !== undefined);
  const cursor = Object.values(parameters).includes("cursor");
  const headers = Object.keys(operation.responses[String(status)]?.headers ?? {});
  const totalHeader = headers.find((name) => /^(x-)?total(-count)?$/i.test(name));
  return {
    does: "list",
    answer,
    list: {
      ...(items === undefined ? {} : { items }),
      ...(total === undefined ? {} : { total }),
      ...(totalHeader === undefined ? {} : { totalHeader }),
      ...(next === undefined || !cursor ? {} : { next }),
      parameters,
    },
  };
}

/** What storage does for an operation on a path of the collection. */
function storedBy(draft: Draft, operation: SpecOperation, isItem: boolean): Stored {
  const required = operation.parameters.find(
    (one) =>
      one.required &&
      (one.in === "header" ||
        one.in === "cookie" ||
        (one.in === "query" && (isItem || operation.method !== "get"))),
  );
  if (required)
    no(`it needs the parameter ${JSON.stringify(required.name.slice(0, 80))}, which storage has no use for`);
  switch (`${operation.method}${isItem ? " one" : ""}`) {
    case "get":
      return list(draft, operation);
    case "post":
      return { does: "create", answer: answerOf(draft, operation, 201) };
    case "get one": {
      const { status, schema } = success(operation, 200);
      return { does: "get", answer: schema ? answers(draft, schema, status) : no("its answer has no body") };
    }
    case "put one":
      checkBody(draft, operation, true);
      return { does: "update", answer: answerOf(draft, operation, 200) };
    case "patch one":
      checkBody(draft, operation, false);
      return { does: "patch", answer: answerOf(draft, operation, 200) };
    case "delete one":
      if (operation.requestBody) no("it takes a body");
      return { does: "remove", answer: answerOf(draft, operation, 204) };
    default:
      return no("it is none of list, create, get, update, patch and delete");
  }
}

const attempt = <T>(work: () => T): { readonly value: T } | { readonly why: string } => {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof NotStored) return { why: error.message };
    throw error;
  }
};

/**
 * Which operations storage can carry as the specification describes them: a collection that records can be added to and
 * read from, by the usual methods on `/things` and `/things/{id}`. All others stay their owner's.
 */
export function bindings(spec: Spec): Bindings {
  const bound = new Map<string, StorageBinding>();
  const why = new Map<string, string>();
  const collections: Collection[] = [];
  const byPath = new Map<string, SpecOperation[]>();
  for (const operation of spec.operations)
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
  for (const operation of spec.operations)
    why.set(operation.operationId, "it has not the shape of list, create, get, update, patch or delete");
  for (const [path, operations] of byPath) {
    const create = operations.find(({ method }) => method === "post");
    const items = [...byPath].filter(([one]) => itemPath.exec(one)?.[1] === path);
    const item = items.length === 1 ? items[0]?.[1] : undefined;
    const read = item?.find(({ method }) => method === "get");
    if (!create || (!read && !operations.some(({ method }) => method === "get"))) continue;
    const made = attempt(() => draftOf(spec, path, create, read ?? item?.[0]));
    const all = [
      ...operations.map((one) => [one, false] as const),
      ...(item ?? []).map((one) => [one, true] as const),
    ];
    const found = all.map(([operation, isItem]) => ({
      operation,
      stored: "why" in made ? made : attempt(() => storedBy(made.value, operation, isItem)),
    }));
    const creates = found.some(({ stored }) => "value" in stored && stored.value.does === "create");
    const reads = found.some(
      ({ stored }) => "value" in stored && ["get", "list"].includes(stored.value.does),
    );
    if ("value" in made && creates && reads) collections.push(made.value.collection);
    for (const { operation, stored } of found) {
      if ("why" in stored) why.set(operation.operationId, stored.why);
      else if (creates && reads && "value" in made) {
        bound.set(operation.operationId, { collection: made.value.collection, stored: stored.value });
        why.delete(operation.operationId);
      } else why.set(operation.operationId, "records can't be both added and read");
    }
  }
  return { collections, bound, why };
}
