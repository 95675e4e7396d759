import type { Json } from "../../../lib/index.ts";
import type { Spec, SpecSchema } from "../../spec.ts";
import { annotations, resolve, sameSchema, shapeOf } from "../shape.ts";
import type { Known } from "./types.ts";
import { inTable } from "../../../lib/index.ts";

/** Where two schemas are compared. */
interface Place {
  readonly depth: number;
  readonly path: Known["path"];
  /**
   * Of which objects only what requests name can be stored, by their paths: answers say what else these hold. Undefined:
   * nothing is left out of what is stored.
   */
  readonly known?: Map<string, Known> | undefined;
}

const start: Place = { depth: 0, path: [] };
const next = ({ depth, path, known }: Place, ...names: Known["path"]): Place => ({
  depth: depth + 1,
  path: [...path, ...names],
  known,
});
/** Where one of several schemas may be meant, nobody knows which members are named. */
const either = ({ depth, path }: Place): Place => ({ depth: depth + 1, path });

const typesOf = ({ type }: SpecSchema): readonly string[] => [type ?? []].flat();

const typeOfValue = (value: Json): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : Number.isInteger(value)
        ? "integer"
        : typeof value;

const isTaken = (type: string, types: readonly string[]): boolean =>
  types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));

/** What reading alone can't compare. */
const unread = [
  "not",
  "contains",
  "propertyNames",
  "patternProperties",
  "prefixItems",
  "minProperties",
  "maxProperties",
  "allOf",
  "oneOf",
] as const;

const lower = ["minimum", "exclusiveMinimum", "minLength", "minItems"] as const;
const upper = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"] as const;
const equal = ["pattern", "multipleOf", "uniqueItems", "contentEncoding"] as const;

/** Formats of numbers that JSON's own numbers keep to. */
const numberFormats: ReadonlySet<string> = new Set(["int64", "float", "double", "number", "integer"]);

/** Whether a value is within the bounds for single values. */
function isWithin(value: Json, schema: SpecSchema): boolean {
  const size = typeof value === "string" ? [...value].length : value;
  if (typeof size !== "number") return true;
  const [least, most] =
    typeof value === "string"
      ? [schema.minLength, schema.maxLength]
      : [schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum];
  const apart =
    [schema.exclusiveMinimum, schema.exclusiveMaximum].includes(size) && typeof value === "number";
  return size >= (least ?? -Infinity) && size <= (most ?? Infinity) && !apart;
}

/** Whether a schema takes a single value, as far as its type, list of values and bounds tell. */
export function takes(schema: SpecSchema, value: Json): boolean {
  const same = (one: Json): boolean => JSON.stringify(one) === JSON.stringify(value);
  if (schema.const !== undefined) return same(schema.const);
  if (schema.enum) return schema.enum.some(same);
  const ruled = [...equal, "format", "anyOf"].map((key) => schema[key as "format"]); // one of these
  return (
    (value === null || typeof value !== "object") &&
    isTaken(typeOfValue(value), typesOf(schema)) &&
    isWithin(value, schema) &&
    (value === null ||
      typeof value === "boolean" ||
      ruled.every((rule) => rule === undefined || numberFormats.has(String(rule))))
  );
}

const bounded = (sent: SpecSchema, answered: SpecSchema): boolean =>
  lower.every((key) => answered[key] === undefined || (sent[key] ?? -Infinity) >= answered[key]) &&
  upper.every((key) => answered[key] === undefined || (sent[key] ?? Infinity) <= answered[key]) &&
  equal.every(
    (key) => answered[key] === undefined || answered[key] === false || sent[key] === answered[key],
  ) &&
  (answered.format === undefined || answered.format === sent.format || numberFormats.has(answered.format));

/** The schema of an object's members where it says nothing else: undefined where it does, `{}` where it says nothing at all. */
function membersOf(schema: SpecSchema): SpecSchema | undefined {
  const { type: _, additionalProperties: members, ...rest } = schema;
  return isOpen(rest) ? (members ?? {}) : undefined;
}

/** Members that are answered are those that are sent; of what is sent without a name, nobody knows what it is. */
function objectFits(spec: Spec, [sent, answered]: readonly [SpecSchema, SpecSchema], place: Place): boolean {
  const [some, any] = [membersOf(sent), membersOf(answered)];
  if (any && (isOpen(any) || (some && fits(spec, [some, any], either(place))))) return true;
  const [from, to] = [sent, answered].map((one) => shapeOf(spec, { ...one, type: "object" }));
  if (!from || !to) return false;
  const isNamed = (name: string): boolean => Object.hasOwn(from.properties, name);
  const isSafe = (name: string): boolean =>
    isNamed(name) || isOpen(resolve(spec, inTable(to.properties, name) ?? {}));
  if (!from.closed && (to.closed || !Object.keys(to.properties).every(isSafe))) {
    if (!place.known) return false;
    const names = Object.keys(from.properties);
    place.known.set(JSON.stringify(place.path), { path: place.path, names });
  }
  return (
    [...to.required].every((name) => from.required.has(name)) &&
    (!to.closed || Object.keys(from.properties).every((name) => Object.hasOwn(to.properties, name))) &&
    Object.entries(to.properties).every(
      ([name, member]) =>
        !isNamed(name) || fits(spec, [inTable(from.properties, name) ?? {}, member], next(place, name)),
    )
  );
}

const isOpen = (schema: SpecSchema): boolean =>
  Object.entries(schema).every(([key, value]) => annotations.has(key) || value === undefined);

/** Whether every value of one schema is one of another, as far as reading them tells: if in doubt, it is not. */
export function fits(
  spec: Spec,
  [one, other]: readonly [SpecSchema, SpecSchema],
  place: Place = start,
): boolean {
  if (sameSchema(spec, one, other)) return true;
  const [sent, answered] = [resolve(spec, one), resolve(spec, other)];
  if (isOpen(answered)) return true;
  if (place.depth > 8) return false;
  const values = sent.const === undefined ? sent.enum : [sent.const];
  if (values && answered.anyOf) {
    const { anyOf, ...rest } = answered;
    const isAny = (value: Json): boolean =>
      anyOf.some((part) => fits(spec, [{ const: value }, part], either(place)));
    return values.every(isAny) && fits(spec, [sent, rest], next(place));
  }
  if (values)
    return (
      !unread.some((key) => answered[key] !== undefined) && values.every((value) => takes(answered, value))
    );
  if (sent.type !== undefined && typesOf(sent).length > 1)
    return typesOf(sent).every((type) =>
      fits(spec, [{ ...sent, type: type as "string" }, answered], next(place)),
    ); // one of its own
  if (answered.anyOf) {
    const { anyOf, ...rest } = answered;
    const isOne = anyOf.some((part) => fits(spec, [sent, part], either(place)));
    return isOne && fits(spec, [sent, rest], next(place));
  }
  const parts = sent.oneOf ?? sent.anyOf;
  if (parts) return parts.every((part) => fits(spec, [part, answered], either(place)));
  if (answered.enum !== undefined || answered.const !== undefined) return false;
  const type = typesOf(sent)[0] ?? (sent.properties || sent.allOf ? "object" : undefined);
  if (type === undefined || !isTaken(type, typesOf(answered))) return false;
  if (type === "null") return true;
  if (type === "object") return objectFits(spec, [sent, answered], place);
  if (unread.some((key) => answered[key] !== undefined) || !bounded(sent, answered)) return false;
  return type !== "array" || fits(spec, [sent.items ?? {}, answered.items ?? {}], next(place, null));
}
