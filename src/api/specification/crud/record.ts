import type { Json } from "../../../lib/index.ts";
import type { Spec, SpecOperation, SpecSchema } from "../../spec.ts";
import { resolve, type Shape } from "../shape.ts";
import type { Family } from "./families.ts";
import { fits, takes } from "./fits.ts";
import { idOf, idProperty, plainly } from "./id.ts";
import { bodiesOf, isAnyObject, listedIn, objectsIn, shapesOf, success, type Body } from "./media.ts";
import { attempt, no } from "./refusal.ts";
import { spelled } from "./spelled.ts";
import type { Collection } from "./types.ts";
import { inTable } from "../../../lib/index.ts";

/** What is known of a collection's records. */
export interface Draft {
  readonly spec: Spec;
  readonly collection: Collection;
  /** Members that records may have, with each schema that they may come by; and those that each record has. */
  readonly possible: ReadonlyMap<string, readonly SpecSchema[]>;
  readonly always: ReadonlySet<string>;
  /** What reading shows of a record. */
  readonly record: Shape;
  /** Requests may carry members that nobody named. */
  readonly open: boolean;
}

const stampNames: readonly (readonly [RegExp, "create" | "change"])[] = [
  [/^(created|create|creation|inserted)(at|on|date|time|timestamp)?$|^(date|time)created$/, "create"],
  [
    /^(last)?(updated|update|modified|changed)(at|on|date|time|timestamp)?$|^(date|time)(updated|modified)$/,
    "change",
  ],
];

function stampsOf(spec: Spec, record: Shape, body: Shape): Collection["stamps"] {
  return Object.entries(record.properties).flatMap(([property, schema]) => {
    const found = resolve(spec, schema);
    const isSent = Object.hasOwn(body.properties, property) && !schema.readOnly && !found.readOnly;
    if (
      isSent ||
      !fits(spec, [{ type: "string", format: "date-time" }, found]) ||
      found.format !== "date-time"
    )
      return [];
    const on = stampNames.find(([name]) => name.test(plainly(property)))?.[1];
    return on ? [{ property, on }] : [];
  });
}

/** Members that go one way only. */
export const directional = (spec: Spec, shape: Shape, key: "readOnly" | "writeOnly"): readonly string[] =>
  Object.entries(shape.properties)
    .filter(([, schema]) => schema[key] ?? resolve(spec, schema)[key])
    .map(([name]) => name);

const answered = (operation: SpecOperation | undefined): SpecSchema | undefined => {
  const found = operation && attempt(() => success(operation, 200));
  return found && "value" in found ? found.value.schema : undefined;
};

/** What answers show of records, by the operations that read before the one that writes. */
function recordsOf(spec: Spec, { get, list, create, put }: Family): readonly (readonly Shape[])[] {
  const listed = answered(list);
  const items = listed ? listedIn(spec, listed).map((item) => shapesOf(spec, item)) : [];
  const one = [get, create, put].map((operation) => {
    const schema = answered(operation);
    return schema ? objectsIn(spec, schema) : [];
  });
  return [...(one[0] ?? []), ...items, ...one.slice(1).flat()];
}

interface Read {
  readonly body: Body;
  readonly record: Shape;
}

/** Where a record is answered as any JSON object, it is what was sent, with the id that its path asks for. */
function openRecord(spec: Spec, { get, key }: Family, bodies: readonly Body[]): Read | undefined {
  const [body] = bodies;
  const shown = answered(get);
  if (!body || !shown || key === undefined || !isAnyObject(resolve(spec, shown))) return undefined;
  const { properties, required } = body.shape;
  if (idProperty(body.shape, "", key) !== undefined) return { body, record: body.shape };
  const record = {
    properties: { ...properties, [key]: { type: "string" as const } },
    required: new Set([...required, key]),
    closed: false,
  };
  return { body, record };
}

/** Body and record of one kind: they have members in common, and the record the id by which it is got. */
function readOf(spec: Spec, family: Family, write: SpecOperation): Read {
  const bodies = bodiesOf(spec, write);
  const records = recordsOf(spec, family);
  const shared = ({ body, record }: Read): number =>
    Object.keys(body.shape.properties).filter((name) => Object.hasOwn(record.properties, name)).length;
  const pairs = bodies.flatMap((sent) =>
    records.flatMap((ways) =>
      ways
        .map((record) => ({ body: spelled(sent, record), record }))
        .filter((one) => shared(one) > 0)
        .toSorted((a, b) => shared(b) - shared(a))
        .slice(0, 1),
    ),
  );
  const open = pairs.length ? undefined : openRecord(spec, family, bodies);
  if (open) return open;
  if (pairs.length === 0) return no("its answer has nothing of what is sent");
  const named = pairs.find(({ record }) => idProperty(record, family.path, family.key) !== undefined);
  const found = named ?? (family.needsId ? undefined : pairs[0]);
  return found ?? no("no member of its records is their id");
}

/** The one value that a member always has by the document, if there is such. */
function onlyValue(spec: Spec, schema: SpecSchema): Json | undefined {
  const found = resolve(spec, schema);
  if (found.const !== undefined) return found.const;
  if (found.enum?.length === 1) return found.enum[0];
  if (found.default !== undefined && found.default !== null && takes(found, found.default))
    return found.default;
  return [found.type ?? []].flat().includes("null") ? null : undefined;
}

/** The record: what requests bring, what the server adds. */
export function draftOf(spec: Spec, family: Family): Draft {
  const write = family.create ?? family.put ?? no("nothing adds records");
  const { body, record } = readOf(spec, family, write);
  const { shape } = body;
  const id = idOf(spec, family, { record, body: shape });
  const stamps = stampsOf(spec, record, shape).filter(({ property }) => property !== id?.property);
  const ignored = directional(spec, shape, "readOnly").filter((name) => name !== id?.property || !id.given);
  const hidden = [
    ...new Set([...directional(spec, shape, "writeOnly"), ...directional(spec, record, "writeOnly")]),
  ];
  const defaults: Record<string, Json> = {};
  const possible = new Map<string, readonly SpecSchema[]>();
  const always = new Set<string>(stamps.map(({ property }) => property));
  for (const { property } of stamps) possible.set(property, [{ type: "string", format: "date-time" }]);
  for (const [name, schema] of Object.entries(shape.properties)) {
    if (ignored.includes(name) || always.has(name)) continue;
    possible.set(name, [schema]);
    if (shape.required.has(name)) always.add(name);
    const fallback = schema.default ?? resolve(spec, schema).default;
    if (fallback === undefined || fallback === null || shape.required.has(name)) continue;
    if (typeof fallback !== "object" && !takes(resolve(spec, schema), fallback)) continue;
    defaults[name] = fallback;
    always.add(name);
  }
  if (id) {
    const given = id.given ? (possible.get(id.property) ?? []) : [];
    possible.set(
      id.property,
      shape.required.has(id.property) && id.given ? given : [...given, ...id.schemas],
    );
    always.add(id.property);
  }
  // What each answer has and no request must carry is what the document says that it is, or null, until something sets it.
  for (const name of record.required) {
    if (always.has(name) || hidden.includes(name)) continue;
    const value = onlyValue(spec, inTable(record.properties, name) ?? {});
    if (value === undefined) continue;
    defaults[name] = value;
    possible.set(name, [...(possible.get(name) ?? []), value === null ? { type: "null" } : { const: value }]);
    always.add(name);
  }
  const { schemas: _, ...kept } = id ?? { schemas: [] };
  return {
    spec,
    possible,
    always,
    record,
    open: !shape.closed,
    collection: {
      path: family.path,
      hasItems: family.key !== undefined,
      ...(id ? { id: kept as NonNullable<Collection["id"]> } : {}), // all of it but its schemas
      stamps,
      ignored,
      hidden,
      defaults,
    },
  };
}
