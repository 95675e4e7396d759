import type { JsonSchema } from "../../schema/index.ts";
import type { ExternalValue, Machine, ShapeValue, Value } from "../evaluate/types.ts";
import { drizzleTable } from "./drizzle.ts";
import { schemaOf } from "./index.ts";
import { both, chosen, objectOf, shape } from "./kinds.ts";
import { modelSchema } from "./mongoose.ts";

/** Queries that return one record, those that return a list, and steps that change neither. */
const pattern =
  /^(?:findOne\w*|findById\w*|findFirst\w*|findUnique\w*|findByPk|getOne\w*|first\w*|create|save|insert|merge|preload|build|get|upsert)$/;
const many = /^(?:find|findAll|findMany|findBy|getMany|all|bulkCreate|insertMany|from|returning)$/;
const steps =
  /^(?:exec|lean|populate|sort|limit|skip|offset|select|where|and|or|order|orderBy|groupBy|having|andWhere|orWhere|\w+Join(?:AndSelect)?|addSelect|take|values|set|createQueryBuilder|query|withDeleted|returning|from|insert|update|delete|toJSON|toObject|then|catch|collation|hint)$/;
/** Maximum number of a query's steps that are read. */
const farthest = 14;

/** Types of libraries that represent the records of their type argument. */
const stores = /(?:Repository|^Model|ModelType)$/;

const nameOf = ({ of }: ShapeValue): string =>
  of.kind === "index" ? (of.of.kind === "name" || of.of.kind === "get" ? of.of.name : "") : "";

/** The records of a declared type: `Repository<Note>`, `Model<NoteDocument>`. */
function declared(typeShape: Value | undefined, m: Machine): JsonSchema | undefined {
  if (typeShape?.kind !== "shape" || !stores.test(nameOf(typeShape)) || typeShape.of.kind !== "index")
    return undefined;
  const { at } = typeShape.of;
  const first = at.kind === "list" ? at.items[0]?.value : at;
  if (!first) return undefined;
  const { schema } = schemaOf({ kind: "shape", of: first, scope: typeShape.scope }, m, { isAnswer: true });
  return schema.properties && Object.keys(schema.properties).length ? schema : undefined;
}

/** A record as it is read: with the key that the database creates, without excluded fields. */
const read = (schema: JsonSchema, key: string): JsonSchema =>
  both(
    objectOf([[key, shape({ type: "string" })]]),
    chosen(schema, (name) => schema.properties?.[name]?.["writeOnly"] !== true),
  );

function modelAt(value: ExternalValue, m: Machine): JsonSchema | undefined {
  const schema = declared(value.says, m);
  if (schema) return schema;
  const model = modelSchema(value);
  if (model) return read(model, value.path.includes("mongoose") ? "_id" : "id");
  const [table] = value.args?.list ?? [];
  return /^(?:from|insert|update|delete)$/.test(value.of?.name ?? "") && table?.kind === "external"
    ? drizzleTable(table)?.schema
    : undefined;
}

/** The result of a database query, from its model and its last method; `undefined` if either is unknown. */
export function queriedSchema(value: ExternalValue, m: Machine): JsonSchema | undefined {
  let isMany: boolean | undefined;
  let externalValue: ExternalValue | undefined = value.args ? value : undefined;
  for (let far = 0; externalValue && far < farthest; far++, externalValue = externalValue.of) {
    const found = modelAt(externalValue, m);
    const called = externalValue.args ? (externalValue.of?.name ?? "") : "";
    if (called && !found?.properties && !pattern.test(called) && !many.test(called) && !steps.test(called))
      return undefined;
    if (isMany === undefined && called)
      isMany = many.test(called) ? true : pattern.test(called) ? false : undefined;
    if (found) return isMany === undefined ? undefined : isMany ? { type: "array", items: found } : found;
  }
  return undefined;
}
