import { inTable } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { Args, ExternalValue, Library, Machine, ObjectValue, Value } from "../evaluate/types.ts";
import { constant, each, external, items, object, texts, unknown } from "../evaluate/value.ts";
import { chosen, schemaValue } from "./kinds.ts";
import { drizzleTable } from "./drizzle.ts";
import { modelOfName } from "./mongoose-named.ts";
import { give, ownMember, takesVirtual } from "./mongoose-own.ts";
import { modelSchema } from "./mongoose.ts";
import { recordMember } from "./records.ts";
import { define, modelNamed, refused as unfit } from "./sequelize.ts";
import { keptBy, recordSchema } from "./typeorm.ts";

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

/** The model of a document from a query, such as `Model.findById()`, after any further steps. */
function documentOf(value: Value | undefined): JsonSchema | undefined {
  let externalValue = value?.kind === "external" && value.args ? value.of?.of : undefined;
  for (let steps = 0; externalValue && steps < 8; steps++, externalValue = externalValue.of) {
    const schema = modelSchema(externalValue);
    if (schema) return schema;
  }
  return undefined;
}

const merging = /^(?:Object|lodash|underscore)\.(?:assign|extend|merge)$/;

/** Assigns several fields of a document at once: `document.set(body)`, `Object.assign(document, body)`. */
function noteGiven(callee: ExternalValue, { list }: Args, m: Machine): void {
  const isMerged = merging.test(callee.path);
  const isSet = callee.name === "set" || callee.name === "update" || callee.name === "overwrite";
  if (!isMerged && !isSet) return;
  const document = isMerged ? list[0] : callee.of;
  const schema = documentOf(document) ?? recordSchema(document, m);
  if (schema) for (const value of isMerged ? list.slice(1) : list.slice(0, 1)) note(value, schema, m);
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
    m.run?.stored.push({
      part: from.part,
      path: from.path,
      schema: schemaValue(left),
    });
  }
}

const error = (name: string, more: readonly (readonly [string, Value])[]): ObjectValue => ({
  ...object([["name", constant(name)], ["message", unknown], ...more]),
  base: external(name.startsWith("Mongo") ? `mongodb.${name}` : `mongoose.Error.${name}`),
});

const refused = (): readonly Value[] => [
  error("ValidationError", [["errors", object([], { type: "errors" })]]),
  error("MongoServerError", [
    ["code", constant(11000)],
    ["keyValue", object([], { type: "errors" })],
  ]),
];

/** The errors of a mongoose model: an invalid document, a duplicate, an invalid key. */
function thrown(callee: ExternalValue, { list }: Args, m: Machine): void {
  if (!callee.path.includes("mongoose")) return;
  const name = callee.name;
  if (name === "create" || name === "insertMany") m.throws.push(...refused());
  else if (name.startsWith("findById") && list[0]?.kind === "input") m.throws.push(error("CastError", []));
}

/** The Drizzle table that `db.insert(table).values()` and `db.update(table).set()` write to. */
function tableOf({ name, of }: ExternalValue): JsonSchema | undefined {
  const values = (name === "values" || name === "set") && of?.args ? of : undefined;
  const [table] =
    values && /^(?:insert|update)$/.test(values.of?.name ?? "") ? (values.args?.list ?? []) : [];
  return table?.kind === "external" ? drizzleTable(table)?.schema : undefined;
}

const addition = ({ list: [first, second] }: Args): Value =>
  second && first ? object(texts(first).map((name) => [name, second] as const)) : (first ?? unknown);

const storing = /^(?:save|create|bulkCreate|update|upsert|findOrCreate)$/;

/** Whether a method is called on a model or on a result of one. */
const isOfModel = ({ of }: ExternalValue): boolean =>
  of !== undefined && (modelSchema(of) ?? (of.of && modelSchema(of.of)) ?? documentOf(of)) !== undefined;

/** Input that is stored in a database: the models show its fields. */
export const stored: Library = {
  assigned: (of, name) => modelNamed(of, name) ?? ownMember(of, name) ?? recordMember(of, name),
  give,
  call(callee, all, m) {
    define(callee, all);
    takesVirtual(callee);
    // `schema.method({ … })`, `schema.static("name", function)`
    const added = /^(?:method|static)$/.exec(callee.name)?.[0];
    if (added !== undefined && callee.of) give(callee.of, `${added}s`, addition(all));
    const model = modelOfName(callee, all, m);
    if (model || !m.run) return model;
    const isSave = callee.name === "save" && callee.of?.args && callee.of.of && modelSchema(callee.of.of);
    const isSequelize = /sequelize/i.test(callee.path);
    if (isSequelize && storing.test(callee.name) && isOfModel(callee)) m.throws.push(unfit());
    if (isSave) {
      if (callee.path.includes("mongoose")) m.throws.push(...refused());
      return undefined;
    }
    noteGiven(callee, all, m);
    const table = tableOf(callee);
    for (const row of table ? items(all.list[0]) : []) if (table) note(row, table, m);
    const keptValues = keptBy(callee, all, m);
    for (const value of keptValues?.values ?? []) note(value, keptValues?.schema ?? {}, m);
    const schema = modelOf(callee);
    if (!schema) return undefined;
    const place = callee.args ? 0 : inTable(places, callee.name);
    const value = place === undefined ? undefined : all.list[place];
    if (value) note(value, schema, m);
    thrown(callee, all, m);
    return undefined;
  },
};
