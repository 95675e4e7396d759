import { isNever, type SpecSchema } from "../../../api/index.ts";
import { mostMatched } from "../../patterns.ts";
import { called, type Expression } from "./expression.ts";
import { formatRule } from "./formats.ts";
import { nameOf, refKey, resolved, typesOf, type Direction, type Model } from "../../specification/model.ts";
import { isIdentifier, literal } from "./typescript-literals.ts";
import { casesOf, refTo } from "../../specification/polymorphic.ts";

export interface CheckContext {
  readonly model: Model;
  readonly direction: Direction;
  /** Prefix of the names of other checks. */
  readonly checks: string;
  /** Set for servers: everything that the document requires is checked, not only what a response is useless without. */
  readonly strict?: boolean;
  /** Binary strings are Blobs here: in forms, not in JSON. */
  readonly binary?: boolean;
}

/** Returns the key of a member. In an object literal, `__proto__` sets the prototype unless it is computed. */
export const memberKey = (name: string): string =>
  name === "__proto__"
    ? '["__proto__"]'
    : isIdentifier(name) || /^[1-9]\d{0,8}$/.test(name)
      ? name
      : literal(name);

/** Returns a schema's constraints as an expression of rules; undefined if it has none. */
export function checkOf(schema: SpecSchema, context: CheckContext): Expression | undefined {
  const target = context.binary ? resolved(context.model.spec, schema) : undefined;
  if (target?.type === "string" && target.format === "binary") return "file";
  if (schema.$ref !== undefined) {
    const name = nameOf(context.model, refKey(schema.$ref), context.direction);
    return name === undefined ? undefined : `${context.checks}check${name}`;
  }
  if (isNever(schema)) return "nothing";
  const all = [...typed(schema, context), ...valued(schema), ...combined(schema, context)];
  // A repeated rule adds nothing.
  const every = [...new Set(all)];
  return every.length ? together(every) : undefined;
}

/** Whether all values that a schema lists are of its types anyway. */
function isImplied(types: readonly string[], allowed: readonly unknown[]): boolean {
  const kindOf = (value: unknown): string =>
    value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return allowed.every(
    (value) => types.includes(kindOf(value)) || (Number.isInteger(value) && types.includes("integer")),
  );
}

const together = (every: readonly Expression[]): Expression => {
  const [first, ...more] = every;
  return first === undefined ? "anything" : more.length ? called("all", ...every) : first;
};

function typed(schema: SpecSchema, context: CheckContext): readonly Expression[] {
  const types = typesOf(schema);
  const allowed = schema.const === undefined ? schema.enum : [schema.const];
  const bodies = bodiesOf(schema, context, types);
  if (types.length === 0) return bodies.flatMap(({ guarded }) => guarded());
  if (allowed && bodies.length === 0 && isImplied(types, allowed)) return [];
  const [type, ...others] = types.filter((item) => item !== "null");
  if (type === undefined || others.length) {
    const then = bodies.flatMap(({ guarded }) => guarded());
    return [called("kinds", literal(types).replaceAll(",", ", "), ...then)];
  }
  const [body] = bodies;
  const found = body?.whole?.() ?? [plain(type, schema), ...(body?.guarded() ?? [])];
  return types.includes("null") ? [called("maybe", together(found))] : found;
}

/** Returns the rule for a type. */
function plain(type: string, { format }: SpecSchema): Expression {
  if (type === "array") return called("list");
  if (type === "object") return called("object");
  return (type === "string" ? formatRule(format) : undefined) ?? type;
}

interface Body {
  /** Rules that apply to values of one type. */
  readonly guarded: () => readonly Expression[];
  /** A shorter form for a schema that allows only that type. */
  readonly whole?: () => readonly Expression[];
}

function bodiesOf(schema: SpecSchema, context: CheckContext, types: readonly string[]): readonly Body[] {
  const allowsAny = (...some: readonly string[]): boolean =>
    types.length === 0 || some.some((type) => types.includes(type));
  return [
    ...(allowsAny("number", "integer") ? rangeBody(schema, context, types) : []),
    ...(allowsAny("string") ? textBody(schema, context, types) : []),
    ...(allowsAny("array") ? listBody(schema, context) : []),
    ...(allowsAny("object") ? objectBody(schema, context) : []),
  ];
}

const int32 = 2_147_483_648;

/** Whether a schema only allows values of one type, or null. */
const isOnly = (type: string, types: readonly string[]): boolean =>
  types.filter((item) => item !== "null").join() === type;

function rangeBody(schema: SpecSchema, { strict }: CheckContext, types: readonly string[]): readonly Body[] {
  const isShort = strict && schema.format === "int32" && isOnly("integer", types);
  const range = bounds({
    min: isShort ? Math.max(schema.minimum ?? -int32, -int32) : schema.minimum,
    max: isShort ? Math.min(schema.maximum ?? int32, int32 - 1) : schema.maximum,
    above: schema.exclusiveMinimum,
    below: schema.exclusiveMaximum,
    step: schema.multipleOf,
  });
  if (!range) return [];
  const number = types.includes("integer") ? "integer" : "number";
  return [{ guarded: () => [called("range", range)], whole: () => [called("range", range, number)] }];
}

function textBody(schema: SpecSchema, { strict }: CheckContext, types: readonly string[]): readonly Body[] {
  const { minLength, maxLength: max, pattern } = schema;
  const longest = strict && pattern !== undefined ? mostMatched(pattern, max) : undefined;
  const chars = bounds({ min: minLength || undefined, max, pattern, longest });
  const format = formatRule(schema.format);
  const whole = chars && !format ? { whole: () => [called("text", chars)] } : {};
  return [
    ...(chars ? [{ guarded: () => [called("chars", chars)], ...whole }] : []),
    ...(format && !isOnly("string", types) ? [{ guarded: () => [called("ofText", format)] }] : []),
  ];
}

/** Returns an object of the given bounds; undefined if there are none. */
function bounds(limits: Readonly<Record<string, number | string | undefined>>): Expression | undefined {
  const members: (readonly [string, string])[] = [];
  for (const name in limits) {
    const value = limits[name];
    if (value !== undefined) members.push([name, typeof value === "number" ? String(value) : literal(value)]);
  }
  return members.length ? { members } : undefined;
}

function listBody(schema: SpecSchema, context: CheckContext): readonly Body[] {
  const fixed = schema.prefixItems ?? [];
  const closed = schema.items !== undefined && isNever(schema.items);
  const size = bounds({
    min: schema.minItems || undefined,
    max: closed ? Math.min(fixed.length, schema.maxItems ?? Infinity) : schema.maxItems,
  });
  const rest = schema.items && !closed ? checkOf(schema.items, context) : undefined;
  const first = fixed.map((schema) => checkOf(schema, context));
  const hasItemCheck = rest !== undefined || first.some((expression) => expression !== undefined);
  const item = context.strict && schema.contains ? checkOf(schema.contains, context) : undefined;
  if (!hasItemCheck && !size && !schema.uniqueItems && item === undefined) return [];
  const sized = (): readonly Expression[] => [
    ...(size ? [called("count", size)] : []),
    ...(schema.uniqueItems ? ["unique"] : []),
    ...(item === undefined ? [] : [called("contains", item)]),
  ];
  const guarded = (): readonly Expression[] => [
    ...sized(),
    ...(hasItemCheck
      ? [called("items", rest ?? "anything", ...first.map((expression) => expression ?? "anything"))]
      : []),
  ];
  if (first.length) return [{ guarded }];
  return [{ guarded, whole: () => [called("list", rest ?? "anything", ...sized())] }];
}

function objectBody(schema: SpecSchema, context: CheckContext): readonly Body[] {
  const { direction, strict } = context;
  const { additionalProperties: rest, patternProperties } = schema;
  // Unknown members of a response are no error.
  const unnamed = rest && (isNever(rest) ? (strict ? "unknown" : undefined) : checkOf(rest, context));
  const others = patternProperties ? undefined : unnamed;
  const demanded = new Set(schema.required);
  const required: (readonly [string, Expression])[] = [];
  const optional: (readonly [string, Expression])[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    // Members that only the other side sends may be absent, whatever `required` says.
    const absent = direction === "input" ? property.readOnly : property.writeOnly;
    const must = demanded.delete(name) && !absent;
    const check = checkOf(property, context) ?? (must || others ? "anything" : undefined);
    if (check !== undefined) (must ? required : optional).push([memberKey(name), check]);
  }
  for (const name of demanded) required.push([memberKey(name), "anything"]);
  const rules = [{ members: required }, { members: optional }, others ?? []].flat();
  const shaped = required.length > 0 || optional.length > 0 || others !== undefined;
  const size = [schema.minProperties ?? 0, schema.maxProperties ?? []].flat();
  const counted = [
    ...(size.length > 1 || size[0] !== 0 ? [called("size", ...size.map(String))] : []),
    ...(strict ? byName(schema, unnamed, context) : []),
  ];
  const sized = counted.length > 0;
  if (!shaped && !sized) return [];
  const guarded = (): readonly Expression[] => [...counted, ...(shaped ? [called("members", ...rules)] : [])];
  const whole = (): readonly Expression[] => [called("object", ...rules)];
  return [{ guarded, ...(sized ? {} : { whole }) }];
}

/** Returns the rules for members by patterns of their names, and for all names. */
function byName(
  { patternProperties, properties = {}, propertyNames }: SpecSchema,
  unnamed: Expression | undefined,
  context: CheckContext,
): readonly Expression[] {
  const cases = Object.entries(patternProperties ?? {}).map(
    ([pattern, schema]) => [memberKey(pattern), checkOf(schema, context) ?? "anything"] as const,
  );
  const names = propertyNames && checkOf(propertyNames, context);
  const known = { list: Object.keys(properties).map(literal) };
  return [
    ...(cases.length ? [called("patterned", unnamed ?? "anything", known, { members: cases })] : []),
    ...(names === undefined ? [] : [called("named", names)]),
  ];
}

function valued(schema: SpecSchema): readonly Expression[] {
  const allowed = schema.const === undefined ? schema.enum : [schema.const];
  if (!allowed) return [];
  const simple = allowed.every((value) => typeof value !== "object" || value === null);
  return [called(simple ? "values" : "deep", ...allowed.map(literal))];
}

/** Whether a schema allows only null. */
const isNull = ({ type, enum: values, ...rest }: SpecSchema): boolean =>
  (values ? values.every((value) => value === null) : [type].flat().join() === "null") &&
  rest.$ref === undefined;

/** Returns the rule that one alternative, or exactly one, fits; null among them is handled separately. */
function alternatives(
  rule: "any" | "one",
  group: readonly SpecSchema[] | undefined,
  context: CheckContext,
): readonly Expression[] {
  const others = group?.filter((schema) => !isNull(schema));
  if (!group || !others?.length) return group ? [called("kinds", '["null"]')] : [];
  const checks = others.map(
    (schema) => checkOf(schema, context) ?? (rule === "one" ? "anything" : undefined),
  );
  // If one alternative allows everything, so do all together.
  const known = checks.filter((check) => check !== undefined);
  const [first] = known;
  if (known.length < checks.length || first === undefined) return [];
  const found = known.length > 1 ? called(rule, ...known) : first;
  return others.length < group.length ? (found === "anything" ? [] : [called("maybe", found)]) : [found];
}

/** Whether a schema requires an object but nothing of its members. */
const isBareObject = ({ type, ...rest }: SpecSchema): boolean =>
  [type].flat().join() === "object" && !Object.keys(rest).some((word) => demanding.has(word));

const demanding = new Set(
  "allOf anyOf oneOf not enum const properties additionalProperties patternProperties required minProperties maxProperties".split(
    " ",
  ),
);

/** Whether a schema accepts only objects; cyclic references are followed a few times at most. */
function isObject(schema: SpecSchema, model: Model, depth = 0): boolean {
  const target = schema.$ref === undefined ? schema : model.spec.schemas[refKey(schema.$ref)];
  if (target === undefined || depth > 9) return false;
  return (
    typesOf(target).join() === "object" ||
    (target.allOf ?? []).some((schema) => isObject(schema, model, depth + 1))
  );
}

function combined(schema: SpecSchema, context: CheckContext): readonly Expression[] {
  const { model } = context;
  const parts = schema.allOf ?? [];
  const found: Expression[] = parts.flatMap((part) =>
    isBareObject(part) && parts.some((other) => other !== part && isObject(other, model))
      ? []
      : (checkOf(part, context) ?? []),
  );
  // A discriminator only saves trying the other alternatives, which servers do anyway.
  const cases = context.strict ? undefined : casesOf(model.spec, schema);
  if (cases) {
    const members = cases.flatMap(({ key, values }) => {
      const check = checkOf({ $ref: refTo(key) }, context) ?? "anything";
      return values.map((value) => [memberKey(value), check] as const);
    });
    found.push(called("choice", literal(schema.discriminator?.propertyName ?? ""), { members }));
  } else {
    found.push(...alternatives("any", schema.anyOf, context), ...alternatives("one", schema.oneOf, context));
  }
  const excluded = schema.not && checkOf(schema.not, context);
  if (excluded !== undefined) found.push(called("not", excluded));
  return found;
}
