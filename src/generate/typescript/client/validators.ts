import type { SpecSchema } from "../../../api/index.ts";
import { helpers, refKey, typesOf, nameOf, type Direction, type Model } from "./model.ts";
import { literal } from "./names.ts";

/** Lines of a check, deeper by two spaces for each block; variables are numbered within one function. */
class Writer {
  readonly lines: string[] = [];
  #depth = 1;
  #count = 0;

  line(text: string): void {
    this.lines.push("  ".repeat(this.#depth) + text);
  }

  block(head: string, body: () => void): void {
    this.branches([[head, body]], "}");
  }

  /** `if … { } else if … { }` and so on: heads without the closing brace of the branch before. */
  branches(branches: readonly (readonly [string, () => void])[], tail: string): void {
    for (const [i, [head, body]] of branches.entries()) {
      this.line(i ? `} else ${head}` : head);
      this.#depth += 1;
      body();
      this.#depth -= 1;
    }
    this.line(tail);
  }

  name(stem: string): string {
    this.#count += 1;
    return stem + String(this.#count);
  }
}

interface Place {
  /** Expression of the value and of its path. */
  readonly value: string;
  readonly path: string;
  readonly out: string;
}

interface Context {
  readonly model: Model;
  readonly direction: Direction;
  readonly writer: Writer;
  /** Before each name of another check. */
  readonly prefix: string;
  /** Servers refuse what a schema closes itself against, and check formats. */
  readonly strict?: boolean;
  /** Binary strings are Blobs here: in forms, not in JSON. */
  readonly binary?: boolean;
}

/** How checks are written: for answers that a client gets, or for requests that a server gets. */
export interface Manner {
  readonly strict?: boolean;
  readonly binary?: boolean;
}

const tests: Readonly<Record<string, (value: string) => string>> = {
  null: (value) => `${value} === null`,
  string: (value) => `typeof ${value} === "string"`,
  boolean: (value) => `typeof ${value} === "boolean"`,
  number: (value) => `typeof ${value} === "number"`,
  integer: (value) => `isInteger(${value})`,
  array: (value) => `isArray(${value})`,
  object: (value) => `isObject(${value})`,
};

/** The expression of a path one step further; two literals in a row become one. */
const further = (path: string, text: string): string =>
  path.endsWith('"') ? path.slice(0, -1) + literal(text).slice(1) : `${path} + ${literal(text)}`;

const fail = (place: Place, message: string): string =>
  `${place.out}.push({ path: ${place.path}, message: ${literal(message)} });`;
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
const article = (type: string): string =>
  type === "null" ? "null" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;

const check = (schema: SpecSchema, place: Place, context: Context): void => {
  const { writer } = context;
  if (schema.$ref !== undefined) {
    const name = nameOf(context.model, refKey(schema.$ref), context.direction);
    if (name !== undefined)
      writer.line(`${context.prefix}check${name}(${place.value}, ${place.path}, ${place.out});`);
    return;
  }
  if (schema.not && Object.keys(schema.not).length === 0)
    return writer.line(fail(place, "must not be there"));
  if (context.binary && schema.type === "string" && schema.format === "binary")
    return writer.line(`if (!isBlob(${place.value})) ${fail(place, "must be a file")}`);
  const types = typesOf(schema);
  const bodies = typed(schema, place, context, types);
  if (types.length) chain(types, bodies, place, writer);
  else
    for (const [type, body] of bodies) writer.block(`if (${tests[type]?.(place.value) ?? "true"}) {`, body);
  values(schema, place, writer);
  combined(schema, place, context);
};

/** A branch for each type that demands more; what is of no type at all fails. */
function chain(
  types: readonly string[],
  bodies: ReadonlyMap<string, () => void>,
  place: Place,
  writer: Writer,
): void {
  const wrong = fail(place, `must be ${listed(types.map(article))}`);
  const test = (type: string): string => tests[type]?.(place.value) ?? "true";
  const plain = types.filter((type) => !bodies.has(type)).map(test);
  const last = plain.length ? `if (!(${plain.join(" || ")})) ${wrong}` : wrong;
  const deep = types.flatMap((type) => {
    const body = bodies.get(type);
    return body ? [[`if (${test(type)}) {`, body] as const] : [];
  });
  if (deep.length) writer.branches(deep, `} else ${last}`);
  else writer.line(last);
}

/** What a value of each type must satisfy besides being of that type. */
function typed(
  schema: SpecSchema,
  place: Place,
  context: Context,
  types: readonly string[],
): ReadonlyMap<string, () => void> {
  const found = new Map<string, () => void>();
  const wanted = (type: string): boolean => types.length === 0 || types.includes(type);
  const bounds = bound(schema, place, context);
  if (bounds.number && types.includes("integer")) found.set("integer", bounds.number);
  else if (bounds.number && wanted("number")) found.set("number", bounds.number);
  if (bounds.string && wanted("string")) found.set("string", bounds.string);
  const listed =
    bounds.array ?? schema.items ?? schema.prefixItems ?? (context.strict ? schema.contains : undefined);
  if (listed && wanted("array")) found.set("array", () => array(schema, place, context, bounds.array));
  const shaped =
    schema.properties ??
    schema.required ??
    schema.additionalProperties ??
    bounds.object ??
    (context.strict ? (schema.patternProperties ?? schema.propertyNames) : undefined);
  if (shaped && wanted("object")) found.set("object", () => object(schema, place, context, bounds.object));
  return found;
}

type Bounds = { readonly [K in "number" | "string" | "array" | "object"]?: () => void };

/** Formats that servers check; the runtime of servers knows the same. */
const formats: Readonly<Record<string, string>> = {
  date: "a date such as 2026-01-31",
  time: "a time such as 12:00:00Z",
  "date-time": "a date and time such as 2026-01-31T12:00:00Z",
  email: "an e-mail address",
  uuid: "a UUID",
  uri: "a URL",
  url: "a URL",
  hostname: "a host name",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  byte: "in base64",
};
const int32 = 2_147_483_648;

function bound(schema: SpecSchema, place: Place, { writer, strict }: Context): Bounds {
  const rule = (given: unknown, condition: string, message: string): readonly string[] =>
    given === undefined ? [] : [`if (${condition}) ${fail(place, message)}`];
  const v = place.value;
  const number: string[] = [
    ...rule(schema.minimum, `${v} < ${schema.minimum}`, `must be at least ${schema.minimum}`),
    ...rule(schema.maximum, `${v} > ${schema.maximum}`, `must be at most ${schema.maximum}`),
    ...rule(
      schema.exclusiveMinimum,
      `${v} <= ${schema.exclusiveMinimum}`,
      `must be more than ${schema.exclusiveMinimum}`,
    ),
    ...rule(
      schema.exclusiveMaximum,
      `${v} >= ${schema.exclusiveMaximum}`,
      `must be less than ${schema.exclusiveMaximum}`,
    ),
    ...rule(
      schema.multipleOf,
      `!isMultiple(${v}, ${schema.multipleOf})`,
      `must be a multiple of ${schema.multipleOf}`,
    ),
  ];
  if (strict && schema.format === "int32" && schema.type === "integer")
    number.push(`if (${v} < ${-int32} || ${v} >= ${int32}) ${fail(place, "must fit 32 bits")}`);
  const format =
    strict && schema.format !== undefined && Object.hasOwn(formats, schema.format)
      ? schema.format
      : undefined;
  const length = `textLength(${v})`;
  const string = [
    ...rule(
      schema.minLength || undefined,
      `${length} < ${schema.minLength}`,
      `must have at least ${schema.minLength} characters`,
    ),
    ...rule(
      schema.maxLength,
      `${length} > ${schema.maxLength}`,
      `must have at most ${schema.maxLength} characters`,
    ),
    ...rule(
      schema.pattern,
      `!matches(${v}, ${literal(schema.pattern ?? "")})`,
      `must match ${schema.pattern}`,
    ),
    ...rule(format, `!isFormat(${v}, ${literal(format ?? "")})`, `must be ${formats[format ?? ""] ?? ""}`),
  ];
  const array = [
    ...rule(
      schema.minItems || undefined,
      `${v}.length < ${schema.minItems}`,
      `must have at least ${schema.minItems} items`,
    ),
    ...rule(
      schema.maxItems,
      `${v}.length > ${schema.maxItems}`,
      `must have at most ${schema.maxItems} items`,
    ),
    ...rule(schema.uniqueItems, `!isUnique(${v})`, "must have no item twice"),
  ];
  const object = [
    ...rule(
      schema.minProperties || undefined,
      `Object.keys(${v}).length < ${schema.minProperties}`,
      `must have at least ${schema.minProperties} properties`,
    ),
    ...rule(
      schema.maxProperties,
      `Object.keys(${v}).length > ${schema.maxProperties}`,
      `must have at most ${schema.maxProperties} properties`,
    ),
  ];
  const emit = (lines: readonly string[]): (() => void) | undefined =>
    lines.length ? () => lines.forEach((line) => writer.line(line)) : undefined;
  const all = { number: emit(number), string: emit(string), array: emit(array), object: emit(object) };
  return Object.fromEntries(Object.entries(all).filter(([, body]) => body !== undefined));
}

const says = (schema: SpecSchema | undefined, strict = false): schema is SpecSchema =>
  schema !== undefined && (checks(schema) || (strict && checksStrictly(schema)));

/** What only servers check. */
const checksStrictly = (schema: SpecSchema): boolean =>
  [schema.format, schema.contains, schema.patternProperties, schema.propertyNames].some(
    (part) => part !== undefined,
  );

/** Whether a schema demands anything at all. */
export const checks = (schema: SpecSchema): boolean =>
  schema.$ref !== undefined ||
  schema.type !== undefined ||
  schema.enum !== undefined ||
  schema.const !== undefined ||
  schema.not !== undefined ||
  [
    schema.allOf,
    schema.anyOf,
    schema.oneOf,
    schema.properties,
    schema.required,
    schema.items,
    schema.prefixItems,
  ].some((part) => part !== undefined) ||
  [
    schema.additionalProperties,
    schema.minimum,
    schema.maximum,
    schema.minLength,
    schema.maxLength,
    schema.pattern,
    schema.exclusiveMinimum,
    schema.exclusiveMaximum,
    schema.multipleOf,
    schema.minItems,
    schema.maxItems,
    schema.uniqueItems,
    schema.minProperties,
    schema.maxProperties,
  ].some((part) => part !== undefined);

function array(schema: SpecSchema, place: Place, context: Context, bounds: (() => void) | undefined): void {
  const { writer } = context;
  bounds?.();
  const fixed = schema.prefixItems ?? [];
  for (const [i, item] of fixed.entries()) {
    if (!says(item, context.strict)) continue;
    const value = writer.name("v");
    writer.block(`if (${place.value}.length > ${i}) {`, () => {
      writer.line(`const ${value}: unknown = ${place.value}[${i}];`);
      check(item, { ...place, value, path: further(place.path, `/${i}`) }, context);
    });
  }
  if (context.strict && says(schema.contains, true)) contains(schema.contains, place, context);
  const rest = schema.items;
  if (!says(rest, context.strict)) return;
  if (rest.not && Object.keys(rest.not).length === 0)
    return writer.line(
      `if (${place.value}.length > ${fixed.length}) ${fail(place, `must have at most ${fixed.length} items`)}`,
    );
  const i = writer.name("i");
  const item = writer.name("item");
  writer.block(`for (let ${i} = ${fixed.length}; ${i} < ${place.value}.length; ${i}++) {`, () => {
    writer.line(`const ${item}: unknown = ${place.value}[${i}];`);
    check(rest, { ...place, value: item, path: `${further(place.path, "/")} + ${i}` }, context);
  });
}

/** At least one item must satisfy a schema. */
function contains(schema: SpecSchema, place: Place, context: Context): void {
  const { writer } = context;
  const [count, item, out] = [writer.name("n"), writer.name("item"), writer.name("out")];
  writer.line(`let ${count} = 0;`);
  writer.block(`for (const ${item} of ${place.value}) {`, () => {
    writer.line(`const ${out}: Issue[] = [];`);
    check(schema, { ...place, value: item, out }, context);
    writer.line(`if (${out}.length === 0) ${count} += 1;`);
  });
  writer.line(`if (${count} === 0) ${fail(place, "must contain an item of another kind")}`);
}

function object(schema: SpecSchema, place: Place, context: Context, bounds: (() => void) | undefined): void {
  const { writer, direction } = context;
  bounds?.();
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {});
  // What only the other side sends may be missing here, whatever `required` says.
  const absent = new Set(
    properties
      .filter(([, one]) => (direction === "input" ? one.readOnly : one.writeOnly))
      .map(([name]) => name),
  );
  for (const [name, property] of properties) {
    const demanded = required.has(name) && !absent.has(name);
    if (!demanded && !says(property, context.strict)) continue;
    const value = writer.name("v");
    const inner = {
      ...place,
      value,
      path: further(place.path, `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    };
    writer.line(`const ${value}: unknown = ${member(place.value, name)};`);
    const missing = demanded ? `if (${value} === undefined) ${fail(inner, "is required")}` : undefined;
    if (!says(property, context.strict)) {
      if (missing !== undefined) writer.line(missing);
    } else {
      if (missing !== undefined) writer.line(missing);
      writer.block(`${missing === undefined ? "" : "else "}if (${value} !== undefined) {`, () =>
        check(property, inner, context),
      );
    }
  }
  for (const name of required) {
    if (Object.hasOwn(schema.properties ?? {}, name)) continue;
    writer.line(
      `if (${member(place.value, name)} === undefined) ${fail({ ...place, path: further(place.path, `/${name}`) }, "is required")}`,
    );
  }
  additional(schema, place, context);
}

const member = (value: string, name: string): string =>
  name === "__proto__" ||
  name === "constructor" ||
  name === "toString" ||
  name === "valueOf" ||
  name === "hasOwnProperty"
    ? `own(${value}, ${literal(name)})`
    : `${value}[${literal(name)}]`;

/** Names of members that a server refuses, and what it demands of those whose names match a pattern. */
function strictly(schema: SpecSchema, place: Place, context: Context): void {
  const { writer } = context;
  const rest = schema.additionalProperties;
  const closed = rest?.not !== undefined && Object.keys(rest.not).length === 0;
  const patterns = Object.entries(schema.patternProperties ?? {});
  const names = says(schema.propertyNames, true) ? schema.propertyNames : undefined;
  if (
    !closed &&
    !patterns.some(([, one]) => says(one, true)) &&
    !names &&
    !(patterns.length && says(rest, true))
  )
    return;
  const name = writer.name("k");
  const value = writer.name("v");
  const inner = { ...place, value, path: `${further(place.path, "/")} + escaped(${name})` };
  const known = Object.keys(schema.properties ?? {}).map((one) => `${name} !== ${literal(one)}`);
  const unmatched = [...known, ...patterns.map(([pattern]) => `!matches(${name}, ${literal(pattern)})`)];
  const others = unmatched.length ? `if (${unmatched.join(" && ")}) ` : "";
  const reads = patterns.some(([, one]) => says(one, true)) || (!closed && patterns.length > 0);
  const head = reads
    ? `for (const [${name}, ${value}] of Object.entries(${place.value})) {`
    : `for (const ${name} of Object.keys(${place.value})) {`;
  writer.block(head, () => {
    if (names) check(names, { ...inner, value: name }, context);
    for (const [pattern, one] of patterns)
      if (says(one, true))
        writer.block(`if (matches(${name}, ${literal(pattern)})) {`, () => check(one, inner, context));
    if (closed) writer.line(`${others}${fail(inner, "is not a known property")}`);
    else if (patterns.length && says(rest, true))
      writer.block(`${others}{`, () => check(rest, inner, context));
  });
}

function additional(schema: SpecSchema, place: Place, context: Context): void {
  if (context.strict) strictly(schema, place, context);
  const rest = schema.additionalProperties;
  const patterns = schema.patternProperties;
  if (patterns || !says(rest, context.strict)) return;
  // An object that answers more than the document knows is no error of the caller's.
  if (rest.not && Object.keys(rest.not).length === 0) return;
  const { writer } = context;
  const name = writer.name("k");
  const known = Object.keys(schema.properties ?? {});
  const value = writer.name("v");
  writer.block(`for (const ${name} of Object.keys(${place.value})) {`, () => {
    if (known.length)
      writer.line(`if (${known.map((one) => `${name} === ${literal(one)}`).join(" || ")}) continue;`);
    writer.line(`const ${value}: unknown = ${place.value}[${name}];`);
    check(rest, { ...place, value, path: `${further(place.path, "/")} + ${name}` }, context);
  });
}

function values(schema: SpecSchema, place: Place, writer: Writer): void {
  const simple = (value: unknown): boolean => typeof value !== "object" || value === null;
  const allowed = schema.const === undefined ? schema.enum : [schema.const];
  if (!allowed) return;
  const conditions = allowed.map((value) =>
    simple(value) ? `${place.value} === ${literal(value)}` : `isEqual(${place.value}, ${literal(value)})`,
  );
  const shown = allowed.slice(0, 12).map((value) => JSON.stringify(value));
  const message =
    `must be ${shown.length > 1 ? "one of " : ""}${shown.join(", ")}${allowed.length > 12 ? ", …" : ""}`.slice(
      0,
      300,
    );
  writer.line(`if (!(${conditions.join(" || ")})) ${fail(place, message)}`);
}

function combined(schema: SpecSchema, place: Place, context: Context): void {
  const { writer } = context;
  for (const one of schema.allOf ?? []) if (says(one, context.strict)) check(one, place, context);
  if (schema.anyOf && schema.anyOf.every((one) => says(one, context.strict)))
    alternatives(schema.anyOf, place, context, "any");
  if (schema.oneOf) alternatives(schema.oneOf, place, context, "one");
  if (schema.not && Object.keys(schema.not).length) {
    const out = writer.name("out");
    writer.line(`const ${out}: Issue[] = [];`);
    check(schema.not, { ...place, out }, context);
    writer.line(`if (${out}.length === 0) ${fail(place, "must not match what the schema excludes")}`);
  }
}

function alternatives(
  schemas: readonly SpecSchema[],
  place: Place,
  context: Context,
  how: "any" | "one",
): void {
  const { writer } = context;
  const count = writer.name("n");
  writer.line(`let ${count} = 0;`);
  for (const one of schemas) {
    if (!says(one, context.strict)) {
      writer.line(`${count} += 1;`);
      continue;
    }
    const out = writer.name("out");
    writer.block("{", () => {
      writer.line(`const ${out}: Issue[] = [];`);
      check(one, { ...place, out }, context);
      writer.line(`if (${out}.length === 0) ${count} += 1;`);
    });
  }
  writer.line(
    how === "any"
      ? `if (${count} === 0) ${fail(place, "must match one of its alternatives")}`
      : `if (${count} !== 1) ${fail(place, "must match exactly one of its alternatives")}`,
  );
}

/** A check of an inline schema, as an arrow function; undefined where it would check nothing. */
export function checkText(
  model: Model,
  schema: SpecSchema,
  direction: Direction,
  manner: Manner = {},
): string | undefined {
  if (!says(schema, manner.strict)) return undefined;
  if (schema.$ref !== undefined) {
    const name = nameOf(model, refKey(schema.$ref), direction);
    return name === undefined ? undefined : `c.check${name}`;
  }
  const writer = new Writer();
  check(
    schema,
    { value: "value", path: "at", out: "out" },
    { model, direction, writer, prefix: "c.", ...manner },
  );
  if (writer.lines.length === 0) return undefined;
  return `(value: unknown, at: string, out: Issue[]): void => {\n${writer.lines.join("\n")}\n}`;
}

export const usedHelpers = (text: string): readonly string[] =>
  helpers.filter((name) => new RegExp(`(?<![.\\w"])${name}\\(`).test(text));

/** A check for each schema; nothing runs at import, so that a bundler drops what nobody uses. */
export function validatorsModule(model: Model): string {
  const out = (["output", "input"] as const).flatMap((direction) =>
    [...(direction === "output" ? model.names : model.inputs)].map(([schemaKey, name]) =>
      namedCheck(model, { schemaKey, name, direction }),
    ),
  );
  return checksModule(out, { runtime: "./runtime.js", types: "./types.js" });
}

/** The checks of what a server receives. */
export function requestChecksModule(model: Model, from: ChecksFrom): string {
  const out = [...model.names.keys()].map((schemaKey) =>
    namedCheck(
      model,
      { schemaKey, name: nameOf(model, schemaKey, "input") ?? "", direction: "input" },
      { strict: true },
    ),
  );
  return checksModule(out, from);
}

interface ChecksFrom {
  readonly runtime: string;
  readonly types: string;
}

interface NamedCheck {
  readonly schemaKey: string;
  readonly name: string;
  readonly direction: Direction;
}

function namedCheck(model: Model, { schemaKey, name, direction }: NamedCheck, manner: Manner = {}): string {
  const writer = new Writer();
  const schema = model.spec.schemas[schemaKey] ?? {};
  check(
    schema,
    { value: "value", path: "at", out: "out" },
    { model, direction, writer, prefix: "", ...manner },
  );
  const parameters = writer.lines.length ? "value, at, out" : "";
  return `export const check${name}: Check<m.${name}> = (${parameters}) => {\n${writer.lines.join("\n")}${writer.lines.length ? "\n" : ""}};\n`;
}

function checksModule(out: readonly string[], { runtime, types: typesFrom }: ChecksFrom): string {
  const text = out.join("\n");
  const used = usedHelpers(text);
  const types = ["Check", ...(text.includes(": Issue[]") ? ["Issue"] : [])];
  return out.length === 0
    ? "export {};\n"
    : `import type { ${types.join(", ")} } from "${runtime}";\n${used.length ? `import { ${used.join(", ")} } from "${runtime}";\n` : ""}import type * as m from "${typesFrom}";\n\n${text}`;
}
