import type { JsonSchema } from "../../schema/index.ts";
import type { Input } from "../frameworks/contract.ts";
import type { Checked, Machine, Part, Run } from "../evaluate/types.ts";
import { nameOfStep } from "../evaluate/value.ts";
import { schemaOf } from "./index.ts";
import { both, chosen, membersOf, objectOf, shape } from "./kinds.ts";

/** A schema from dotted paths; a longer path refines a shorter one. */
function treeOf(paths: Iterable<string>): JsonSchema {
  const root: Record<string, string[]> = Object.create(null);
  for (const path of paths) {
    const [name = "", ...rest] = path.split(".");
    root[name] = [...(root[name] ?? []), ...(rest.length ? [rest.join(".")] : [])];
  }
  return objectOf(
    Object.entries(root).map(([name, below]) => [
      nameOfStep(name),
      shape(below.length ? treeOf(below) : {}, true),
    ]),
  );
}

/** A schema for the member at a path. */
const at = (path: readonly string[], schema: JsonSchema): JsonSchema =>
  path.reduceRight<JsonSchema>((inner, name) => objectOf([[name, shape(inner)]]), schema);

const checkedOf = (all: readonly Checked[], part: Part, m: Machine): readonly JsonSchema[] =>
  all.filter((item) => item.part === part).map((item) => at(item.path, schemaOf(item.schema, m).schema));

/** Merges schemas at all levels; a validator's schema takes precedence over mere use. */
function deep(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (!a.properties || !b.properties) return a.properties || a.type ? a : both(a, b);
  const members = membersOf(a);
  for (const [name, item] of membersOf(b)) {
    const known = members.get(name);
    members.set(name, known ? shape(deep(known.schema, item.schema), known.optional && item.optional) : item);
  }
  return objectOf(members);
}

/** Removes members that the program overwrites before anyone reads them. */
function prune(schema: JsonSchema, part: Part, { overwritten, reads }: Run): JsonSchema {
  if (!overwritten.size || !schema.properties) return schema;
  return chosen(schema, (name) => !overwritten.has(`${part}:${name}`) || reads.get(part)?.has(name) === true);
}

/** Limits the members in use to those that pass a schema, at each level. */
function within(used: JsonSchema, whole: JsonSchema): JsonSchema {
  if (!used.properties || !whole.properties) return used;
  const known = membersOf(whole);
  return objectOf(
    [...membersOf(used)].flatMap(([name, shape]) => {
      const over = known.get(name);
      return over ? [[name, { ...shape, schema: within(shape.schema, over.schema) }] as const] : [];
    }),
  );
}

function schemaFor(run: Run, part: Part, m: Machine): JsonSchema {
  const checked = checkedOf(run.checked, part, m);
  const used = treeOf(run.reads.get(part) ?? []);
  const stored = checked.length
    ? []
    : checkedOf(run.stored, part, m).map((schema) => prune(schema, part, run));
  const whole = checked.reduce(deep, {});
  const isWhole =
    part === "body" &&
    whole.properties &&
    run.checked.some((item) => item.part === part && !item.path.length && !item.isBeside);
  const known = isWhole ? within(used, whole) : used;
  const all = [whole, ...stored, known].reduce(deep, {});
  const isKnown = all.properties && Object.keys(all.properties).length > 0;
  return isKnown ? all : [...checked, ...checkedOf(run.typed, part, m)].reduce(deep, {});
}

export function inputsOf(run: Run, part: Part, m: Machine): readonly Input[] {
  return [...membersOf(schemaFor(run, part, m))].map(([name, { schema, optional }]) => ({
    name,
    required: !optional,
    schema,
  }));
}

/** The schema and media type of a request's body; `undefined` if nothing reads it. */
export function bodySchema(
  run: Run,
  m: Machine,
): { readonly type: string; readonly schema: JsonSchema } | undefined {
  const body = schemaFor(run, "body", m);
  const files = [...(run.reads.get("file") ?? [])];
  if (files.length) {
    const parts = objectOf(
      files.map((name) => [name.split(".")[0] ?? name, shape({ type: "string", format: "binary" }, true)]),
    );
    return { type: "multipart/form-data", schema: both(body, parts) };
  }
  if (body.properties && Object.keys(body.properties).length)
    return { type: run.form ?? "application/json", schema: body };
  return body.type ? { type: run.form ?? "application/json", schema: body } : undefined;
}
