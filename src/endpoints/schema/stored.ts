import { inTable } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { ExternalValue, Library, Machine, Value } from "../evaluate/types.ts";
import { each, items } from "../evaluate/value.ts";
import { chosen, schemaValue } from "./kinds.ts";
import { modelSchema, drizzleTable } from "./mongoose.ts";

/** The index of the stored value among a model method's arguments. */
const places: Readonly<Record<string, number>> = {
  create: 0,
  insertMany: 0,
  bulkCreate: 0,
  build: 0,
  update: 0,
  findByIdAndUpdate: 1,
  findOneAndUpdate: 1,
  findOneAndReplace: 1,
  replaceOne: 1,
  updateOne: 1,
  updateMany: 1,
};

/** The model of a call: `Model.create()`, `new Model()`. */
function modelOf(callee: ExternalValue): JsonSchema | undefined {
  return modelSchema(callee) ?? (callee.of && !callee.args ? modelSchema(callee.of) : undefined);
}

/** Notes that parts of the request are stored unchanged, except for what the program sets itself. */
function note(value: Value, schema: JsonSchema, m: Machine): void {
  for (const item of each(value)) {
    const properties = item.kind === "object" ? item.props : new Map<string, Value>();
    const from = item.kind === "object" ? item.rest : item;
    if (from?.kind !== "input") continue;
    const left = chosen(schema, (name) => {
      const set = properties.get(name);
      return !set || set.kind === "input";
    });
    m.run?.stored.push({ part: from.part, path: from.path, schema: schemaValue(left) });
  }
}

/** The Drizzle table that `db.insert(table).values()` and `db.update(table).set()` write to. */
function tableOf({ name, of }: ExternalValue): JsonSchema | undefined {
  const values = (name === "values" || name === "set") && of?.args ? of : undefined;
  const [table] =
    values && /^(?:insert|update)$/.test(values.of?.name ?? "") ? (values.args?.list ?? []) : [];
  return table?.kind === "external" ? drizzleTable(table)?.schema : undefined;
}

/** Input that is stored in a database: the models show its fields. */
export const stored: Library = {
  call(callee, { list }, m) {
    if (!m.run) return undefined;
    const table = tableOf(callee);
    for (const row of table ? items(list[0]) : []) if (table) note(row, table, m);
    const schema = modelOf(callee);
    const place = callee.args ? 0 : inTable(places, callee.name);
    const value = place === undefined ? undefined : list[place];
    if (schema && value) note(value, schema, m);
    return undefined;
  },
};
