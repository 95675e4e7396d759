import type { JsonSchema } from "../../schema/index.ts";
import { staticsOf, librariesOf, ownOf } from "../evaluate/classes.ts";
import { methodOfClass } from "../evaluate/lookup.ts";
import { args } from "../evaluate/machine.ts";
import type { ClassValue, Library, Machine, Part, Value } from "../evaluate/types.ts";
import { external, items, list, native, result, textOf, texts, truth, unknown } from "../evaluate/value.ts";
import { fieldType, objectOf, schemaValue, shape, type Shape } from "./kinds.ts";

const isSchema = (cls: ClassValue): boolean =>
  librariesOf(cls).some(({ path }) => /(?:^|\.)(?:marshmallow\w*|ma|flask_marshmallow)\b|Schema$/.test(path));

/** How a schema is read: for loading or dumping, and at which nesting depth. */
interface Look {
  readonly m: Machine;
  readonly isAnswer: boolean;
  readonly depth: number;
}

const inner = (look: Look): Look => ({ ...look, depth: look.depth + 1 });

/** A marshmallow field; `undefined` if it exists only in the other direction. */
function fieldOf(
  value: Value,
  look: Look,
): { readonly key: string | undefined; readonly shape: Shape } | undefined {
  if (value.kind !== "external" || !value.args) return undefined;
  const { named, list } = value.args;
  const { isAnswer } = look;
  if (truth(named.get(isAnswer ? "load_only" : "dump_only") ?? unknown) === true) return undefined;
  const kind = value.of?.name ?? "";
  const key = textOf(named.get("data_key") ?? named.get(isAnswer ? "dump_to" : "load_from"));
  const isRequired = truth(named.get("required") ?? unknown) === true;
  const [first] = list;
  if (kind === "Nested" || kind === "Pluck") {
    if (textOf(first) !== undefined) return isAnswer ? { key, shape: shape({ type: "object" }) } : undefined;
    const nested = first ? schemaShape(first, inner(look)) : undefined;
    const many = truth(named.get("many") ?? unknown) === true;
    const found = nested ?? {};
    return { key, shape: shape(many ? { type: "array", items: found } : found, !isRequired) };
  }
  if (kind === "List")
    return {
      key,
      shape: shape(
        { type: "array", items: (first && fieldOf(first, inner(look))?.shape.schema) ?? {} },
        !isRequired,
      ),
    };
  if (kind === "Method" || kind === "Function" || kind === "Constant")
    return isAnswer ? { key, shape: shape({}) } : undefined;
  return {
    key,
    shape: shape(fieldType(kind), !isRequired),
  };
}

/** The fields that a marshmallow schema loads or dumps: a class, an instance of one, or a dictionary of fields. */
function schemaShape(schema: Value, look: Look): JsonSchema | undefined {
  const { m, isAnswer } = look;
  if (look.depth > 6) return undefined;
  if (schema.kind === "external" && schema.args && schema.of?.name.endsWith("from_dict"))
    return schema.args.list[0] && schemaShape(schema.args.list[0], inner(look));
  if (schema.kind === "function" || schema.kind === "native")
    return schemaShape(m.call(schema, args([])), inner(look));
  const cls = schema.kind === "class" ? schema : schema.kind === "object" ? schema.cls : undefined;
  const options = schema.kind === "object" ? schema.base?.args?.named : undefined;
  const only = new Set(items(options?.get("only")).flatMap((item) => texts(item)));
  const without = new Set(
    [...items(options?.get("exclude")), ...items(options?.get(isAnswer ? "load_only" : "dump_only"))].flatMap(
      (value) => texts(value),
    ),
  );
  const isPartial = truth(options?.get("partial") ?? unknown) === true;
  const members = cls
    ? classMembers(cls, isAnswer)
    : schema.kind === "object" && !schema.host
      ? schema.props
      : undefined;
  if (!members) return undefined;
  const isWanted = (name: string): boolean => !without.has(name) && (only.size === 0 || only.has(name));
  return objectOf(
    [...members].flatMap(([name, value]): readonly (readonly [string, Shape])[] => {
      if (!isWanted(name)) return [];
      const field = fieldOf(value, look);
      return field ? [[field.key ?? name, isPartial ? shape(field.shape.schema, true) : field.shape]] : [];
    }),
  );
}

function classMembers(cls: ClassValue, isAnswer: boolean): ReadonlyMap<string, Value> {
  const found = staticsOf(cls);
  const meta = cls.statics.get("Meta");
  if (meta?.kind === "class") {
    const other = isAnswer ? "load_only" : "dump_only";
    const hidden = [...items(meta.statics.get(other)), ...items(meta.statics.get("exclude"))].flatMap(
      (value) => texts(value),
    );
    for (const name of hidden) found.delete(name);
  }
  return found;
}

/** The result of a schema's hook (`pre_load`, `post_dump`); `undefined` if it has none. */
function hooked(name: string, schema: Value, { value, m }: { value: Value; m: Machine }): Value | undefined {
  const cls = schema.kind === "object" ? schema.cls : schema.kind === "class" ? schema : undefined;
  const hook =
    cls &&
    ownOf(cls)
      .flatMap((one) => one.cls.methods.map((method) => ({ method, one })))
      .find(({ method }) =>
        method.fn.decorators.some((mark) => JSON.stringify(mark).includes(JSON.stringify(name))),
      );
  if (!hook) return undefined;
  const self: Value = schema.kind === "class" ? { kind: "object", props: new Map(), cls: schema } : schema;
  return m.call(methodOfClass({ fn: hook.method.fn, owner: hook.one }, self), {
    ...args([value]),
    open: true,
  });
}

/** The path that a schema reads, after its `pre_load` has unwrapped the input. */
function unwrapped(schema: Value, { part, m }: { part: Part; m: Machine }): readonly string[] {
  const value = hooked("pre_load", schema, { value: { kind: "input", part, path: [] }, m });
  return value?.kind === "input" ? value.path : [];
}

const isMany = (schema: Value, value: Value | undefined): boolean =>
  truth(value ?? (schema.kind === "object" ? schema.base?.args?.named.get("many") : undefined) ?? unknown) ===
  true;

/** The output of a schema for a record or, with `many`, a list of them. */
function dumped(schema: Value, many: Value | undefined, m: Machine): Value {
  const found = schemaShape(schema, { m, isAnswer: true, depth: 0 });
  if (!found?.properties) return unknown;
  const { required: _, ...one } = found;
  const record: Value = { kind: "unknown", says: schemaValue(one) };
  const whole = hooked("post_dump", schema, { value: record, m }) ?? record;
  return isMany(schema, many) ? list([whole]) : whole;
}

function check(schema: Value, at: { part: Part; m: Machine; path?: readonly string[] }): void {
  const found = schemaShape(schema, { m: at.m, isAnswer: false, depth: 0 });
  if (!found?.properties) return;
  at.m.run?.checked.push({
    part: at.part,
    path: [...(at.path ?? []), ...unwrapped(schema, at)],
    schema: schemaValue(found),
  });
}

/** `schema.load(request.json)` in a handler. */
export const marshmallowLibrary: Library = {
  member(_base, name, self, m) {
    if (self.kind !== "object" || !self.cls || !isSchema(self.cls)) return undefined;
    if (name === "dump" || name === "dumps" || name === "jsonify")
      return native(name, (callArgs) => dumped(self, callArgs.named.get("many"), m));
    if (!/^(?:load|validate|loads)$/.test(name)) return undefined;
    return native(name, ({ list: [value] }) => {
      if (value?.kind === "input") check(self, { part: value.part, path: value.path, m });
      if (name === "load") m.throws.push(result(external("marshmallow.ValidationError"), args([])));
      return unknown;
    });
  },
};

export const marshmallow = { check, dumped };
