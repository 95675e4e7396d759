import type { Json } from "../../../lib/index.ts";
import type { SpecOperation, SpecSchema } from "../../spec.ts";
import { annotations, resolve, shapeOf } from "../shape.ts";
import { fits } from "./fits.ts";
import { success } from "./media.ts";
import type { Draft } from "./record.ts";
import { no, quoted } from "./refusal.ts";
import type { Answer, Frame } from "./types.ts";

/** How much of a record an object has. */
export function common({ spec, possible }: Draft, schema: SpecSchema): number {
  const names = Object.keys(shapeOf(spec, schema)?.properties ?? {});
  return names.filter((name) => possible.has(name)).length;
}

/** The value that a member must have where it tells nothing of the record. */
export function fixedValue({ spec }: Draft, name: string, schema: SpecSchema): Json | undefined {
  const found = resolve(spec, schema);
  const types = new Set([found.type ?? []].flat());
  if (found.const !== undefined) return found.const;
  if (found.enum?.length === 1) return found.enum[0];
  if (types.has("null")) return null;
  if (types.has("boolean") && /^(success|successful|ok|deleted)$/i.test(name)) return true;
  if (types.has("array") && /^(errors|warnings|messages|included)$/i.test(name) && !found.minItems) return [];
  const members = /^_?(links|meta|metadata)$/i.test(name) ? shapeOf(spec, found) : undefined;
  return members && members.required.size === 0 ? {} : undefined;
}

/** Whether what is stored fits what is answered of it: which members that may be, and what else it has. */
export function shownOf(
  draft: Draft,
  schema: SpecSchema,
): { readonly only?: readonly string[]; readonly fixed: Readonly<Record<string, Json>> } {
  const { spec, possible, always, collection } = draft;
  const shape = shapeOf(spec, schema) ?? no("its answer is no plain JSON object");
  const fixed: Record<string, Json> = {};
  for (const [name, member] of Object.entries(shape.properties)) {
    if (collection.hidden.includes(name)) continue;
    const needed = shape.required.has(name);
    const value =
      needed && !always.has(name) && !possible.has(name) ? fixedValue(draft, name, member) : undefined;
    if (value !== undefined) fixed[name] = value;
    else if (needed && !always.has(name)) no(`its answer has ${quoted(name)}, which no request carries`);
    if (!(possible.get(name) ?? []).every((stored) => fits(spec, [stored, member])))
      no(`${quoted(name)} is answered otherwise than it is sent`);
  }
  for (const name of shape.required)
    if (!Object.hasOwn(shape.properties, name) && !always.has(name))
      no(`its answer has ${quoted(name)}, which no request carries`);
  const names = Object.keys(shape.properties);
  const covers = [...possible.keys(), ...always].every(
    (name) => collection.hidden.includes(name) || names.includes(name),
  );
  return { fixed, ...(covers && !(shape.closed && draft.open) ? {} : { only: names }) };
}

/** The member of an answer that is most of a record: where it is, and how much of one. */
function place(
  draft: Draft,
  schema: SpecSchema,
  depth = 0,
): { readonly path: readonly string[]; readonly common: number } {
  const own = { path: [], common: common(draft, schema) };
  const shape = depth < 2 ? shapeOf(draft.spec, schema) : undefined;
  const inner = Object.entries(shape?.properties ?? {}).map(([name, member]) => {
    const found = place(draft, resolve(draft.spec, member), depth + 1);
    return { path: [name, ...found.path], common: found.common };
  });
  return inner.reduce((best, one) => (one.common > best.common ? one : best), own);
}

interface Framed {
  readonly frame: Frame;
  readonly only?: readonly string[];
}

function framed(draft: Draft, schema: SpecSchema, [name, ...path]: readonly string[]): Framed {
  if (name === undefined) {
    const { only, fixed } = shownOf(draft, schema);
    return { frame: { is: "record", schema, fixed }, ...(only ? { only } : {}) };
  }
  const shape = shapeOf(draft.spec, schema);
  const member = shape?.properties[name];
  if (!shape || !member) return no("its answer is no plain JSON object");
  const { frame, only } = framed(draft, member, path);
  const members: Record<string, Frame> = { [name]: frame };
  for (const other of shape.required) {
    if (other === name) continue;
    const value = fixedValue(draft, other, shape.properties[other] ?? {});
    if (value === undefined) no(`its answer has ${quoted(other)}, which storage does not know`);
    else members[other] = { is: "fixed", value };
  }
  return { frame: { is: "object", members }, ...(only ? { only } : {}) };
}

/** Whether a schema takes every object: what has been written is an answer then as good as any. */
const isAnyObject = (schema: SpecSchema): boolean =>
  Object.entries(schema).every(
    ([key, value]) => annotations.has(key) || value === undefined || (key === "type" && value === "object"),
  );

/** How an operation on one record answers. */
export function answerOf(
  draft: Draft,
  operation: SpecOperation,
  { otherwise, reads = false }: { readonly otherwise: number; readonly reads?: boolean },
): Answer {
  const { status, schema } = success(operation, otherwise);
  if (!schema) return reads ? no("its answer has no body") : { status };
  if (!reads && isAnyObject(resolve(draft.spec, schema)))
    return { status, frame: { is: "record", schema, fixed: {} } };
  const found = place(draft, schema);
  if (reads && found.common === 0) no("its answer has nothing of its records");
  return { status, ...framed(draft, schema, found.path) };
}
