import { inTable } from "../../lib/index.ts";
import { fieldType, problemMessages, type Field } from "../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../code/index.ts";
import { patternOf } from "./pattern.ts";

type JsonSchema = Field["schema"];

export const validation = (name: string): Code => imported("/src/validation.py", name);
const pydantic = (name: string): Code => imported("pydantic", name);
const annotated = (type: Code, ...notes: readonly Code[]): Code =>
  notes.length ? py`${imported("typing", "Annotated")}[${joined([type, ...notes], ", ")}]` : type;

const saying = (keyword: string, schema: JsonSchema): string => problemMessages[keyword]?.(schema) ?? keyword;

/** Returns `Field(ge=1, le=5)`, with the given bounds. */
function bounds(schema: JsonSchema, names: Readonly<Record<string, string>>): readonly Code[] {
  const constraints = Object.entries(names).flatMap(([keyword, name]) =>
    schema[keyword] === undefined ? [] : py`${code(name)}=${schema[keyword]}`,
  );
  return constraints.length ? [py`${pydantic("Field")}(${joined(constraints, ", ")})`] : [];
}

/** The largest integer that JSON numbers represent exactly. */
const safe = Number.MAX_SAFE_INTEGER;

const numeric = (schema: JsonSchema): Readonly<Record<string, string>> => ({
  minimum: schema["exclusiveMinimum"] === true ? "gt" : "ge",
  maximum: schema["exclusiveMaximum"] === true ? "lt" : "le",
});

const multiples = (schema: JsonSchema): readonly Code[] =>
  schema["multipleOf"] === undefined
    ? []
    : [py`${validation("MultipleOf")}(${schema["multipleOf"]}, ${saying("multipleOf", schema)})`];

function matching(schema: JsonSchema): readonly Code[] {
  if (typeof schema["pattern"] !== "string") return [];
  const { text, looksAround } = patternOf(schema["pattern"]);
  return [
    py`${validation(looksAround ? "LookingAround" : "Matching")}(${text}, ${saying("pattern", schema)})`,
  ];
}

const checks: Readonly<Record<string, string>> = { email: "EmailText", uri: "UrlText", url: "UrlText" };

function textOf(schema: JsonSchema): Code {
  const check = inTable(checks, String(schema["format"]));
  return annotated(
    pydantic("StrictStr"),
    ...bounds(schema, { minLength: "min_length", maxLength: "max_length" }),
    ...(check ? [validation(check)] : [...matching(schema), validation("Storable")]),
  );
}

const named: Readonly<Record<string, string>> = { date: "Day", datetime: "Instant", uuid: "Id" };

/**
 * Returns the type of a value in a body, ignoring null and absence. `objects` collects dictionaries that need a name.
 */
export function inputType(schema: JsonSchema, name: string, objects: Code[]): Code {
  const type = fieldType(schema);
  switch (type) {
    case "enum":
      return py`${imported("typing", "Annotated")}[${imported("typing", "Literal")}[${literals(schema)}], ${validation("Listed")}()]`;
    case "integer":
      return annotated(
        code("int"),
        ...bounds({ minimum: -safe, maximum: safe, ...schema }, numeric(schema)),
        validation("Whole"),
        ...multiples(schema),
      );
    case "number":
      return annotated(validation("Number"), ...bounds(schema, numeric(schema)), ...multiples(schema));
    case "boolean":
      return pydantic("StrictBool");
    case "decimal":
      return decimalType(schema);
    case "array":
      return annotated(
        py`list[${schema.items ? inputType(schema.items, `${name}Item`, objects) : validation("JsonItem")}]`,
        ...bounds(schema, { minItems: "min_length", maxItems: "max_length" }),
        ...(schema["uniqueItems"] === true ? [validation("UniqueItems")] : []),
      );
    case "json":
      return schema.properties ? objectType(schema, name, objects) : validation("JsonObject");
    case "string":
      return textOf(schema);
    default:
      return validation(named[type] ?? "Id");
  }
}

function decimalType(schema: JsonSchema): Code {
  const { text } = patternOf(String(schema["pattern"]));
  return py`${imported("typing", "Annotated")}[${validation("Decimals")}, ${validation("DecimalText")}(${text}, ${saying("pattern", schema)}, ${schema["maxLength"] ?? 1000})]`;
}

function objectType(schema: JsonSchema, name: string, objects: Code[]): Code {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).map(([key, inner], index) => {
    const type = inputType(inner, `${name}${index + 1}`, objects);
    return py`${key}: ${required.includes(key) ? type : py`${imported("typing", "NotRequired")}[${type}]`},`;
  });
  const typed = imported("typing_extensions", "TypedDict");
  objects.push(py`${code(name)} = ${typed}(${name}, {${joined(members, " ")}})`);
  if (schema["additionalProperties"] === false)
    objects.push(
      py`${code(name)}.__pydantic_config__ = ${pydantic("ConfigDict")}(extra="forbid")  # type: ignore[attr-defined]`,
    );
  return code(name);
}

/** `"draft", "sent"` */
export const literals = (schema: JsonSchema): Code =>
  joined(
    (schema.enum ?? []).map((value) => py`${value}`),
    ", ",
  );

const plain: Readonly<Record<string, string>> = {
  integer: "int",
  number: "float",
  boolean: "bool",
  string: "str",
  uuid: "str",
  enum: "str",
};

/** Returns the type of a stored value, which is not validated again. */
export function storedType(schema: JsonSchema): Code {
  const type = fieldType(schema);
  if (plain[type]) return code(plain[type]);
  switch (type) {
    case "array":
      return py`list[${schema.items ? storedType(schema.items) : pydantic("JsonValue")}]`;
    case "json":
      return py`dict[str, ${pydantic("JsonValue")}]`;
    case "decimal":
      return validation("Decimals");
    case "date":
      return validation("Day");
    default:
      return validation("Moment");
  }
}

/** Returns the type of the same value in a query, where everything is text. */
export function queryType(schema: JsonSchema, name: string): Code {
  switch (fieldType(schema)) {
    case "integer":
      return annotated(code("int"), ...bounds(schema, numeric(schema)), validation("WholeInQuery"));
    case "number":
      return validation("QueryNumber");
    case "boolean":
      return validation("QueryBoolean");
    case "string":
      return annotated(
        pydantic("StrictStr"),
        ...bounds(schema, { maxLength: "max_length" }),
        validation("Storable"),
      );
    default:
      return inputType(schema, name, []);
  }
}
