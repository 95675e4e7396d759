import { isNever, unchecked, type Spec, type SpecSchema } from "../../../api/index.ts";
import { withoutCircles } from "../../specification/circles.ts";
import { formats } from "../../specification/formats.ts";
import { refKey, resolved, typesOf } from "../../specification/model.ts";
import { mostMatched } from "../../patterns.ts";
import { words } from "../../word-list.ts";
import { literal } from "../client/python-identifiers.ts";
import { patternOf } from "../pattern.ts";

/** Keywords of `src/http/rules.py`; `false` accepts no value. */
export type Check = false | Readonly<Record<string, unknown>>;

/** Whether a schema constrains anything. */
export const hasChecks = (schema: SpecSchema): boolean =>
  Object.keys(schema).some((key) => !unchecked.has(key));

export const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Returns the members that have a value and constrain anything. */
const bare = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && !isEmpty(value)));

/** Keywords whose values are copied; those that are 0 or false constrain nothing. */
const copied = words(
  "minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties",
);
const needless = /^(min[LIP]|unique)/;

/** Keywords that constrain only values of one type. */
const ofOneType = new Set<string>([
  ...copied,
  ...words(
    "pattern format items prefixItems contains properties required additionalProperties patternProperties propertyNames",
  ),
]);

/** Returns the pattern, how Python's engine reads it if that differs, and how long a text may be to be searched. */
function patternChecks({ pattern, maxLength }: SpecSchema): Readonly<Record<string, unknown>> {
  if (pattern === undefined) return {};
  const { text } = patternOf(pattern, true);
  const most = mostMatched(pattern, maxLength);
  return {
    searched: most === Infinity ? undefined : most,
    pattern,
    regex: text === pattern ? undefined : text,
  };
}

const formatOf = (schema: SpecSchema): string | undefined =>
  Object.hasOwn(formats, schema.format ?? "") ||
  (schema.format === "int32" && typesOf(schema).includes("integer"))
    ? schema.format
    : undefined;

/** The schemas of one document as data for `src/http/rules.py`, as far as requests need them. */
export class Checks {
  readonly #spec: Spec;
  /** Schemas that are referred to, by their names in the module. */
  readonly #used = new Map<string, readonly [key: string, binary: boolean]>();
  readonly #absent = new Map<SpecSchema, ReadonlySet<string>>();

  constructor(spec: Spec) {
    this.#spec = { ...spec, schemas: withoutCircles(spec.schemas) };
  }

  /**
   * Returns the keywords that a value is checked by; `binary`: strings of bytes are files, also in schemas that parts of
   * this one refer to.
   */
  of(schema: SpecSchema, binary = false, isPart = false): Check {
    const target = binary ? resolved(this.#spec, schema) : undefined;
    if (target?.type === "string" && target.format === "binary") return { type: "file" };
    if (schema.$ref !== undefined) return this.#reference(refKey(schema.$ref), binary && isPart);
    return isNever(schema) ? false : this.#keywords(schema, binary);
  }

  /** `src/models/schemas.py`: the schemas that others refer to. */
  get module(): string {
    const entries: string[] = [];
    // Writing an entry may add those it refers to.
    for (const [name, [key, binary]] of this.#used)
      entries.push(`    ${literal(name)}: ${literal(this.of(this.#spec.schemas[key] ?? {}, binary))},\n`);
    return `"""Schemas of the document by name, for checks of requests."""

from typing import Any

SCHEMAS: dict[str, Any] = {
${entries.join("")}}
`;
  }

  #reference(key: string, binary: boolean): Check {
    if (!hasChecks(this.#spec.schemas[key] ?? {})) return {};
    const name = binary ? `${key} with files` : key;
    this.#used.set(name, [key, binary]);
    return { $ref: name };
  }

  #keywords(schema: SpecSchema, binary: boolean): Check {
    const inner = (part: SpecSchema | undefined): Check | undefined => part && this.of(part, binary);
    const all = (parts: readonly SpecSchema[] | undefined): readonly Check[] | undefined =>
      parts?.map((part) => this.of(part, binary, true));
    const types = typesOf(schema);
    const listed = schema.const === undefined ? schema.enum : [schema.const];
    const isPlain = listed && !Object.keys(schema).some((key) => ofOneType.has(key));
    const anyOf = all(schema.anyOf);
    return bare({
      type: isPlain ? undefined : types.length > 1 ? types : types[0],
      enum: listed,
      ...Object.fromEntries(
        copied
          .filter((name) => schema[name] || !needless.test(name))
          .map((name) => [name, schema[name]] as const),
      ),
      ...patternChecks(schema),
      format: formatOf(schema),
      items: inner(schema.items),
      prefixItems: all(schema.prefixItems),
      contains: inner(schema.contains),
      ...this.#members(schema, binary),
      propertyNames: inner(schema.propertyNames),
      allOf: all(schema.allOf)?.filter((part) => !isEmpty(part)),
      absent: schema.allOf && [...this.#absentIn(schema)],
      anyOf: anyOf?.some(isEmpty) ? undefined : anyOf,
      oneOf: all(schema.oneOf),
      not: inner(schema.not),
    });
  }

  /** Members that only responses have may be missing, and are not checked. */
  #members(schema: SpecSchema, binary: boolean): Readonly<Record<string, unknown>> {
    const { properties = {}, required, additionalProperties: rest, patternProperties } = schema;
    const known = Object.entries(properties).map(
      ([name, property]) => [name, property.readOnly ? {} : this.of(property, binary)] as const,
    );
    return {
      properties: Object.fromEntries(known),
      required: required?.filter((name) => !Object.hasOwn(properties, name) || !properties[name]?.readOnly),
      additionalProperties: rest && this.of(rest, binary),
      patternProperties:
        patternProperties &&
        Object.fromEntries(
          Object.entries(patternProperties).map(
            ([pattern, property]) => [patternOf(pattern, true).text, this.of(property, binary)] as const,
          ),
        ),
    };
  }

  /** Returns the names of members that only responses have, also those of an object's parts. */
  #absentIn(schema: SpecSchema): ReadonlySet<string> {
    const known = this.#absent.get(schema);
    if (known) return known;
    const names = new Set<string>();
    this.#absent.set(schema, names);
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      if (property.readOnly) names.add(name);
    for (const part of schema.allOf ?? [])
      for (const name of this.#absentIn(resolved(this.#spec, part) ?? {})) names.add(name);
    return names;
  }
}
