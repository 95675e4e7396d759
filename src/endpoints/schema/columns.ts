import type { JsonSchema } from "../../schema/index.ts";
import { ancestry } from "../evaluate/classes.ts";
import type { ClassValue, ExternalValue, Value } from "../evaluate/types.ts";
import { truth, unknown } from "../evaluate/value.ts";
import { shape, type Shape } from "./kinds.ts";

const types: readonly (readonly [RegExp, JsonSchema])[] = [
  [/Integer$|^(?:BIGINT|INTEGER|SMALLINT)$/i, { type: "integer" }],
  [/^(?:Float|Numeric|REAL|Double|DECIMAL)$/i, { type: "number" }],
  [/^Boolean$/i, { type: "boolean" }],
  [/^(?:DateTime|TIMESTAMP)$/i, { type: "string", format: "date-time" }],
  [/^Date$/i, { type: "string", format: "date" }],
  [/^(?:UUID|Uuid)/, { type: "string", format: "uuid" }],
  [/^(?:JSONB?|PickleType)$/, {}],
];

const typeName = (value: Value): string =>
  value.kind !== "external" ? "" : value.args ? (value.of?.name ?? "") : value.name;

const isColumn = (value: Value): value is ExternalValue =>
  value.kind === "external" &&
  value.args !== undefined &&
  /^(?:Column|mapped_column)$/.test(value.of?.name ?? "");

function columnShape({ args }: ExternalValue): Shape {
  const given = args?.list ?? [];
  const is = (name: string): boolean | undefined => truth(args?.named.get(name) ?? unknown);
  const names = given.map(typeName);
  const found = types.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
  const isFilled = ["default", "server_default"].some((name) => args?.named.has(name));
  return shape(
    found ?? { type: "string" },
    is("nullable") !== false || isFilled || is("primary_key") === true,
  );
}

/** The columns of a model of SQLAlchemy by name; keys of other tables only where they are asked for. */
export function columnsOf(model: ClassValue, withForeign: boolean): ReadonlyMap<string, Shape> {
  const found = new Map<string, Shape>();
  for (const item of ancestry(model).toReversed())
    for (const [name, value] of item.kind === "class" ? item.statics : [])
      if (
        isColumn(value) &&
        (withForeign || !value.args?.list.some((value) => typeName(value) === "ForeignKey"))
      )
        found.set(name, columnShape(value));
  return found;
}
