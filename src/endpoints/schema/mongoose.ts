import type { JsonSchema } from "../../schema/index.ts";
import type { ExternalValue, Value } from "../evaluate/types.ts";
import { calledName, items, propOf, textOf, truth, unknown, texts } from "../evaluate/value.ts";
import { fieldType, objectOf, shape, type Shape, chain } from "./kinds.ts";

const typeNamed = (value: Value | undefined): JsonSchema => {
  const name = (value && calledName(value)) || (textOf(value) ?? "");
  return fieldType(/^date$/i.test(name) ? "datetime" : name);
};

/** Whether the database or the server sets a field. */
const isFilled = (name: string, field: Value): boolean =>
  /^(?:_?id|__v|createdAt|updatedAt|created_at|updated_at)$/.test(name) ||
  truth(propOf(field, "primaryKey") ?? unknown) === true ||
  truth(propOf(field, "autoIncrement") ?? unknown) === true;

/** Calls that create a mongoose schema. */
const madeBy = /^mongoose\.(?:default\.)?Schema\(\)$/;

function field(value: Value, depth: number): Shape {
  if (value.kind === "list")
    return shape(
      { type: "array", items: value.items[0] ? field(value.items[0], depth + 1).schema : {} },
      true,
    );
  if (value.kind === "external") return shape(mongooseSchema(value, depth + 1) ?? typeNamed(value), true);
  if (value.kind !== "object") return shape({}, true);
  const type = value.props.get("type");
  if (!type || type.kind === "object") return shape(members(value, depth + 1), true);
  const needed = value.props.get("required") ?? value.props.get("allowNull");
  const isNeeded = value.props.has("allowNull")
    ? truth(needed ?? unknown) === false
    : items(needed).some((item) => truth(item) === true);
  const isOptional = !isNeeded || value.props.has("default") || value.props.has("defaultValue");
  const schema =
    type.kind === "list" ? field(type, depth).schema : (mongooseSchema(type, depth + 1) ?? typeNamed(type));
  // fields that queries exclude, and those that a common plugin removes
  const isHidden =
    truth(value.props.get("select") ?? unknown) === false || truth(value.props.get("private") ?? unknown);
  return shape(isHidden === true ? { ...schema, writeOnly: true } : schema, isOptional);
}

const members = (of: Value | undefined, depth: number): JsonSchema =>
  objectOf(
    of?.kind === "object" && depth < 6
      ? [...of.props]
          .filter(([name, value]) => !isFilled(name, value))
          .map(([name, value]) => [name, field(value, depth)] as const)
      : [],
  );

/** The input that a mongoose `Schema` accepts; `undefined` for anything else. */
export function mongooseSchema(value: Value, depth = 0): JsonSchema | undefined {
  if (value.kind !== "external" || !madeBy.test(value.path)) return undefined;
  return members(value.args?.list[0], depth);
}

/** The schema of a model created by `mongoose.model(name, schema)` or `sequelize.define(name, columns)`. */
export function modelSchema(model: ExternalValue): JsonSchema | undefined {
  const factory = model.args ? model.of : undefined;
  const [, second] = model.args?.list ?? [];
  if (factory?.name === "model" && factory.path.includes("mongoose"))
    return second ? mongooseSchema(second) : undefined;
  return factory?.name === "define" && /sequelize/i.test(factory.path) ? members(second, 0) : undefined;
}

function column(value: Value): Shape | undefined {
  if (value.kind !== "external") return undefined;
  const { steps } = chain(value);
  const called = steps.filter(({ args }) => args);
  const [start] = called;
  if (!start) return undefined;
  const names = new Set(called.map(({ name }) => name));
  const isGiven = [
    "default",
    "defaultNow",
    "defaultRandom",
    "$default",
    "$defaultFn",
    "$onUpdate",
    "primaryKey",
    "generatedAlwaysAs",
  ].some((name) => names.has(name));
  const mode = texts(propOf(start.args?.list.at(-1), "mode"))[0];
  const schema =
    mode === "boolean"
      ? { type: "boolean" as const }
      : mode?.startsWith("timestamp")
        ? { type: "string" as const, format: "date-time" }
        : fieldType(start.name);
  return shape(schema, !names.has("notNull") || isGiven);
}

/** The columns of a Drizzle table, as an insert accepts them. */
export function drizzleTable(value: ExternalValue): Shape | undefined {
  // the table's types: `typeof notes.$inferInsert`
  if (/^\$infer(?:Select|Insert)$/.test(value.name) && value.of) return drizzleTable(value.of);
  const factory = value.args ? value.of : undefined;
  if (
    !factory ||
    !/(?:^|\.)(?:sqlite|pg|mysql|singlestore)?table$/i.test(factory.path) ||
    !/drizzle/.test(factory.path)
  ) {
    const create =
      factory &&
      /drizzle-(?:zod|valibot|typebox|orm)/.test(factory.path) &&
      /^create(?:Insert|Update|Select)Schema$/.test(factory.name);
    const [table] = value.args?.list ?? [];
    const inner = create && table?.kind === "external" ? drizzleTable(table) : undefined;
    if (!inner || !factory) return undefined;
    return factory.name === "createUpdateSchema"
      ? shape(
          objectOf(
            Object.entries(inner.schema.properties ?? {}).map(([name, property]) => [
              name,
              shape(property, true),
            ]),
          ),
        )
      : inner;
  }
  const columns = value.args?.list[1];
  if (columns?.kind !== "object") return undefined;
  return shape(
    objectOf(
      [...columns.props].flatMap(([name, prop]) => {
        const found = column(prop);
        return found ? [[name, found] as const] : [];
      }),
    ),
  );
}
