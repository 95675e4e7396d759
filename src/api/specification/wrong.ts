import { isObject, type Json, inTable } from "../../lib/index.ts";
import type { Spec, SpecSchema } from "../spec.ts";
import { validatorOf } from "./validator.ts";
import { isNever, resolve } from "./shape.ts";

/** A value that breaks one rule of a schema. */
export interface Wrong {
  /** Name in tests: `name: more than 40 characters`. */
  readonly what: string;
  readonly value: Json;
  /** Path of the error, if it is certain. */
  readonly path: string | undefined;
}

type Step = string | number;

/** Returns a copy with another value at a path; undefined removes the member. */
function changed(root: Json, path: readonly Step[], value: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? null;
  if (Array.isArray(root))
    return root.map((item: Json, i) => (i === step ? changed(item, rest, value) : item));
  if (!isObject(root)) return root;
  const members = root as Readonly<Record<string, Json>>; // members of JSON are JSON
  if (rest.length === 0 && value === undefined)
    return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step));
  return { ...members, [step]: rest.length ? changed(members[step] ?? null, rest, value) : (value ?? null) };
}

interface Rule {
  readonly what: string;
  readonly value: Json;
}

const otherTypes: Readonly<Record<string, Json>> = {
  string: 7,
  integer: "seven",
  number: "seven",
  boolean: "perhaps",
  array: "none",
  object: "none",
};

const formats: ReadonlySet<string> = new Set([
  "date",
  "date-time",
  "time",
  "email",
  "uuid",
  "uri",
  "hostname",
  "ipv4",
  "ipv6",
]);

const when = (present: unknown, rule: () => Rule | undefined): readonly Rule[] => {
  const condition = present === undefined ? undefined : rule();
  return condition ? [condition] : [];
};

function textRules(schema: SpecSchema, good: string): readonly Rule[] {
  const { minLength = 0, maxLength, pattern, format } = schema;
  return [
    ...when(minLength || undefined, () => ({
      what: `fewer than ${minLength} characters`,
      value: [...good].slice(0, minLength - 1).join(""),
    })),
    ...when(maxLength, () =>
      maxLength !== undefined && maxLength < 10_000
        ? { what: `more than ${maxLength} characters`, value: good.padEnd(maxLength + 1, "x") }
        : undefined,
    ),
    ...when(pattern, () => ({
      what: "a text that breaks its pattern",
      value: "?!".padEnd(Math.min(minLength, 100), "!"),
    })),
    ...when(format !== undefined && formats.has(format) ? format : undefined, () => ({
      what: `a text that is not a valid ${format ?? ""}`,
      value: "?!",
    })),
  ];
}

function numberRules(schema: SpecSchema): readonly Rule[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return [
    ...(schema.type === "integer" ? [{ what: "a fraction", value: 1.5 }] : []),
    ...when(minimum, () => ({ what: `less than ${minimum}`, value: (minimum ?? 0) - 1 })),
    ...when(maximum, () => ({ what: `more than ${maximum}`, value: (maximum ?? 0) + 1 })),
    ...when(exclusiveMinimum, () => ({
      what: `no more than ${exclusiveMinimum}`,
      value: exclusiveMinimum ?? 0,
    })),
    ...when(exclusiveMaximum, () => ({
      what: `no less than ${exclusiveMaximum}`,
      value: exclusiveMaximum ?? 0,
    })),
    ...when(multipleOf, () => ({
      what: `no multiple of ${multipleOf}`,
      value: (minimum ?? 0) + (multipleOf ?? 1) * 1.5,
    })),
  ];
}

function listRules(schema: SpecSchema, good: readonly Json[]): readonly Rule[] {
  const { minItems = 0, maxItems } = schema;
  const [first = "one"] = good;
  return [
    ...when(minItems || undefined, () => ({
      what: `fewer than ${minItems} items`,
      value: good.slice(0, minItems - 1),
    })),
    ...when(maxItems, () =>
      maxItems !== undefined && maxItems < 200
        ? { what: `more than ${maxItems} items`, value: Array.from({ length: maxItems + 1 }, () => first) }
        : undefined,
    ),
    ...(schema.uniqueItems ? [{ what: "an item twice", value: [first, first] }] : []),
  ];
}

function objectRules(schema: SpecSchema, good: Readonly<Record<string, Json>>): readonly Rule[] {
  return isNever(schema.additionalProperties)
    ? [{ what: "a member that is not known", value: { ...good, unknownMember: 1 } }]
    : [];
}

/** Returns replacements of a valid value, each of which may break one of the schema's own rules. */
function rules(schema: SpecSchema, good: Json): readonly Rule[] {
  const types = [schema.type ?? []].flat();
  const listed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const type = types.find((schemaType) => schemaType !== "null");
  const combined = [schema.oneOf, schema.anyOf, schema.not].some((item) => item !== undefined);
  return [
    ...when(types.length ? types : undefined, () => ({
      what: "a value of another type",
      value: inTable(otherTypes, type ?? "") ?? 7,
    })),
    ...(types.length && !types.includes("null") ? [{ what: "null", value: null }] : []),
    ...when(listed, () => ({
      what: "a value that is not listed",
      value: typeof listed?.[0] === "number" ? 987_654_321 : "no such value",
    })),
    ...(typeof good === "string" ? textRules(schema, good) : []),
    ...(typeof good === "number" ? numberRules(schema) : []),
    ...(Array.isArray(good) ? listRules(schema, good) : []),
    ...(isObject(good) ? objectRules(schema, good as Readonly<Record<string, Json>>) : []), // members of JSON
    ...(combined
      ? [null, 7, "no such value", {}, []].map((value) => ({
          what: "a value that no alternative takes",
          value,
        }))
      : []),
  ];
}

interface Walk {
  readonly spec: Spec;
  readonly root: Json;
  readonly found: Wrong[];
  readonly most: number;
  /** Whether an error further down certainly makes the whole invalid. */
  readonly certain: boolean;
}

const titled = (path: readonly Step[], what: string): string =>
  path.length ? `${path.join(".")}: ${what}` : what;

function walk(specSchema: SpecSchema, good: Json, path: readonly Step[], state: Walk): void {
  if (path.length > 4 || state.found.length > state.most) return;
  const schema = resolve(state.spec, specSchema);
  const add = (at: readonly Step[], what: string, value: Json | undefined): void => {
    state.found.push({
      what: titled(at, what),
      value: changed(state.root, at, value),
      path: state.certain ? at.join(".") : undefined,
    });
  };
  const reported = new Set<string>();
  for (const { what, value } of rules(schema, good)) {
    if (reported.has(what) && !what.includes("alternative")) continue;
    reported.add(what);
    const closed = what === "a member that is not known";
    state.found.push({
      what: titled(path, what),
      value: changed(state.root, path, value),
      path:
        state.certain && !what.includes("alternative")
          ? [...path, ...(closed ? ["unknownMember"] : [])].join(".")
          : undefined,
    });
  }
  for (const part of schema.allOf ?? []) walk(part, good, path, state);
  if (Array.isArray(good)) {
    const items = schema.prefixItems?.[0] ?? schema.items;
    const [first] = good as readonly Json[];
    if (items && first !== undefined) walk(items, first, [...path, 0], state);
  } else if (isObject(good)) {
    const members = good as Readonly<Record<string, Json>>; // members of JSON are JSON
    for (const name of schema.required ?? [])
      if (Object.hasOwn(members, name) && state.found.length <= state.most)
        add([...path, name], "omitted", undefined);
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const value = inTable(members, name);
      if (value !== undefined && !member.readOnly) walk(member, value, [...path, name], state);
    }
  }
}

/** Returns the maximum number of tests for a request: each contains the whole request. */
export const mostTests = (request: unknown): number =>
  Math.max(20, Math.floor(1_000_000 / (JSON.stringify(request)?.length ?? 1)));

/** Returns, for each rule of a request's schema, a value that breaks it, derived from a valid one. */
export function wrongsOf(spec: Spec, schema: SpecSchema, good: Json): readonly Wrong[] {
  const validator = validatorOf(spec, schema, "input");
  if (!validator) return [];
  const found: Wrong[] = [];
  walk(schema, good, [], { spec, root: good, found, most: mostTests(good), certain: true });
  const seen = new Set<string>();
  return found.filter(({ value, what }) => {
    if (seen.has(what) || validator.fits(value)) return false;
    seen.add(what);
    return true;
  });
}
