import { named, type Json, inTable } from "../../lib/index.ts";
import { args } from "../evaluate/machine.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { ExternalValue, Machine, Value } from "../evaluate/types.ts";
import { items, texts } from "../evaluate/value.ts";
import {
  any,
  anything,
  choices,
  both,
  chosen,
  objectOf,
  partial,
  requiring,
  shape,
  type Shape,
  chain,
  type Step,
} from "./kinds.ts";

/** Libraries whose schemas are built by calls. Their method names are much the same. */
export const builders =
  /^(?:zod|joi|yup|@hapi\/joi|@sinclair\/typebox|typebox|@fastify\/type-provider-typebox|valibot|@hono\/zod-openapi|superstruct|elysia|celebrate|myzod|zod-openapi|nestjs-zod|@asteasolutions\/zod-to-openapi|koa-joi-router|koa-zod-router|fastify-zod|fluent-json-schema|fluent-schema|next-safe-action)/;

export interface Reader {
  readonly m: Machine;
  read(value: Value | undefined): Shape;
}

type Builder = (step: Step, before: Shape, reader: Reader) => Shape;

const typed =
  (schema: JsonSchema): Builder =>
  () =>
    shape(schema);

const first = ({ args }: Step): Value | undefined => args?.list[0];

/** A schema that all arguments must match. */
const intersection: Builder = ({ args }, _before, reader) =>
  shape(
    (args?.list ?? [])
      .flatMap((value) => items(value))
      .map((value) => reader.read(value).schema)
      .reduce(both, {}),
  );

function members(of: Value | undefined, reader: Reader): JsonSchema {
  if (of?.kind === "object" && !of.host) {
    const schema = objectOf([...of.props].map(([name, value]) => [name, reader.read(value)]));
    return of.rest ? both(reader.read(of.rest).schema, schema) : schema;
  }
  return of && of.kind !== "const" ? reader.read(of).schema : { type: "object" };
}

/** `{ id: true }` or `["id"]` or `"id", "name"`. */
function names({ args }: Step): readonly string[] | undefined {
  const [one] = args?.list ?? [];
  if (!one) return undefined;
  if (one.kind === "object") return [...one.props.keys()];
  return (args?.list ?? []).flatMap((value) => items(value)).flatMap((value) => texts(value));
}

const object: Builder = (step, _before, reader) => shape(members(first(step), reader));
const extend: Builder = (step, before, reader) =>
  shape(both(before.schema, members(first(step), reader)), before.optional);
const wrapped: Builder = (step, _before, reader) => reader.read(first(step));
const optional: Builder = (step, before, reader) =>
  shape(step.args?.list[0] ? reader.read(first(step)).schema : before.schema, true);

const union: Builder = ({ args }, _before, reader) => {
  const argumentValues = args?.list ?? [];
  // further arguments after a list are options
  const members = argumentValues[0]?.kind === "list" ? argumentValues.slice(0, 1) : argumentValues;
  const all = members.flatMap((value) => items(value)).filter(({ kind }) => kind !== "const");
  return all.length ? shape(any(all.map((value) => reader.read(value).schema))) : anything;
};

const enumeration: Builder = ({ args }) => {
  const values = (args?.list ?? [])
    .flatMap((value) => (value.kind === "object" ? [...value.props.values()] : items(value)))
    .flatMap((value) => (value.kind === "const" && value.value !== undefined ? [value.value] : []));
  return values.length ? shape(choices(values as Json[])) : shape({ type: "string" });
};

const array: Builder = (step, before, reader) => {
  const value = first(step);
  const of = value && value.kind !== "const" ? reader.read(value).schema : before.schema;
  return shape({ type: "array", items: of });
};

const integer = { type: "integer" } as const;
const number = { type: "number" } as const;
const string = { type: "string" } as const;
const boolean = { type: "boolean" } as const;

const bound =
  (key: string): Builder =>
  ({ args }, before) => {
    const value = args?.list[0];
    const n = value?.kind === "const" && typeof value.value === "number" ? value.value : undefined;
    const names: Readonly<Record<string, readonly [string, string]>> = {
      min: ["minLength", "minimum"],
      max: ["maxLength", "maximum"],
    };
    const isText = before.schema.type === "string";
    const isNumber = before.schema.type === "number" || before.schema.type === "integer";
    const called = isText ? inTable(names, key)?.[0] : isNumber ? inTable(names, key)?.[1] : undefined;
    return n === undefined || called === undefined
      ? before
      : shape({ ...before.schema, [called]: n }, before.optional);
  };

const format =
  (name: string): Builder =>
  (_step, before) =>
    shape({ type: "string", format: name }, before.optional);

const after: Builder = ({ args }, before, reader) =>
  union({ name: "", args: args && { ...args, list: args.list.slice(1) } }, before, reader);
const joining: Builder = (step, before, reader) =>
  shape(both(before.schema, reader.read(first(step)).schema));

/** The effect of each method on the schema before it, by lower-case name. */
const table: Readonly<Record<string, Builder>> = {
  ...named("object strictobject looseobject", object),
  ...named("keys shape extend append safeextend", extend),
  ...named("intersection intersect composite", intersection),
  ...named("union alternatives try", union),
  ...named("variant discriminatedunion", after),
  ...named("merge concat", joining),
  ...named("array set items of", array),
  ...named("string text", typed(string)),
  ...named("number float", typed(number)),
  ...named("boolean bool", typed(boolean)),
  ...named("literal enum nativeenum valid equal enums picklist", enumeration),
  ...named("optional nullish notrequired exactoptional optionalnullable", optional),
  ...named("uuid guid", format("uuid")),
  ...named("url uri", format("uri")),
  ...named("date", typed({ type: "string", format: "date-time" })),
  ...named("datetime isodate", format("date-time")),
  ...named("any unknown", () => anything),
  ...named("wrap createzoddto", wrapped),
  ...named("unwrap schema coerce", (_step, before) => before),
  email: format("email"),
  bigint: typed(integer),
  tuple: typed({ type: "array", items: {} }),
  record: typed({ type: "object" }),
  min: bound("min"),
  max: bound("max"),
  compile: (step, before, reader) =>
    first(step)?.kind === "object" ? shape(members(first(step), reader)) : before,
  prop: ({ args }, before, reader) => {
    const [name] = texts(args?.list[0]);
    const found = args?.list[1] ? reader.read(args.list[1]) : anything;
    return name === undefined
      ? before
      : shape(both(before.schema, objectOf([[name, found]])), before.optional);
  },
  and: (step, before, reader) =>
    step.args?.list.some(({ kind }) => kind === "external") ? joining(step, before, reader) : before,
  oneof: (step, before, reader) =>
    before === anything ? union(step, before, reader) : enumeration(step, before, reader),
  or: (step, before, reader) => shape(any([before.schema, reader.read(first(step)).schema])),
  integer: (_step, before) =>
    shape(before.schema.type === "string" ? before.schema : integer, before.optional),
  int: (_step, before) => shape(integer, before.optional),
  default: (_step, before) => shape(before.schema, true),
  required: (step, before) =>
    before.schema.properties && names(step)?.length !== 0
      ? shape(requiring(before.schema, names(step)))
      : shape({ ...before.schema }, false),
  nullable: (step, before, reader) => {
    const schema = first(step) ? reader.read(first(step)).schema : before.schema;
    // a value that may be anything may also be null
    return shape(schema.type ? { ...schema, nullable: true } : schema, before.optional);
  },
  partial: (step, before, reader) =>
    first(step)?.kind === "external"
      ? shape(partial(reader.read(first(step)).schema))
      : shape(partial(before.schema, names(step))),
  deeppartial: (_step, before) => shape(partial(before.schema)),
  omit: (step, before, reader) => picked(step, { before, reader }, false),
  pick: (step, before, reader) => picked(step, { before, reader }, true),
  lazy: (step, _before, { read, m }) => {
    const fn = first(step);
    return read(fn?.kind === "function" ? m.call(fn, args([])) : undefined);
  },
  preprocess: ({ args }, _before, reader) => reader.read(args?.list[1]),
  pipe: (step, before, reader) =>
    step.args?.list.length && before === anything ? wrapped(step, before, reader) : before,
};

function picked(step: Step, { before, reader }: { before: Shape; reader: Reader }, keep: boolean): Shape {
  const [schema, list] = step.args?.list ?? [];
  const isFunctional = schema?.kind === "external" && list !== undefined;
  const of = isFunctional ? reader.read(schema).schema : before.schema;
  const called = new Set(isFunctional ? items(list).flatMap((item) => texts(item)) : (names(step) ?? []));
  return shape(chosen(of, (name) => called.has(name) === keep));
}

/** The schema that a builder's calls create; `undefined` for any other value. */
export function built(value: ExternalValue, reader: Reader): Shape | undefined {
  const { root, steps } = chain(value);
  if (!builders.test(root)) return undefined;
  const isRequired = steps.some(({ name }) => name === "required");
  const now = apply(anything, steps, reader);
  return /joi|celebrate|^yup|^fluent/i.test(root) ? shape(now.schema, !isRequired) : now;
}

/** Applies a builder's steps to a schema. */
export const apply = (start: Shape, steps: readonly Step[], reader: Reader): Shape =>
  steps.reduce((now, step) => {
    const name = step.name.toLowerCase();
    const builder = step.args && inTable(table, name);
    return builder ? builder(step, now, reader) : now;
  }, start);
