import { isNever, type SpecSchema } from "../../../api/index.ts";
import { isInt64 } from "../int64.ts";
import { resolved, typesOf, type Model } from "../model.ts";

type ListShape = readonly [Shape, ("or one" | readonly Shape[])?];

export type Shape = string | ListShape | { readonly [member: string]: Shape };

const listed = ({ const: only, enum: values }: SpecSchema): readonly unknown[] | undefined =>
  only === undefined ? values : [only];

/** Returns the types of the values that a schema lists instead of a type. */
const typesIn = (schema: SpecSchema): readonly string[] =>
  (listed(schema) ?? []).map((value) => (value === null ? "null" : typeof value));

/** Whether a schema lists only texts that can't be parsed as numbers, booleans or null. */
const listsWords = (schema: SpecSchema): boolean =>
  listed(schema)?.every(
    (value) => typeof value !== "string" || !/^(?:[-.\d]|true$|false$|null$)/.test(value),
  ) ?? false;

function scalarOf(types: readonly string[], schema: SpecSchema): string {
  const kinds = new Set(
    types.map((type) => (type === "integer" ? "number" : type)).filter((type) => type !== "null"),
  );
  if (kinds.size > 1 && listsWords(schema)) return "scalar";
  if (kinds.size === 0 || kinds.has("string")) return "string";
  if (kinds.size > 1 || types.includes("null")) return "scalar";
  return kinds.has("number") ? "number" : kinds.has("boolean") ? "boolean" : "string";
}

/** Maximum parts of one shape: nested form members may double at each level, and nobody sends that much. */
const most = 2000;

const isList = (shape: Shape): shape is ListShape => Array.isArray(shape);

/** Whether a value of this shape contains integers with more digits than a number can represent. */
export const isExact = (shape: Shape): boolean =>
  typeof shape === "string" ? shape === "int64" : (Object.values(shape) as readonly Shape[]).some(isExact); // the marks of lists are other strings

/** Whether a text is parsed as a number, a boolean or either. */
export const isSingle = (shape: Shape | undefined): boolean =>
  typeof shape === "string" && ["number", "int64", "boolean", "scalar"].includes(shape);

/**
 * Returns the shape with numbers for 64-bit integers: records store what a number represents, and larger values are
 * refused.
 */
export const rounded = (shape: Shape): Shape => {
  if (typeof shape === "string") return shape === "int64" ? "number" : shape;
  if (isList(shape)) {
    const [item, more] = shape;
    if (more === undefined) return [rounded(item)];
    return [rounded(item), typeof more === "string" ? more : more.map(rounded)];
  }
  return Object.fromEntries(Object.entries(shape).map(([name, shape]) => [name, rounded(shape)]));
};

/** Returns how the text of a parameter or form member becomes a value, as the server runtime parses it. */
export function shapeOf(schema: SpecSchema, model: Model): Shape {
  return shaped(schema, model, { depth: 0, parts: { count: 0 } });
}

interface Bounds {
  readonly depth: number;
  readonly parts: { count: number };
}

/** A listed text among alternatives: parsed as none of the others. */
const word = "word";

const isOnly = (type: string, schema: SpecSchema): boolean => {
  const types = typesOf(schema).length ? typesOf(schema) : typesIn(schema);
  return types.length > 0 && types.every((one) => one === type);
};

function shaped(schema: SpecSchema, model: Model, { depth, parts: all }: Bounds): Shape {
  const found = resolved(model.spec, schema) ?? {};
  all.count += 1;
  if (depth > 6 || all.count > most) return "string";
  const of = (part: SpecSchema): Shape => shaped(part, model, { depth: depth + 1, parts: all });
  const alternatives = [...(found.anyOf ?? []), ...(found.oneOf ?? [])].map(
    (part) => resolved(model.spec, part) ?? {},
  );
  const present = alternatives.filter((part) => !isOnly("null", part));
  const parts = [
    ...(found.allOf ?? []).map(of).filter((part) => part !== "any"),
    ...present.map((part) => (listsWords(part) && isOnly("string", part) ? word : of(part))),
  ];
  const types = typesOf(found).length ? typesOf(found) : typesIn(found);
  if (types.includes("array") || (types.length === 0 && found.items)) {
    const first = (found.prefixItems ?? []).map(of);
    const item = found.items ? of(found.items) : (first.at(-1) ?? of({}));
    if (types.some((type) => type !== "array" && type !== "null")) return [item, "or one"];
    return first.some((shape) => shape !== item) ? [item, first] : [item];
  }
  const members = Object.entries(found.properties ?? {}).filter(
    ([name]) => name !== "__proto__" && name !== "*",
  );
  if (types.includes("object") || members.length) {
    const patterned = Object.values(found.patternProperties ?? {});
    const rest = found.additionalProperties;
    const others = [...patterned, ...(rest && !(patterned.length && isNever(rest)) ? [rest] : [])];
    const inner = members.map(([name, member]) => [name, of(member)] as const);
    const inherited = parts.flatMap((part) =>
      typeof part === "object" && !Array.isArray(part)
        ? Object.entries(part as { readonly [member: string]: Shape })
        : [],
    ); // neither text nor list
    return {
      ...Object.fromEntries([...inherited, ...inner]),
      ...(others.length ? { "*": union(others.map(of)) } : {}),
    };
  }
  if (found.type === "string" && found.format === "binary") return "binary";
  if (isInt64(found)) return "int64";
  if (types.length === 0 && parts.length) {
    const shape = union(parts);
    return present.length < alternatives.length && (shape === "number" || shape === "boolean")
      ? "scalar"
      : shape;
  }
  return types.length ? scalarOf(types, found) : "any";
}

function union(parts: readonly Shape[]): Shape {
  const lists = parts.filter((part) => Array.isArray(part)) as readonly (readonly [Shape])[]; // only arrays are left
  const [list] = lists;
  if (list) return lists.length === parts.length ? list : [list[0], "or one"];
  const objects = parts.filter((part) => typeof part === "object") as readonly {
    readonly [member: string]: Shape;
  }[]; // no lists are left
  if (objects.length) return Object.assign({}, ...objects) as { readonly [member: string]: Shape }; // all are objects
  const [shape = "string", ...more] = parts.filter((part) => part !== word);
  if (more.every((part) => part === shape)) return shape;
  return [shape, ...more].some((part) => part === "string" || part === "any" || part === "binary")
    ? "string"
    : "scalar";
}
