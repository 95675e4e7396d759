/**
 * Shapes of JSON: each checks a value in one pass and can be written as a JSON Schema, so that validation, error
 * messages and the OpenAPI document come from one table. A check returns the first fault, if any; paths are built only
 * then.
 */
import { listed } from "../lib/index.ts";
import { ApiError } from "./errors.ts";
import type { JsonSchema } from "../schema/index.ts";

export interface Fault {
  /** Dotted, as clients see it: `messages.0.content`; empty for the root value. */
  readonly path: string;
  readonly message: string;
}
export interface Shape {
  /** @param isOpen Whether unknown keys and tags are accepted, because another service may know them. */
  check(value: unknown, isOpen?: boolean): Fault | undefined;
  readonly schema: JsonSchema;
}

type Fields = Readonly<Record<string, Shape>>;
type Text = Readonly<Record<string, unknown>>;

export const fault = (path: string, message: string): Fault => ({ path, message });
export const under = (key: string | number, { path, message }: Fault): Fault => ({
  path: path === "" ? String(key) : `${key}.${path}`,
  message,
});
/** The fault as an error for clients: its path, then the message. */
export const refused = ({ path, message }: Fault): ApiError =>
  new ApiError("invalid_request_error", path === "" ? message : `${path}: ${message}`);
const here = (message: string): Fault => ({ path: "", message });

/** `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`. */
const either = (values: readonly string[]): string =>
  listed(
    values.map((value) => `'${value}'`),
    "or",
  );

const isRecord = (value: unknown): value is Text =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function string(limits: { min?: number; max?: number; pattern?: RegExp } = {}): Shape {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern } = limits;
  const wrong = here("Input should be a valid string");
  const characters = (n: number): string => `${n} character${n === 1 ? "" : "s"}`;
  return {
    schema: {
      type: "string",
      ...(min ? { minLength: min } : {}),
      ...(max < Number.POSITIVE_INFINITY ? { maxLength: max } : {}),
      ...(pattern ? { pattern: pattern.source } : {}),
    },
    check(value) {
      if (typeof value !== "string") return wrong;
      if (value.length < min) return here(`String should have at least ${characters(min)}`);
      if (value.length > max) return here(`String should have at most ${characters(max)}`);
      return pattern && !pattern.test(value)
        ? here(`String should match pattern '${pattern.source}'`)
        : undefined;
    },
  };
}

export const boolean: Shape = {
  schema: { type: "boolean" },
  check: (value) => (typeof value === "boolean" ? undefined : here("Input should be a valid boolean")),
};

/**
 * `range`: one message names both bounds, as for the sampling parameters; `least`: the beginning of the message for
 * values below `min`.
 */
export function number(
  limits: { integer?: boolean; min?: number; least?: string; range?: readonly [number, number] } = {},
): Shape {
  const { integer = false, min, range, least: below = "Input should be" } = limits;
  const least = range?.[0] ?? min;
  return {
    schema: {
      type: integer ? "integer" : "number",
      ...(least === undefined ? {} : { minimum: least }),
      ...(range ? { maximum: range[1] } : {}),
    },
    check(value) {
      if (typeof value !== "number" || (integer && !Number.isSafeInteger(value)))
        return here(`Input should be a valid ${integer ? "integer" : "number"}`);
      if (min !== undefined && value < min) return here(`${below} greater than or equal to ${min}`);
      if (range && (value < range[0] || value > range[1])) return here(`range: ${range[0]}..${range[1]}`);
      return undefined;
    },
  };
}

export function literal(...values: readonly string[]): Shape {
  const set: ReadonlySet<unknown> = new Set(values);
  const wrong = here(`Input should be ${either(values)}`);
  return {
    schema: { type: "string", enum: values },
    check: (value) => (set.has(value) ? undefined : wrong),
  };
}

export function array(item: Shape, limits: { max?: number } = {}): Shape {
  const wrong = here("Input should be a valid array");
  const { max = Number.POSITIVE_INFINITY } = limits;
  return {
    get schema(): JsonSchema {
      return { type: "array", items: item.schema };
    },
    check(value, isOpen) {
      if (!Array.isArray(value)) return wrong;
      if (value.length > max)
        return here(`List should have at most ${max} items after validation, not ${value.length}`);
      for (let i = 0; i < value.length; i++) {
        const found = item.check(value[i], isOpen);
        if (found) return under(i, found);
      }
      return undefined;
    },
  };
}

const notObject = "Input should be an object";
/** The message for fields that the service matches as a whole. */
export const mismatch = "Input does not match the expected shape.";

/** An object shape. Keys that end in `?` are optional. Fields are checked in their order, then unknown keys. */
export function object(fields: Fields, text = notObject): Shape {
  const wrong = here(text);
  const list = Object.entries(fields).map(([key, shape]) => ({
    name: key.replace(/\?$/, ""),
    optional: key.endsWith("?"),
    shape,
  }));
  const shapes = new Map(list.map(({ name, shape }) => [name, shape]));
  const needed = list.filter(({ optional }) => !optional).map(({ name }) => name);
  const isRight = (value: Text, isOpen: boolean): boolean => {
    for (const key in value) {
      const shape = shapes.get(key);
      if (shape === undefined ? !isOpen : shape.check(value[key], isOpen)) return false;
    }
    for (const name of needed) if (value[name] === undefined) return false;
    return true;
  };
  return {
    get schema(): JsonSchema {
      return {
        type: "object",
        properties: Object.fromEntries(list.map(({ name, shape }) => [name, shape.schema])),
        required: list.flatMap(({ name, optional }) => (optional ? [] : [name])),
        additionalProperties: false,
      };
    },
    check(value, isOpen = false) {
      if (!isRecord(value)) return wrong;
      if (isRight(value, isOpen)) return undefined;
      for (const { name, optional, shape } of list) {
        const inner = value[name];
        if (inner === undefined) {
          if (!optional) return fault(name, "Field required");
          continue;
        }
        const found = shape.check(inner, isOpen);
        if (found) return under(name, found);
      }
      if (isOpen) return undefined;
      for (const key in value) if (!shapes.has(key)) return fault(key, "Extra inputs are not permitted");
      return undefined;
    },
  };
}

/** An object with arbitrary keys. */
export const record: Shape = {
  schema: { type: "object" },
  check: (value) => (isRecord(value) ? undefined : here(notObject)),
};

export const anything: Shape = { schema: {}, check: () => undefined };

export const nullable = (shape: Shape): Shape => ({
  get schema(): JsonSchema {
    return { anyOf: [shape.schema, { type: "null" }] };
  },
  check: (value, isOpen) => (value === null ? undefined : shape.check(value, isOpen)),
});

/** A string, or else what `shape` accepts; faults refer to the latter. */
export const stringOr = (shape: Shape): Shape => ({
  get schema(): JsonSchema {
    return { anyOf: [{ type: "string" }, shape.schema] };
  },
  check: (value, isOpen) => (typeof value === "string" ? undefined : shape.check(value, isOpen)),
});

/** One of several objects by `type`, which becomes part of the path. `otherwise` is the default for a missing type. */
export function tagged(
  shapes: Readonly<Record<string, Fields | Shape>>,
  more: { otherwise?: string; text?: string } = {},
): Shape {
  const table = new Map(
    Object.entries(shapes).map(([tag, shape]) => [
      tag,
      isShape(shape) ? shape : object({ [tag === more.otherwise ? "type?" : "type"]: anything, ...shape }),
    ]),
  );
  const tags = [...table.keys()].map((tag) => `'${tag}'`).join(", ");
  return {
    get schema(): JsonSchema {
      return { oneOf: [...table].map(([tag, shape]) => withTag(tag, shape.schema)) };
    },
    check(value, isOpen) {
      if (!isRecord(value)) return here(more.text ?? notObject);
      const tag = value["type"] ?? more.otherwise;
      if (tag === undefined) return fault("type", "Field required");
      const shape = typeof tag === "string" ? table.get(tag) : undefined;
      if (isOpen && !shape && typeof tag === "string") return undefined;
      if (!shape || typeof tag !== "string")
        return here(
          `Input tag '${tagText(tag)}' found using 'type' does not match any of the expected tags: ${tags}`,
        );
      const found = shape.check(value, isOpen);
      return found && under(tag, found);
    },
  };
}

/** Never calls the value's own `toString`: it is untrusted. */
const tagText = (tag: unknown): string => (typeof tag === "string" ? tag : JSON.stringify(tag)).slice(0, 128);

const isShape = (value: Fields | Shape): value is Shape => typeof value["check"] === "function";

const withTag = (tag: string, schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, type: { type: "string", enum: [tag] } },
});

/** A shape with a name in the OpenAPI document, by which others refer to it. */
export function named(name: string, shape: Shape): Shape {
  names.set(name, shape);
  return {
    check: (value, isOpen) => shape.check(value, isOpen),
    schema: { $ref: `#/components/schemas/${name}` },
  };
}
const names = new Map<string, Shape>();
/** The schemas of all named shapes, for `components.schemas`. */
export const namedSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries([...names].map(([name, shape]) => [name, shape.schema]));
