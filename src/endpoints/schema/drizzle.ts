import type { ExternalValue, Value } from "../evaluate/types.ts";
import { propOf, texts } from "../evaluate/value.ts";
import { chain } from "./chain.ts";
import { fieldType, objectOf, shape, type Shape } from "./kinds.ts";

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
