import type { GeneratedFile } from "../../contracts.ts";
import { isInt64 } from "../../specification/int64.ts";
import { isNever, type SpecSchema } from "../../../api/index.ts";
import { nameOf, refKey, resolved, typesOf, type Direction, type Model } from "../../specification/model.ts";
import { leafOf } from "./held.ts";
import { Shapes } from "./shapes.ts";
import { docComment, key, literal } from "./typescript-literals.ts";
import { casesOf, commonBase, propertyOf, refTo, type Case } from "../../specification/polymorphic.ts";

export interface TypeContext {
  readonly model: Model;
  readonly direction: Direction;
  /** Prefix of schema type names: `m.` outside the types module. */
  readonly prefix: string;
  /** Set while this schema's alias is written: circular references become unknown. */
  readonly inside?: string;
  /** Binary strings are Blobs here: in multipart and binary bodies, not in JSON. */
  readonly binary?: boolean;
  /** Collects objects used in several types; without it they are written inline. */
  readonly shapes?: Shapes;
  /** The type being written, and words for the name of a shared object in it. */
  readonly owner?: string;
  readonly stem?: string;
}

const union = (types: readonly string[]): string => {
  const unique = [...new Set(types)];
  if (unique.includes("unknown")) return "unknown";
  return unique.length > 1 ? unique.map(grouped).join(" | ") : (unique[0] ?? "never");
};
/** Function and conditional types never occur, so only unions and intersections need parentheses. */
const grouped = (type: string): string => (/ [|&] /.test(type) && !isClosed(type) ? `(${type})` : type);

/** Whether the whole type is a single bracketed or braced piece. */
function isClosed(type: string): boolean {
  if (!/^(readonly )?[[{(]/.test(type)) return false;
  let depth = 0;
  // Brackets in strings and comments don't count.
  for (const [piece] of type.matchAll(/"(?:[^"\\]|\\.)*"|\/\*.*?\*\/|[[\](){}|&]/gs)) {
    if ("[({".includes(piece)) depth++;
    else if ("])}".includes(piece)) depth--;
    else if (depth === 0 && (piece === "|" || piece === "&")) return false;
  }
  return true;
}

function reference(schema: SpecSchema, context: TypeContext, immediate: boolean): string {
  const target = refKey(schema.$ref ?? "");
  const { type, format } = context.binary ? (resolved(context.model.spec, schema) ?? {}) : {};
  if (type === "string" && format === "binary") return "Blob";
  const name = nameOf(context.model, target, context.direction);
  if (name === undefined) return "unknown";
  if (immediate && context.inside !== undefined && context.model.circular.has(target)) return "unknown";
  return context.prefix + name;
}

function primitive(type: string, schema: SpecSchema, context: TypeContext): string {
  const leaf = leafOf(schema, type, context.model.held ?? {});
  if (leaf) return leaf.type;
  if (type === "string") return context.binary && schema.format === "binary" ? "Blob" : "string";
  if (type === "integer" || type === "number") return isInt64(schema) ? "number | bigint" : "number";
  if (type === "array") return arrayType(schema, context);
  return type === "object" ? objectType(schema, context) : type;
}

function arrayType(schema: SpecSchema, context: TypeContext): string {
  const inner = { ...context };
  const rest = schema.items && !isNever(schema.items) ? typeText(schema.items, inner, false) : undefined;
  if (schema.prefixItems) {
    const fixed = schema.prefixItems.map(
      (item, i) => typeText(item, inner, false) + ((schema.minItems ?? 0) > i ? "" : "?"),
    );
    // An optional tuple member needs parentheses around a union.
    const members = schema.prefixItems.map((item, i) =>
      (schema.minItems ?? 0) > i ? typeText(item, inner, false) : `(${typeText(item, inner, false)})?`,
    );
    const tail = isNever(schema.items) ? [] : [`...(${rest ?? "unknown"})[]`];
    return `readonly [${(fixed.length ? members : []).concat(tail).join(", ")}]`;
  }
  const item = rest ?? "unknown";
  return `readonly ${/ [|&] |^readonly /.test(item) && !(isClosed(item) && !item.startsWith("readonly ")) ? `(${item})` : item}[]`;
}

/** Returns the members of an object type, one per line. */
export function members(schema: SpecSchema, context: TypeContext, indent: string): readonly string[] {
  const required = new Set(schema.required);
  const lines: string[] = [];
  const seen: string[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (isNever(property)) continue;
    if (context.direction === "input" ? property.readOnly : property.writeOnly) continue;
    const inner = context.shapes ? { ...context, stem: `${context.owner ?? ""} ${name}` } : context;
    const type = typeText(property, inner, false);
    seen.push(type);
    lines.push(
      `${comment(property, indent)}${indent}readonly ${key(name)}${required.has(name) ? "" : "?"}: ${type};`,
    );
  }
  for (const name of required) {
    if (Object.hasOwn(schema.properties ?? {}, name)) continue;
    seen.push("unknown");
    lines.push(`${indent}readonly ${key(name)}: unknown;`);
  }
  const index = indexType(schema, context, seen);
  if (index !== undefined) lines.push(`${indent}readonly [key: string]: ${index};`);
  return lines;
}

function indexType(schema: SpecSchema, context: TypeContext, seen: readonly string[]): string | undefined {
  const rest = schema.additionalProperties;
  const patterns = Object.values(schema.patternProperties ?? {});
  if (isNever(rest) && patterns.length === 0) return seen.length ? undefined : "never";
  const open = (rest === undefined || Object.keys(rest).length === 0) && patterns.length === 0;
  if (open) return seen.length && rest === undefined ? undefined : "unknown";
  const memberTypes = [...(rest && !isNever(rest) ? [rest] : []), ...patterns].map((schema) =>
    typeText(schema, context, false),
  );
  const all = union([...memberTypes, ...seen, ...(seen.length ? ["undefined"] : [])]);
  return (context.shapes?.sizeOf(all) ?? all.length) > 500 ? "unknown" : all;
}

function objectType(schema: SpecSchema, context: TypeContext): string {
  const lines = members(schema, context, "").map((line) =>
    line.trim().replaceAll(/\s*\n\s*(?:\*(?!\/)\s*)?/g, " "),
  );
  return context.shapes?.of(lines, context.stem ?? "") ?? `{ ${lines.join(" ")} }`;
}

const comment = (schema: SpecSchema, indent: string): string =>
  docComment(
    [
      schema.$ref === undefined ? (schema.description ?? schema.title) : schema.description,
      schema.deprecated ? "@deprecated" : undefined,
    ],
    indent,
  );

/** Whether values of a type occur in responses, which may contain more than the document lists. */
const isOpen = ({ model, direction, inside = "" }: TypeContext): boolean =>
  direction === "output" && model.closed !== undefined && !model.closed.has(inside);

/** Returns what responses may contain besides listed values; a single value acts as a tag and stays exact. */
const moreOf = (values: readonly unknown[]): readonly string[] =>
  (["string", "number"] as const).flatMap((type) =>
    values.filter((value) => typeof value === type).length > 1 ? [`(${type} & {})`] : [],
  );

/**
 * Returns the type of a schema. `immediate`: it is resolved immediately, as in an alias, a union or an intersection.
 */
export function typeText(schema: SpecSchema, context: TypeContext, immediate = true): string {
  if (schema.$ref !== undefined) return reference(schema, context, immediate);
  if (schema.const !== undefined) return literalType(schema.const);
  if (schema.enum)
    return union([...schema.enum.map(literalType), ...(isOpen(context) ? moreOf(schema.enum) : [])]);
  const pieces: string[] = [];
  const base = baseType(schema, context);
  if (base !== undefined) pieces.push(base);
  const cases = casesOf(context.model.spec, schema);
  const name = schema.discriminator?.propertyName ?? "";
  if (cases)
    pieces.push(
      union([
        ...cases.flatMap((item) => caseTypes(name, item, context)),
        ...(isOpen(context) ? [unlistedType(name, cases, context)] : []),
      ]),
    );
  else
    for (const group of [schema.oneOf, schema.anyOf])
      if (group) pieces.push(union(group.map((schema) => typeText(schema, context))));
  for (const specSchema of schema.allOf ?? []) pieces.push(typeText(specSchema, context));
  const known = [...new Set(pieces)].filter((piece) => piece !== "unknown");
  if (known.length > 1) return known.map(grouped).join(" & ");
  return known[0] ?? (isNever(schema) ? "never" : "unknown");
}

/** Returns an alternative once per discriminator value, so that the compiler can tell them apart. */
function caseTypes(name: string, { key: target, values }: Case, context: TypeContext): readonly string[] {
  const type = typeText({ $ref: refTo(target) }, context);
  const property = propertyOf(context.model.spec, target, name);
  const hidden = context.direction === "input" ? property?.readOnly : property?.writeOnly;
  return type === "unknown" || hidden
    ? [type]
    : values.map((value) => `${type} & { readonly ${key(name)}: ${literal(value)} }`);
}

/** Returns the type of an unlisted alternative in a response: the common base of the listed ones, and anything else. */
function unlistedType(name: string, cases: readonly Case[], context: TypeContext): string {
  const key = commonBase(context.model.spec, cases);
  const base = key === undefined ? "unknown" : typeText({ $ref: refTo(key) }, context);
  const unknown = `${context.prefix}Unknown<${literal(name)}>`;
  return base === "unknown" ? unknown : `${base} & ${unknown}`;
}

function baseType(schema: SpecSchema, context: TypeContext): string | undefined {
  const types = typesOf(schema);
  const combined = schema.allOf ?? schema.anyOf ?? schema.oneOf;
  const shaped =
    schema.properties !== undefined ||
    schema.additionalProperties !== undefined ||
    schema.required !== undefined;
  if (types.length === 0)
    return shaped && (schema.properties || !combined) && (schema.properties || schema.additionalProperties)
      ? objectType(schema, context)
      : undefined;
  // `type: object` beside a combination adds nothing, unless it has its own members.
  if (
    combined &&
    types.length === 1 &&
    types[0] === "object" &&
    !schema.properties &&
    !schema.additionalProperties
  )
    return undefined;
  return union(types.map((type) => primitive(type, schema, context)));
}

const literalType = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? Array.isArray(value)
      ? `readonly [${value.map(literalType).join(", ")}]`
      : `{ ${Object.entries(value)
          .map(([name, item]) => `readonly ${key(name)}: ${literalType(item)};`)
          .join(" ")} }`
    : typeof value === "number" && !Number.isFinite(value)
      ? "number"
      : literal(value);

const isInterface = (schema: SpecSchema): boolean =>
  schema.$ref === undefined &&
  schema.const === undefined &&
  !schema.enum &&
  !schema.allOf &&
  !schema.anyOf &&
  !schema.oneOf &&
  (schema.type === "object" || (schema.type === undefined && schema.properties !== undefined));

/** Returns an object's request type in terms of its response type; undefined if they have too little in common. */
function sentLike(schema: SpecSchema, context: TypeContext, ownLines: readonly string[]): string | undefined {
  const name = context.model.names.get(context.inside ?? "");
  if (name === undefined) return undefined;
  const answered = members(schema, { ...context, direction: "output" }, "  ");
  if ([...answered, ...ownLines].some((line) => memberName(line) === undefined)) return undefined;
  const same = new Set(ownLines.filter((line) => answered.includes(line)));
  const hidden = answered.filter((line) => !same.has(line)).map((line) => memberName(line) ?? "");
  const rest = ownLines.filter((line) => !same.has(line));
  const size = (line: string): number => context.shapes?.sizeOf(line) ?? line.length;
  const saved = [...same].reduce((sum, line) => sum + size(line) + 1, 0);
  const base = hidden.length ? `Omit<${name}, ${hidden.join(" | ")}>` : name;
  if (saved < base.length + 20) return undefined;
  return ` extends ${base} {${rest.length ? `\n${rest.join("\n")}\n` : ""}}`;
}

/** Returns the name of a member as a literal, from its line; undefined for an index signature. */
const memberName = (line: string): string | undefined => {
  const [, plain, quoted] = /^ {2}readonly (?:([\w$]+)|("(?:[^"\\]|\\.)*"))\??: /m.exec(line) ?? [];
  return plain === undefined ? quoted : literal(plain);
};

/** Type of unlisted alternatives of a discriminated union in responses. */
const unknown = `/** A value of a discriminator that the document does not list: for the compiler a text that equals none of those listed. */
export type Unlisted = \`\\0\${string}\`;

/** An alternative that the document does not list: comparing its discriminator with a listed value rules it out. */
export type Unknown<Name extends string> = { readonly [name in Name]: Unlisted } & { readonly [member: string]: unknown };
`;

/**
 * Generates the types module: an interface for each object, an alias for anything else, in the document's order;
 * `users` are modules that use its types.
 */
export function typesModule(model: Model, users: readonly GeneratedFile[] = []): string {
  const out: string[] = [];
  const shapes = new Shapes();
  for (const direction of ["output", "input"] as const) {
    for (const [schemaKey, name] of direction === "output" ? model.names : model.inputs) {
      const schema = model.spec.schemas[schemaKey] ?? {};
      const context = {
        model,
        direction,
        prefix: "",
        inside: schemaKey,
        shapes,
        owner: name,
        stem: `${name} part`,
      };
      const about = docComment([
        schema.description ?? schema.title,
        schema.deprecated ? "@deprecated" : undefined,
      ]);
      if (isInterface(schema)) {
        const lines = members(schema, context, "  ");
        const like = direction === "input" ? sentLike(schema, context, lines) : undefined;
        const body = like ?? ` {\n${lines.join("\n")}${lines.length ? "\n" : ""}}`;
        out.push(`${about}export interface ${name}${body}\n`);
      } else out.push(`${about}export type ${name} = ${typeText(schema, context)};\n`);
    }
  }
  if ([...out, ...users.map(({ text }) => text)].some((text) => text.includes("Unknown<"))) out.push(unknown);
  const written = shapes.written(out, (stem) => model.scope.take(stem));
  return written.length ? written.join("\n") : "export {};\n";
}
