import {
  answeredFields,
  fieldType,
  isNullable,
  preservedNames,
  namesFrom,
  problemMessages,
  sortFields,
  filterFields,
  storedFields,
  writableFields,
  type Field,
  type Resource,
} from "../../api/index.ts";
import { code, doc, imported, joined, member, pattern, ts, type Code } from "../../code/index.ts";
import { modelNames } from "./typescript-names.ts";
import { capital, inTable } from "../../lib/index.ts";

type JsonSchema = Field["schema"];

const z = imported("zod", "z");
const fromValidation = (name: string): Code => imported("/src/validation.ts", name);

const saying = (keyword: string, schema: JsonSchema): string => problemMessages[keyword]?.(schema) ?? keyword;

/** Returns the name for the values of an enumerated field, which are declared once: `taskStatuses`. */
const enumName = (resource: Resource, field: Field): string =>
  `${modelNames(resource).names.camel}${namesFrom(field.name).plural.pascal}`;

const enumFields = (resource: Resource): readonly Field[] =>
  storedFields(resource).filter((field) => fieldType(field.schema) === "enum");

/** Returns the TypeScript type of a stored value with this schema. */
function typeOf(schema: JsonSchema): Code {
  switch (fieldType(schema)) {
    case "enum":
      return joined(
        (schema.enum ?? []).map((value) => ts`${value}`),
        " | ",
      );
    case "integer":
    case "number":
      return code("number");
    case "boolean":
      return code("boolean");
    case "datetime":
      return code("Date");
    case "array":
      return schema.items ? ts`readonly (${typeOf(schema.items)})[]` : code("readonly unknown[]");
    case "json":
      return schema.properties ? objectType(schema) : code("Readonly<Record<string, unknown>>");
    default:
      return code("string");
  }
}

function objectType({ properties = {}, required = [] }: JsonSchema): Code {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      ts`readonly ${member(name)}${code(required.includes(name) ? "" : "?")}: ${typeOf(schema)}${code(required.includes(name) ? "" : " | undefined")};`,
  );
  return ts`{ ${joined(members, " ")} }`;
}

const formats: Readonly<Record<string, Code>> = {
  email: ts`${z}.email()`,
  uri: ts`${z}.url()`,
  url: ts`${z}.url()`,
  uuid: fromValidation("uuid"),
  date: fromValidation("date"),
  "date-time": fromValidation("instant"),
};

const check = (method: string, value: unknown): Code =>
  value === undefined ? code("") : ts`.${code(method)}(${value})`;

function numberOf(schema: JsonSchema, kind: Code): Code {
  const least = schema["exclusiveMinimum"] === true ? "gt" : "min";
  const most = schema["exclusiveMaximum"] === true ? "lt" : "max";
  return ts`${kind}${check(least, schema["minimum"])}${check(most, schema["maximum"])}${check("multipleOf", schema["multipleOf"])}`;
}

function stringOf(schema: JsonSchema): Code {
  const bounds = ts`${check("min", schema["minLength"])}${check("max", schema["maxLength"])}`;
  const format = inTable(formats, String(schema["format"]));
  if (format) return schema["format"] === "date-time" ? format : ts`${format}${bounds}`;
  if (typeof schema["pattern"] !== "string") return ts`${fromValidation("text")}${bounds}`;
  return ts`${fromValidation("text")}${bounds}.regex(${pattern(schema["pattern"])}, ${saying("pattern", schema)})`;
}

function arrayOf(schema: JsonSchema): Code {
  const items = ts`${z}.array(${schema.items ? schemaOf(schema.items) : ts`${z}.unknown().refine((value) => ${fromValidation("isStorable")}(value), ${fromValidation("storable")})`})${check("min", schema["minItems"])}${check("max", schema["maxItems"])}`;
  if (schema["uniqueItems"] !== true) return items;
  return ts`${items}.refine((items) => new Set(items).size === items.length, ${saying("uniqueItems", schema)})`;
}

/** Returns the zod schema that accepts what the definition's schema accepts, ignoring null and absence. */
function schemaOf(schema: JsonSchema): Code {
  switch (fieldType(schema)) {
    case "enum":
      return ts`${z}.enum(${schema.enum})`;
    case "integer":
      return numberOf(schema, fromValidation("integer"));
    case "number":
      return numberOf(schema, ts`${z}.number()`);
    case "boolean":
      return ts`${z}.boolean()`;
    case "array":
      return arrayOf(schema);
    case "json":
      return schema.properties
        ? objectOf(schema)
        : ts`${z}.record(${z}.string(), ${z}.unknown()).refine((value) => ${fromValidation("isStorable")}(value), ${fromValidation("storable")})`;
    default:
      return stringOf(schema);
  }
}

function objectOf({ properties = {}, required = [], ...schema }: JsonSchema): Code {
  const members = Object.entries(properties).map(
    ([name, inner]) =>
      ts`${member(name)}: ${schemaOf(inner)}${code(required.includes(name) ? "" : ".optional()")},`,
  );
  return ts`${z}.${code(schema["additionalProperties"] === false ? "strictObject" : "object")}({ ${joined(members, " ")} })`;
}

const schemaOfField = (resource: Resource, field: Field): Code =>
  fieldType(field.schema) === "enum"
    ? ts`${z}.enum(${code(enumName(resource, field))})`
    : schemaOf(field.schema);

function writable(resource: Resource, field: Field): Code {
  const schema = schemaOfField(resource, field);
  if (field.default !== undefined) return ts`${schema}.default(${field.default})`;
  return isNullable(field) ? ts`${schema}.nullable().default(null)` : schema;
}

function entity(resource: Resource): Code {
  const { type } = modelNames(resource);
  const members = answeredFields(resource).map((field) => {
    const stored =
      fieldType(field.schema) === "enum"
        ? ts`(typeof ${code(enumName(resource, field))})[number]`
        : typeOf(field.schema);
    return ts`${doc(field.description)}readonly ${code(field.name)}: ${stored}${code(isNullable(field) ? " | null" : "")};`;
  });
  return ts`${doc(resource.description)}export interface ${code(type)} {
  readonly id: string;
  ${joined(members)}
  readonly createdAt: Date;
  readonly updatedAt: Date;
}`;
}

const constants = (resource: Resource): readonly Code[] =>
  enumFields(resource).map(
    (field) => ts`export const ${code(enumName(resource, field))} = ${field.schema.enum} as const;`,
  );

/** Removes defaults from a schema, so that omitted fields keep their values. */
const undefaulted = (input: string, names: readonly string[]): Code =>
  names.length
    ? ts`${code(input)}.extend({ ${joined(
        names.map((name) => ts`${code(name)}: ${code(`${input}.shape.${name}`)}.unwrap(),`),
        " ",
      )} })`
    : code(input);

function inputs(resource: Resource): Code {
  const names = modelNames(resource);
  const fields = writableFields(resource);
  const members = fields.map((field) => ts`${code(field.name)}: ${writable(resource, field)},`);
  const preservedFields = [...preservedNames(resource)];
  const defaulted = fields
    .filter((field) => field.default !== undefined || isNullable(field))
    .map(({ name }) => name);
  const update = undefaulted(
    names.input,
    defaulted.filter((name) => preservedFields.includes(name)),
  );
  const types = [names.input, ...(preservedFields.length ? [names.updateInput] : []), names.patchInput];
  return joined(
    [
      ts`/** What a client may write; everything else is the server's. */
export const ${code(names.input)} = ${z}.strictObject({
  ${joined(members)}
});`,
      ...(preservedFields.length
        ? [
            ts`/** The same for an update, which may leave out ${code(preservedFields.join(" and "))} to keep what is stored. */
export const ${code(names.updateInput)} = ${update}.partial(${Object.fromEntries(preservedFields.map((name) => [name, true]))});`,
          ]
        : []),
      ts`/** What a client may change: what a patch leaves out stays as it is. */
export const ${code(names.patchInput)} = ${undefaulted(names.input, defaulted)}.partial();`,
      ...types.map((name) => ts`export type ${code(capital(name))} = ${z}.output<typeof ${code(name)}>;`),
      ...actionInputs(resource),
    ],
    "\n\n",
  );
}

const actionInputs = (resource: Resource): readonly Code[] =>
  Object.entries(modelNames(resource).actionInput).map(([action, name]) => {
    const { set = {} } = resource.actions.find((candidate) => candidate.name === action) ?? {};
    const members = Object.entries(set).flatMap(([fieldName, assignment]) => {
      const field = storedFields(resource).find((candidate) => candidate.name === fieldName);
      if (!field || !("input" in assignment)) return [];
      const { auto: _, default: __, ...plain } = field;
      return [ts`${code(fieldName)}: ${writable(resource, { ...plain, required: assignment.required })},`];
    });
    return ts`/** Body of the action ${code(action)}. */
export const ${code(name)} = ${z}.strictObject({
  ${joined(members)}
});
export type ${code(capital(name))} = ${z}.output<typeof ${code(name)}>;`;
  });

/** Returns the schema of an integer within bounds: the column can't be compared with larger ones. */
function bounded(schema: JsonSchema): Code {
  const number = ts`${fromValidation("fromQuery")}.integer`;
  const bounds = schema["minimum"] !== undefined || schema["maximum"] !== undefined;
  return bounds ? ts`${number}.pipe(${numberOf(schema, fromValidation("integer"))})` : number;
}

/** Converts query text to the field's type. */
function filter(resource: Resource, field: Field): Code {
  switch (fieldType(field.schema)) {
    case "integer":
      return bounded(field.schema);
    case "number":
    case "boolean":
      return ts`${fromValidation("fromQuery")}.${code(fieldType(field.schema))}`;
    case "enum":
      return schemaOfField(resource, field);
    case "string":
      return ts`${fromValidation("text")}${check("max", field.schema["maxLength"])}`;
    default:
      return schemaOf(field.schema);
  }
}

function query(resource: Resource): Code {
  const names = modelNames(resource);
  const sorts = sortFields(resource).filter((name) => !["createdAt", "updatedAt"].includes(name));
  const filters = filterFields(resource).map(
    (field) => ts`${code(field.name)}: ${filter(resource, field)}.optional(),`,
  );
  const paged = `${names.names.camel}Page`;
  return ts`/** Part and order of a list. */
export const ${code(paged)} = ${z}.strictObject({
  ...${fromValidation("page")},
  sort: ${fromValidation("order")}(${sorts}),
});
export type ${code(capital(paged))} = ${z}.output<typeof ${code(paged)}>;

/** The same with filters: only records that are equal in each field given. */
export const ${code(names.query)} = ${code(paged)}.extend({
  ${joined(filters)}
});
export type ${code(capital(names.query))} = ${z}.output<typeof ${code(names.query)}>;`;
}

/** Returns the storage-independent part of a model file: the entity and the schemas of requests. */
export const modelOf = (resource: Resource): readonly Code[] => [
  ...constants(resource),
  entity(resource),
  inputs(resource),
  query(resource),
];
