import type { Pattern } from "../pattern/index.ts";
import type { SchemaPath } from "../problem.ts";
import type { Dialect } from "./dialects.ts";
import type { Format } from "../formats.ts";

/** Types as bits; `number` is an integer or any other number. */
export const TYPES = {
  null: 1,
  boolean: 2,
  integer: 4,
  fraction: 8,
  number: 12,
  string: 16,
  array: 32,
  object: 64,
  any: 127,
} as const;

export const typeOf = (value: unknown): number => {
  switch (typeof value) {
    case "string":
      return TYPES.string;
    case "number":
      return Number.isInteger(value) ? TYPES.integer : TYPES.fraction;
    case "boolean":
      return TYPES.boolean;
    case "object":
      return value === null ? TYPES.null : Array.isArray(value) ? TYPES.array : TYPES.object;
    default:
      return 0;
  }
};

export const typeNames = (types: number): readonly string[] =>
  (["null", "boolean", "string", "array", "object"] as const)
    .filter((name) => types & TYPES[name])
    .concat(
      ...((types & TYPES.fraction
        ? ["number" as const]
        : types & TYPES.integer
          ? ["integer" as const]
          : []) as never[]),
    );

/** A schema with its own `$id`, or a whole document. */
export interface Resource {
  readonly uri: string;
  readonly schema: unknown;
  readonly path: SchemaPath;
  readonly dialect: Dialect;
  readonly anchors: Map<string, Place>;
  readonly dynamic: Map<string, Place>;
}

export interface Place {
  readonly schema: unknown;
  readonly resource: Resource;
  readonly path: SchemaPath;
}

export interface DynamicRef {
  readonly anchor: string;
  /** The target if no outer resource redefines the anchor. */
  readonly fallback: Node;
  /** Every resource that defines the anchor. */
  readonly targets: ReadonlyMap<Resource, Node>;
}

/** A parsed schema: the common form from which both the validator and the mask are built. */
export interface Node {
  readonly id: number;
  readonly path: SchemaPath;
  readonly resource: Resource;
  /** `false` for the schema that allows nothing. */
  possible: boolean;
  types: number;
  ref?: Node;
  dynamicRef?: DynamicRef;
  values?: readonly unknown[];
  /** The keyword that `values` come from: `enum` or `const`. */
  valuesKeyword?: "enum" | "const";
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: Pattern;
  format?: Format;
  prefixItems?: readonly Node[];
  items?: Node;
  /** The keyword that `items` comes from. */
  itemsKeyword?: string;
  contains?: Node;
  minContains?: number;
  maxContains?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  unevaluatedItems?: Node;
  properties?: ReadonlyMap<string, Node>;
  patternProperties?: readonly (readonly [Pattern, Node])[];
  additionalProperties?: Node;
  propertyNames?: Node;
  required?: readonly string[];
  minProperties?: number;
  maxProperties?: number;
  dependentRequired?: ReadonlyMap<string, readonly string[]>;
  dependentSchemas?: ReadonlyMap<string, Node>;
  unevaluatedProperties?: Node;
  allOf?: readonly Node[];
  anyOf?: readonly Node[];
  oneOf?: readonly Node[];
  not?: Node;
  if?: Node;
  then?: Node;
  else?: Node;
}
