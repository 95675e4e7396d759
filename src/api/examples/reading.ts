import type { Json, JsonObject } from "../../lib/index.ts";
import type { ApiDefinition, Field, Operation, Relation, Resource } from "../definition.ts";
import type { Call, Example } from "../example.ts";
import { fieldType, filterFields, ownedSets } from "../fields.ts";
import { problemMessages } from "../problems.ts";
import { listLimits } from "../serve.ts";
import { answered, recordOf, refused } from "./answers.ts";
import { at, idOf, Scene, unknownId } from "./scene.ts";

const get = (
  operation: Operation,
  name: string,
  parts: Pick<Example, "kind" | "before" | "expect"> & { readonly path: string },
): Example => ({
  operationId: operation.operationId,
  name,
  kind: parts.kind,
  before: parts.before,
  call: { operationId: operation.operationId, method: operation.method, path: parts.path },
  expect: parts.expect,
});

const messageFor = (keyword: string, schema: JsonObject): string => problemMessages[keyword]?.(schema) ?? "";

function wrongQueries(operation: Operation, before: readonly Call[], path: string): readonly Example[] {
  const sort = operation.parameters.find((parameter) => parameter.name === "sort")?.schema ?? {};
  const limit = { type: "integer", minimum: 1, maximum: listLimits.most } as const;
  const cases: readonly (readonly [string, string, string])[] = [
    ["limit", "0", messageFor("minimum", limit)],
    ["limit", String(listLimits.most + 1), messageFor("maximum", limit)],
    ["limit", "many", messageFor("type", limit)],
    ["offset", "-1", messageFor("minimum", { minimum: 0 })],
    ["sort", "noSuchField", problemMessages["enum"]?.(sort) ?? ""],
    ["noSuchField", "1", messageFor("additionalProperties", {})],
  ];
  return cases.map(([name, value, message]) =>
    get(operation, `refuses ${name}=${value}`, {
      kind: "validation",
      before,
      path: `${path}?${name}=${value}`,
      expect: refused(400, { path: name, message }),
    }),
  );
}

/** Creates two records of the same resource with all fields, in order. */
function two(
  api: ApiDefinition,
  resource: Resource,
): { before: readonly Call[]; bodies: readonly [JsonObject, JsonObject] } {
  const scene = new Scene(api);
  const first = scene.made(resource, "full");
  const second = scene.made(resource, "full");
  return { before: [...first.before, ...second.before], bodies: [first.body, second.body] };
}

const total = (n: number): { readonly "x-total-count": string } => ({ "x-total-count": String(n) });

/** Returns the first field of each type whose values differ between two records. */
function telling(resource: Resource, [a, b]: readonly [JsonObject, JsonObject]): readonly Field[] {
  const seen = new Set<string>();
  return filterFields(resource).filter((field) => {
    const type = fieldType(field.schema);
    const [left, right] = [a[field.name], b[field.name]];
    if (seen.has(type) || left === undefined || left === right || isReference(left)) return false;
    seen.add(type);
    return true;
  });
}
const isReference = (value: Json): boolean =>
  typeof value === "string" ? value.startsWith("{{") : Array.isArray(value);

/** Filtering by a set returns only the record that has the given id in it. */
function holding(operation: Operation, api: ApiDefinition, resource: Resource): readonly Example[] {
  return ownedSets(resource).map((set) => {
    const scene = new Scene(api);
    const other = scene.made(scene.resource(set.resource));
    const here = scene.made(resource, "required", { [set.field]: [idOf(other.as)] });
    const before = [...other.before, ...here.before];
    const all = set.resource === resource.name ? [] : scene.made(resource).before;
    return get(operation, `answers only records that have one of ${set.field}`, {
      kind: "success",
      before: [...before, ...all],
      path: `${operation.path}?${set.field}=${idOf(other.as)}`,
      expect: {
        status: 200,
        list: { length: 1, items: [{ [set.field]: [idOf(other.as)] }] },
        headers: total(1),
      },
    });
  });
}

const orderly = new Set(["integer", "number", "date", "datetime", "decimal", "string"]);

function sorted(
  operation: Operation,
  resource: Resource,
  { before, bodies }: ReturnType<typeof two>,
): readonly Example[] {
  const field = telling(resource, bodies).find((candidate) => orderly.has(fieldType(candidate.schema)));
  if (!field) return [];
  const inOrder = bodies.toSorted((a, b) => ((a[field.name] ?? "") < (b[field.name] ?? "") ? -1 : 1));
  const items = inOrder.map((body) => ({ [field.name]: body[field.name] ?? null }));
  return [field.name, `-${field.name}`].map((sort, index) =>
    get(operation, `sorts by ${sort}`, {
      kind: "success",
      before,
      path: `${operation.path}?sort=${sort}`,
      expect: { status: 200, list: { length: 2, items: index ? items.toReversed() : items } },
    }),
  );
}

/** Whether these calls create exactly two records of this resource. */
const onlyTwo = (operation: string, before: readonly Call[]): boolean =>
  before.filter((call) => call.operationId === operation).length === 2;

export function listing(api: ApiDefinition, resource: Resource): readonly Example[] {
  const operation = new Scene(api).operation(resource.name, "list");
  const { path } = operation;
  const scene = new Scene(api);
  const pair = [scene.made(resource), scene.made(resource)].flatMap(({ before }) => before);
  const full = two(api, resource);
  const exact = onlyTwo(scene.operation(resource.name, "create").operationId, full.before);
  const filters = exact ? telling(resource, full.bodies) : [];
  return [
    get(operation, "answers an empty list", {
      kind: "success",
      before: [],
      path,
      expect: { status: 200, list: { length: 0 }, headers: total(0) },
    }),
    get(operation, "answers all records and their number", {
      kind: "success",
      before: pair,
      path,
      expect: { status: 200, list: { length: 2 }, headers: total(2) },
    }),
    get(operation, "answers a part of the records and the number of all", {
      kind: "success",
      before: pair,
      path: `${path}?limit=1&offset=1`,
      expect: { status: 200, list: { length: 1 }, headers: total(2) },
    }),
    ...(exact ? sorted(operation, resource, full) : []),
    ...filters.map((field) =>
      get(operation, `answers only records with the ${field.name} asked for`, {
        kind: "success",
        before: full.before,
        path: `${path}?${field.name}=${encodeURIComponent(String(full.bodies[1][field.name]))}`,
        expect: {
          status: 200,
          list: { length: 1, items: [{ [field.name]: full.bodies[1][field.name] ?? null }] },
          headers: total(1),
        },
      }),
    ),
    ...holding(operation, api, resource),
    ...wrongQueries(operation, [], path),
  ];
}

/** Unknown ids and malformed ids are not found. */
function lost(operation: Operation): readonly Example[] {
  return [
    ["does not find what does not exist", unknownId],
    ["does not find an invalid id", "no-such-id"],
  ].map(([name = "", id = ""]) =>
    get(operation, name, { kind: "error", before: [], path: at(operation, id), expect: refused(404) }),
  );
}

export function getting(api: ApiDefinition, resource: Resource): readonly Example[] {
  const scene = new Scene(api);
  const operation = scene.operation(resource.name, "get");
  const remove = scene.operation(resource.name, "remove");
  const { before, as, body } = scene.made(resource, "full");
  const path = at(operation, idOf(as));
  const deletion: Call = { operationId: remove.operationId, method: "delete", path: at(remove, idOf(as)) };
  return [
    get(operation, "answers a record", {
      kind: "success",
      before,
      path,
      expect: answered(200, resource, body),
    }),
    get(operation, "does not find a deleted record", {
      kind: "error",
      before: [...before, deletion],
      path,
      expect: refused(404),
    }),
    ...lost(operation),
  ];
}

/** Creates related records, and returns the name of the one whose list is requested. */
export function linked(
  scene: Scene,
  resource: Resource,
  relation: Relation,
): { before: readonly Call[]; as: string; item: JsonObject } {
  const other = scene.resource(relation.resource);
  if (relation.kind === "many-to-many" && relation.owner) {
    const there = scene.made(other);
    const here = scene.made(resource, "required", { [relation.field]: [idOf(there.as)] });
    return { before: [...there.before, ...here.before], as: here.as, item: recordOf(other, there.body) };
  }
  const here = scene.made(resource);
  const set =
    relation.kind === "many-to-many" && ownedSets(other).some((owned) => owned.field === relation.field);
  const there = scene.made(other, "required", { [relation.field]: set ? [idOf(here.as)] : idOf(here.as) });
  return { before: [...here.before, ...there.before], as: here.as, item: recordOf(other, there.body) };
}

export function relating(api: ApiDefinition, operation: Operation): readonly Example[] {
  const { binding } = operation;
  if (binding?.does !== "related") return [];
  const resource = new Scene(api).resource(binding.resource);
  const relation = resource.relations.find((candidate) => candidate.name === binding.relation);
  if (!relation) return [];
  const { before, as, item } = linked(new Scene(api), resource, relation);
  const lone = new Scene(api).made(resource);
  const empty = at(operation, idOf(lone.as));
  return [
    get(operation, "answers the related records", {
      kind: "success",
      before,
      path: at(operation, idOf(as)),
      expect: { status: 200, list: { length: 1, items: [item] }, headers: total(1) },
    }),
    get(operation, "answers an empty list", {
      kind: "success",
      before: lone.before,
      path: empty,
      expect: { status: 200, list: { length: 0 }, headers: total(0) },
    }),
    ...wrongQueries(operation, lone.before, empty).slice(0, 1),
    ...lost(operation).slice(0, 1),
  ];
}
