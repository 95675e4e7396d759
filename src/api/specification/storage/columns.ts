import type { Json } from "../../../lib/index.ts";
import { resolve } from "../shape.ts";
import { sampleOf } from "../sample.ts";
import type { Spec, SpecParameter, SpecSchema } from "../../spec.ts";
import type { Place } from "./facts.ts";
import { isNullable, membersOf, spelledIn, typesOf } from "./schema-members.ts";
import { textsOf } from "./made-texts.ts";
import type { ColumnSource, ColumnType } from "./types.ts";
import { plainly } from "./path-words.ts";

const createdName =
  /^(created|create|creation|inserted|added|joined|registered|registration|signup)(at|on|date|time|timestamp|datetime)?$|^(date|time)(created|added)$/;
const changedName =
  /^(last)?(updated|update|modified|changed|modification)(at|on|date|time|timestamp|datetime)?$|^(date|time|last)(updated|modified)$/;
const countName =
  /(count|total|likes|views|num|number|votes|score|followers|following|quantity|size|version|index|position|order|balance|amount|used|points)/;
const callerName = /^(owner|author|creator|user|account|createdby|customer|member|sender)(id|uuid)?$/;

/** Returns how a column with these schemas is stored. */
export function columnType(spec: Spec, schemas: readonly SpecSchema[]): ColumnType {
  const types = new Set(schemas.flatMap((schema) => typesOf(resolve(spec, schema))));
  const untyped = schemas.some((schema) => typesOf(resolve(spec, schema)).length === 0);
  if (untyped || types.size === 0) return "json";
  if (types.size === 1) {
    const [type = ""] = types;
    return type === "string" || type === "integer" || type === "number" || type === "boolean" ? type : "json";
  }
  return types.size === 2 && types.has("integer") && types.has("number") ? "number" : "json";
}

/** Whether a schema is of a time in responses, as far as its format tells. */
const isTime = (spec: Spec, schema: SpecSchema): boolean => {
  const found = resolve(spec, schema);
  return (
    typesOf(found).includes("string") &&
    (found.format === "date-time" ||
      (found.format === undefined && found.pattern === undefined && found.enum === undefined))
  );
};

/** Returns the most neutral value that a schema allows: an enumeration's first, zero, false, null or empty. */
function leastOf(spec: Spec, name: string, schema: SpecSchema): Json | undefined {
  const found = resolve(spec, schema);
  if (found.default !== undefined) return found.default;
  if (found.const !== undefined) return found.const;
  if (isNullable(spec, schema)) return null;
  if (found.enum) return found.enum.find((value) => value !== null);
  const types = typesOf(found);
  if (types.includes("boolean")) return false;
  if (types.includes("array")) return found.minItems ? undefined : [];
  if ((types.includes("integer") || types.includes("number")) && countName.test(plainly(name)))
    return (found.minimum ?? 0) <= 0 && (found.exclusiveMinimum ?? -1) < 0 ? 0 : undefined;
  const members = membersOf(spec, schema);
  return members && members.required.size === 0 && types.includes("object") ? {} : undefined;
}

interface Setting {
  readonly name: string;
  readonly schema: SpecSchema;
  /** Some response requires it, and a request that creates a record may omit it. */
  readonly needed: boolean;
  readonly hasCaller: boolean;
  /** Some request sends it. */
  readonly isSent: boolean;
}

const isFreeText = ({ format, pattern, minLength = 0, enum: values }: SpecSchema): boolean =>
  format === undefined && pattern === undefined && minLength === 0 && values === undefined;

/** Returns what gives a member its value if the request doesn't. */
export function sourceOf(
  spec: Spec,
  { name, schema, needed, hasCaller, isSent }: Setting,
): ColumnSource | undefined {
  const plain = plainly(name);
  const found = resolve(spec, schema);
  if (createdName.test(plain) && isTime(spec, schema)) return { by: "now" };
  if (changedName.test(plain) && isTime(spec, schema)) return { by: "change" };
  if (
    hasCaller &&
    callerName.test(plain) &&
    typesOf(found).some((type) => type === "string" || type === "integer")
  )
    return { by: "caller" };
  if (found.default !== undefined) return { by: "value", value: found.default };
  if (!needed) return undefined;
  const least = leastOf(spec, name, schema);
  if (least !== undefined) return { by: "value", value: least };
  if (found.format === "date-time") return { by: "now" };
  if (isSent && typesOf(found).join() === "string" && isFreeText(found)) return { by: "value", value: "" };
  return { by: "hook" };
}

/** Returns how a record's key is generated; undefined if no generator meets its rules. */
export function keySource(
  spec: Spec,
  {
    name,
    schema,
    parameter,
    others,
  }: {
    readonly name: string;
    readonly schema: SpecSchema;
    readonly parameter: SpecParameter | undefined;
    readonly others: readonly string[];
  },
): ColumnSource | undefined {
  const found = resolve(spec, schema);
  const types = typesOf(found);
  const inPath = parameter ? resolve(spec, parameter.schema) : {};
  if (types.includes("integer") || types.includes("number")) return { by: "integer" };
  if (types.length > 0 && !types.includes("string")) return undefined;
  if (found.format === "uuid" || inPath.format === "uuid") return { by: "uuid" };
  const title = ["title", "name", "displayName", "label"].find((item) => others.includes(item));
  if (plainly(name) === "slug" && title !== undefined) return { by: "slug", of: title };
  if (typesOf(inPath).includes("integer")) return { by: "integer" };
  if (found.format !== undefined || found.enum) return undefined;
  const texts = textsOf({ ...found, type: "string" });
  if (!texts) return undefined;
  return texts.hyphens ? { by: "uuid" } : { by: "prefix", prefix: texts.prefix, digits: texts.digits };
}

/** Returns the schemas of a member in several places. */
export const schemasOf = (places: readonly Place[], name: string): readonly SpecSchema[] =>
  places.flatMap(({ members }) => {
    const memberName = spelledIn(members, name);
    return memberName === undefined ? [] : [members.properties[memberName] ?? {}];
  });

/** Returns a value that a schema allows, from the document's examples if possible. */
export const exampleOf = (spec: Spec, schema: SpecSchema, name: string): Json | undefined =>
  sampleOf(spec, schema, name, { direction: "output" });
