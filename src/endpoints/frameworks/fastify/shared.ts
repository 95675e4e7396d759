import type { Value } from "../../evaluate/types.ts";
import { each, items, object, propOf, textOf } from "../../evaluate/value.ts";

/** Schemas that an application keeps, by their `$id`. */
export type Schemas = Map<string, Value>;

/** `fastify.addSchema({ $id: "note", … })`, or what TypeBox makes with such an option. */
export function keep(given: Value | undefined, schemas: Schemas): void {
  for (const one of items(given).flatMap(each)) {
    const described = one.kind === "external" ? (one.args?.list ?? []) : [one];
    for (const part of described) {
      const id = textOf(propOf(part, "$id"));
      if (id !== undefined) schemas.set(id, one);
    }
  }
}

const deepest = 8;
/** Schemas that name each other would grow without end. */
const most = 2000;

/** What `note#` and `note#/properties/title` name. */
function named(ref: string, schemas: Schemas): Value | undefined {
  const [id = "", pointer = ""] = ref.split("#");
  const steps = pointer.split("/").filter(Boolean);
  return steps.reduce<Value | undefined>((at, step) => propOf(at, step), schemas.get(id));
}

/** The name that a schema stands for: `{ $ref: "note#" }`, `Type.Ref("note")`. */
function refOf(value: Value): string | undefined {
  if (value.kind === "object") return textOf(propOf(value, "$ref"));
  return value.kind === "external" && value.of?.name === "Ref" ? textOf(value.args?.list[0]) : undefined;
}

/** A schema with what it names in the place of the names. */
export const resolved = (value: Value, schemas: Schemas): Value =>
  schemas.size ? inPlace(value, { schemas, count: { left: most } }, 0) : value;

interface Resolving {
  readonly schemas: Schemas;
  readonly count: { left: number };
}

function inPlace(value: Value, at: Resolving, depth: number): Value {
  if (depth > deepest || at.count.left-- <= 0) return value;
  const ref = refOf(value);
  const found = ref === undefined ? undefined : named(ref, at.schemas);
  if (found) return inPlace(found, at, depth + 1);
  const inner = (one: Value): Value => inPlace(one, at, depth + 1);
  if (value.kind === "list") return { ...value, items: value.items.map(inner) };
  if (value.kind === "external" && value.args)
    return { ...value, args: { ...value.args, list: value.args.list.map(inner) } };
  if (value.kind !== "object" || value.host || value.cls) return value;
  const made = object([...value.props].map(([name, one]) => [name, inner(one)] as const));
  if (value.rest) made.rest = value.rest;
  return made;
}
