import type { Value } from "../../evaluate/types.ts";
import { each, items, object, propOf, textOf } from "../../evaluate/value.ts";

/** Shared schemas of an application, by `$id`. */
export type Schemas = Map<string, Value>;

/** `fastify.addSchema({ $id: "note", … })`, or a TypeBox schema with that option. */
export function keep(value: Value | undefined, schemas: Schemas): void {
  for (const item of items(value).flatMap(each)) {
    const described = item.kind === "external" ? (item.args?.list ?? []) : [item];
    for (const part of described) {
      const id = textOf(propOf(part, "$id"));
      if (id !== undefined) schemas.set(id, item);
    }
  }
}

const deepest = 8;
/** Size limit: schemas that refer to each other would grow without end. */
const most = 2000;

/** Resolves `note#` and `note#/properties/title`. */
function named(ref: string, schemas: Schemas): Value | undefined {
  const [id = "", pointer = ""] = ref.split("#");
  const steps = pointer.split("/").filter(Boolean);
  return steps.reduce<Value | undefined>((value, step) => propOf(value, step), schemas.get(id));
}

/** The reference that a schema stands for: `{ $ref: "note#" }`, `Type.Ref("note")`. */
function refOf(value: Value): string | undefined {
  if (value.kind === "object") return textOf(propOf(value, "$ref"));
  return value.kind === "external" && value.of?.name === "Ref" ? textOf(value.args?.list[0]) : undefined;
}

/** Replaces references in a schema by the schemas they name. */
export const resolved = (value: Value, schemas: Schemas): Value =>
  schemas.size ? inPlace(value, { schemas, count: { left: most } }, 0) : value;

interface Resolving {
  readonly schemas: Schemas;
  readonly count: { left: number };
}

function inPlace(value: Value, resolving: Resolving, depth: number): Value {
  if (depth > deepest || resolving.count.left-- <= 0) return value;
  const ref = refOf(value);
  const found = ref === undefined ? undefined : named(ref, resolving.schemas);
  if (found) return inPlace(found, resolving, depth + 1);
  const inner = (value: Value): Value => inPlace(value, resolving, depth + 1);
  if (value.kind === "list") return { ...value, items: value.items.map(inner) };
  if (value.kind === "external" && value.args)
    return { ...value, args: { ...value.args, list: value.args.list.map(inner) } };
  if (value.kind !== "object" || value.host || value.cls) return value;
  const result = object([...value.props].map(([name, prop]) => [name, inner(prop)] as const));
  if (value.rest) result.rest = value.rest;
  return result;
}
