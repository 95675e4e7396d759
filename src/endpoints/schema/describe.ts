import type { JsonSchema } from "../../schema/index.ts";
import type { Machine, ObjectValue, Value, ExternalValue, ShapeValue } from "../evaluate/types.ts";
import { gone } from "../evaluate/value.ts";
import { schemaOf } from "./index.ts";
import { both, chosen, objectOf, shape } from "./kinds.ts";
import { modelSchema, drizzleTable } from "./mongoose.ts";

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
function queriedSchema(value: ExternalValue, m: Machine): JsonSchema | undefined {
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

const deepest = 5;
/** Maximum number of members shown for an object. */
const most = 60;

const hasKeywords = (schema: JsonSchema | undefined): schema is JsonSchema =>
  schema !== undefined && Object.keys(schema).length > 0;

/** The schema of a class or a type; `undefined` if it is empty. */
function nonEmptySchema(value: Value, m: Machine): JsonSchema | undefined {
  const { schema } = schemaOf(value, m, { isAnswer: true });
  const isEmpty = schema.properties && !Object.keys(schema.properties).length;
  return hasKeywords(schema) && !isEmpty ? schema : undefined;
}

function ofObject(value: ObjectValue, m: Machine, level: number): JsonSchema | undefined {
  if (value.host) return { type: "object" };
  const known = value.cls && nonEmptySchema(value.cls, m);
  if (known || value.base) return known ?? { type: "object" };
  const properties = Object.fromEntries(
    [...value.props]
      .filter(([, prop]) => prop !== gone)
      .slice(0, most)
      .map(([name, prop]) => [name, describe(prop, m, level + 1) ?? {}]),
  );
  return Object.keys(properties).length ? { type: "object", properties } : undefined;
}

/**
 * The schema of an answer, as far as the code that creates it and the types it names show; `undefined` if they show
 * nothing.
 */
export function describe(value: Value, m: Machine, level = 0): JsonSchema | undefined {
  if (level > deepest) return undefined;
  switch (value.kind) {
    case "const":
      if (typeof value.value === "string") return { type: "string", example: value.value };
      return typeof value.value === "number"
        ? { type: "number" }
        : typeof value.value === "boolean"
          ? { type: "boolean" }
          : undefined;
    case "list": {
      const [first] = value.items;
      return { type: "array", items: (first && describe(first, m, level + 1)) ?? {} };
    }
    case "object":
      return ofObject(value, m, level);
    case "class":
    case "shape":
      return nonEmptySchema(value, m);
    case "unknown":
      if (value.written !== undefined) return { type: "string" };
      if (value.media !== undefined) return { type: "string", format: "binary" };
      return value.says && nonEmptySchema(value.says, m);
    case "external":
      return queriedSchema(value, m) ?? (value.says && nonEmptySchema(value.says, m));
    case "either": {
      const schemas = value.of.map((value) => describe(value, m, level)).filter(hasKeywords);
      return schemas.find(({ properties }) => properties) ?? schemas[0];
    }
    default:
      return undefined;
  }
}
