import { anyOf, named, inTable } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { Expression } from "../program/ir.ts";
import type { ClassValue, Machine, Scope, Value } from "../evaluate/types.ts";
import {
  any,
  anything,
  both,
  choices,
  chosen,
  objectOf,
  partial,
  requiring,
  shape,
  type Shape,
} from "./kinds.ts";

const simple: Readonly<Record<string, JsonSchema>> = {
  ...named<JsonSchema>("string str String", { type: "string" }),
  ...named<JsonSchema>("number Number float Decimal", { type: "number" }),
  ...named<JsonSchema>("int bigint", { type: "integer" }),
  ...named<JsonSchema>("boolean Boolean bool", { type: "boolean" }),
  ...named<JsonSchema>("Date datetime", { type: "string", format: "date-time" }),
  ...named<JsonSchema>("UUID UUID4", { type: "string", format: "uuid" }),
  ...named<JsonSchema>("HttpUrl AnyUrl", { type: "string", format: "uri" }),
  ...named<JsonSchema>("Buffer UploadFile bytes", { type: "string", format: "binary" }),
  ...named<JsonSchema>("object dict Dict", { type: "object" }),
  EmailStr: { type: "string", format: "email" },
  date: { type: "string", format: "date" },
};

export interface TypeReader {
  readonly m: Machine;
  /** Reads the members of a class of the program. */
  cls(cls: ClassValue): JsonSchema | undefined;
  value(value: Value): Shape;
}

const lists = /^(?:(?:Readonly)?Array|list|List|set|Set|Sequence|tuple|Tuple|Iterable)$/;
/** Types that leave their argument as it is, and those that are derived from a schema or a table. */
const same = new RegExp(
  `^${anyOf(
    "Promise|Readonly|Annotated|NonNullable|Awaited|Final|ClassVar|Mapped",
    "infer|Static|input|output|Infer(?:Output|Input|Type|SelectModel|InsertModel)|TypeOf",
  )}$`,
);

const nameOf = (of: Expression): string => (of.kind === "name" ? of.name : of.kind === "get" ? of.name : "");
const partsOf = (expression: Expression): readonly Expression[] =>
  expression.kind === "list" ? expression.items.map(({ value }) => value) : [expression];

const literals = (of: Expression): readonly string[] =>
  of.kind === "literal" && typeof of.value === "string"
    ? [of.value]
    : of.kind === "binary"
      ? [...literals(of.left), ...literals(of.right)]
      : [];

function generic(of: Expression & { kind: "index" }, scope: Scope, reader: TypeReader): Shape {
  const name = nameOf(of.of);
  const parts = partsOf(of.at);
  const [first, second] = parts;
  const read = (part: Expression | undefined): Shape => (part ? typeShape(part, scope, reader) : anything);
  if (lists.test(name)) return shape({ type: "array", items: read(first).schema });
  if (name === "Optional") return shape(read(first).schema, true);
  if (name === "Union")
    return shape(
      any(parts.map((part) => read(part).schema)),
      parts.some((part) => nameOf(part) === "None"),
    );
  if (name === "Literal")
    return shape(
      choices(
        parts.flatMap((part) => (part.kind === "literal" && part.value !== undefined ? [part.value] : [])),
      ),
    );
  if (name === "Partial") return shape(partial(read(first).schema));
  if (name === "Required") return shape(requiring(read(first).schema));
  if (same.test(name)) return read(first);
  if ((name === "Pick" || name === "Omit") && second) {
    const named = new Set(literals(second));
    return shape(chosen(read(first).schema, (key) => named.has(key) === (name === "Pick")));
  }
  if (name === "Record" || name === "Dict" || name === "dict" || name === "Mapping")
    return shape({ type: "object" });
  if (first?.kind === "literal" && typeof first.value === "string") {
    const member = inTable(typeShape(of.of, scope, reader).schema.properties ?? {}, first.value);
    return member ? shape(member) : anything;
  }
  return typeShape(of.of, scope, reader);
}

const isNothing = (of: Expression): boolean =>
  (of.kind === "literal" && (of.value === null || of.value === undefined)) ||
  (of.kind === "name" && (of.name === "None" || of.name === "undefined"));

function unionOf(of: Expression & { kind: "binary" }, scope: Scope, reader: TypeReader): Shape {
  const all = [of.left, of.right];
  const there = all.filter((expression) => !isNothing(expression));
  const optional = there.length < all.length || undefined;
  const shapes = there.map((expression) => typeShape(expression, scope, reader));
  return shape(any(shapes.map(({ schema }) => schema)), optional ?? shapes.some((shape) => shape.optional));
}

let depth = 0;

/** The schema of a TypeScript or Python type, with names resolved in its scope. */
export function typeShape(of: Expression, scope: Scope, reader: TypeReader): Shape {
  if (depth > 8) return anything;
  depth += 1;
  try {
    return shapeOf(of, scope, reader);
  } finally {
    depth -= 1;
  }
}

function shapeOf(of: Expression, scope: Scope, reader: TypeReader): Shape {
  switch (of.kind) {
    case "shape": {
      const schema = objectOf(
        of.members.map(({ name, type, optional }) => {
          const found = type ? typeShape(type, scope, reader) : anything;
          return [name, shape(found.schema, optional || found.optional)] as const;
        }),
      );
      return shape(
        of.bases
          .map((base) => typeShape(base, scope, reader).schema)
          .reduceRight((sum, base) => both(base, sum), schema),
      );
    }
    case "index":
      return generic(of, scope, reader);
    case "binary":
      if (of.op === "&")
        return shape(
          both(typeShape(of.left, scope, reader).schema, typeShape(of.right, scope, reader).schema),
        );
      return of.op === "|" ? unionOf(of, scope, reader) : anything;
    case "literal":
      return of.value === null || of.value === undefined
        ? shape({}, true)
        : typeof of.value === "string"
          ? shape({ type: "string", enum: [of.value] })
          : shape({ type: typeof of.value === "number" ? "number" : "boolean" });
    case "name":
    case "get":
      return byName(of, scope, reader);
    default:
      return anything;
  }
}

function byName(of: Expression & { kind: "name" | "get" }, scope: Scope, reader: TypeReader): Shape {
  const { m } = reader;
  const type = of.kind === "name" ? m.lookup(`type ${of.name}`, scope) : undefined;
  const found = type ?? (of.kind === "name" ? m.lookup(of.name, scope) : m.evaluate(of, scope));
  const known = inTable(simple, of.name);
  if (!found || found.kind === "external")
    return known ? shape(known) : found ? reader.value(found) : anything;
  if (found.kind === "shape") return typeShape(found.of, found.scope, reader);
  if (found.kind === "class") return shape(reader.cls(found) ?? known ?? {});
  const values = found.kind === "object" && !found.host && !found.cls ? [...found.props.values()] : [];
  const constants = values.flatMap((value) =>
    value.kind === "const" && value.value !== undefined ? [value.value] : [],
  );
  if (constants.length && constants.length === values.length) return shape(choices(constants));
  return reader.value(found);
}
