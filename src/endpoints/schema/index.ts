import type { Json } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { ClassValue, Machine, Value } from "../evaluate/types.ts";
import { apply, built, type Reader } from "./builders.ts";
import { classSchema } from "./classes.ts";
import { anything, objectOf, shape, type Shape, chain } from "./kinds.ts";
import { mongooseSchema, drizzleTable } from "./mongoose.ts";
import { typeShape, type TypeReader } from "./typed.ts";

const deepest = 12;

const isSchemaObject = (value: Value & { kind: "object" }): boolean =>
  ["type", "properties", "$ref", "allOf", "anyOf", "oneOf", "enum"].some((name) => value.props.has(name));

/** The JSON value of a literal, as far as it is known. */
function jsonOf(value: Value | undefined, level = 0): Json | undefined {
  if (!value || level > deepest) return undefined;
  if (value.kind === "const") return value.value ?? null;
  if (value.kind === "list") return value.items.flatMap((item) => jsonOf(item, level + 1) ?? []);
  if (value.kind !== "object") return undefined;
  return Object.fromEntries(
    [...value.props].flatMap(([name, prop]) => {
      const found = jsonOf(prop, level + 1);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}

const words = ["type", "format", "minLength", "maxLength", "minimum", "maximum", "enum", "pattern"] as const;

/** Reads a JSON Schema written as an object, whose members may come from builders. */
function literalSchema(value: Value & { kind: "object" }, reader: Reader): JsonSchema {
  const properties = value.props.get("properties");
  const items = value.props.get("items");
  const required = jsonOf(value.props.get("required"));
  const plain = Object.fromEntries(
    words.flatMap((word) => {
      const found = jsonOf(value.props.get(word));
      if (found === undefined) return [];
      return [
        [
          word,
          word === "type" && Array.isArray(found)
            ? (found.find((item) => item !== "null") ?? "string")
            : found,
        ] as const,
      ];
    }),
  );
  const members =
    properties?.kind === "object"
      ? Object.fromEntries([...properties.props].map(([name, prop]) => [name, reader.read(prop).schema]))
      : undefined;
  return {
    ...plain,
    ...(members ? { type: "object", properties: members } : {}),
    ...(items ? { items: reader.read(items).schema } : {}),
    ...(Array.isArray(required) && members
      ? { required: required.filter((item): item is string => typeof item === "string") }
      : {}),
  };
}

const modelled = (value: Value): Shape | undefined => {
  const found = mongooseSchema(value);
  return found && shape(found);
};

/** Whether the schema describes an answer rather than input. */
export interface Side {
  readonly isAnswer?: boolean;
}

/** The schema of a validation library, a class or a type of the program, for input or answers. */
export function schemaOf(value: Value | undefined, m: Machine, side: Side = {}): Shape {
  let level = 0;
  const types: TypeReader = { m, cls: (cls) => classOf(cls), value: (value) => read(value) };
  const classOf = (cls: ClassValue): JsonSchema | undefined => {
    if (level > deepest) return undefined;
    level += 1;
    try {
      return classSchema(cls, { ...side, m, type: (of, scope) => typeShape(of, scope, types), value: read });
    } finally {
      level -= 1;
    }
  };
  const read = (value: Value | undefined): Shape => {
    if (!value || level > deepest) return anything;
    if ("schema" in value) return shape(value.schema as JsonSchema); // the schema that marshmallow's fields produced
    level += 1;
    try {
      return value.kind === "external"
        ? (modelled(value) ??
            drizzleTable(value) ??
            (value.args ? drizzled(value) : undefined) ??
            built(value, reader) ??
            anything)
        : value.kind === "shape"
          ? typeShape(value.of, value.scope, types)
          : value.kind === "class"
            ? shape(classOf(value) ?? {})
            : value.kind === "object" && !value.host && isSchemaObject(value)
              ? shape(literalSchema(value, reader))
              : value.kind === "object" && value.cls
                ? shape(classOf(value.cls) ?? {})
                : value.kind === "object" && !value.host && value.props.size
                  ? shape(objectOf([...value.props].map(([name, inner]) => [name, read(inner)])))
                  : value.kind === "either"
                    ? read(value.of.find(({ kind }) => kind !== "const"))
                    : anything;
    } finally {
      level -= 1;
    }
  };
  /** Applies a builder's steps to a schema that was created from a table. */
  const drizzled = (one: Value & { kind: "external" }): Shape | undefined => {
    const { root } = chain(one);
    if (!root.startsWith("drizzle-")) return undefined;
    let start: Value & { kind: "external" } = one;
    const steps: { name: string; args: typeof one.args }[] = [];
    for (let inner = drizzleTable(start); !inner && start.of?.of; inner = drizzleTable(start)) {
      steps.unshift({ name: start.of.name, args: start.args });
      start = start.of.of;
    }
    const first = drizzleTable(start);
    if (!first) return undefined;
    return apply(first, steps, reader);
  };
  const reader: Reader = { m, read };
  return read(value);
}
