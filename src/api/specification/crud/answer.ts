import type { Json } from "../../../lib/index.ts";
import type { SpecOperation, SpecSchema } from "../../spec.ts";
import { resolve, shapeOf } from "../shape.ts";
import { fits } from "./fits.ts";
import { isAnyObject, shapesOf, success } from "./media.ts";
import type { Draft } from "./record.ts";
import { no, quoted } from "./refusal.ts";
import type { Flat, Spread } from "./spread.ts";
import type { Answer, Frame, Known } from "./types.ts";
import { inTable } from "../../../lib/index.ts";

const shared = ({ possible }: Draft, { properties }: Flat): number =>
  Object.keys(properties).filter((name) => possible.has(name)).length;

/** The reading of an answer that has most of a record. */
export const recordShape = (draft: Draft, schema: SpecSchema): Flat | undefined =>
  shapesOf(draft.spec, schema).toSorted((a, b) => shared(draft, b) - shared(draft, a))[0];

/** How much of a record an object has. */
export function common(draft: Draft, schema: SpecSchema): number {
  const shape = recordShape(draft, schema);
  return shape ? shared(draft, shape) : 0;
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

/** How a record stands in an answer. */
interface Shown {
  readonly only?: readonly string[];
  readonly fixed: Readonly<Record<string, Json>>;
  readonly spread?: Spread;
}

/** Whether what is stored fits what is answered of it: which members that may be, and what else it has. */
export function shownOf(draft: Draft, schema: SpecSchema): Shown {
  const { spec, possible, always, collection } = draft;
  const shape = recordShape(draft, schema) ?? no("its answer is no plain JSON object");
  const fixed: Record<string, Json> = {};
  for (const [name, member] of Object.entries(shape.properties)) {
    if (collection.hidden.includes(name)) continue;
    const needed = shape.required.has(name);
    const value =
      needed && !always.has(name) && !possible.has(name) ? fixedValue(draft, name, member) : undefined;
    if (value !== undefined) fixed[name] = value;
    else if (needed && !always.has(name)) no(`its answer has ${quoted(name)}, which no request carries`);
    const place = { depth: 0, path: [name], known: new Map<string, Known>() };
    if (!(possible.get(name) ?? []).every((stored) => fits(spec, [stored, member], place)))
      no(`${quoted(name)} is answered otherwise than it is sent`);
  }
  for (const name of shape.required)
    if (!Object.hasOwn(shape.properties, name) && !always.has(name))
      no(`its answer has ${quoted(name)}, which no request carries`);
  const names = Object.keys(shape.properties);
  const covers = [...possible.keys(), ...always].every(
    (name) => collection.hidden.includes(name) || names.includes(name),
  );
  const { spread } = shape;
  return {
    fixed,
    ...(covers && !(shape.closed && draft.open) && !spread ? {} : { only: names }),
    ...(spread ? { spread } : {}),
  };
}

/** The member of an answer that is most of a record: where it is, and how much of one. */
function place(draft: Draft, schema: SpecSchema, depth = 0): Found {
  const { type, items, minItems = 0, maxItems = 1 } = resolve(draft.spec, schema);
  if (type === "array" && items && depth === 0 && minItems <= 1 && maxItems >= 1) {
    const found = place(draft, items, 1);
    return { path: [item, ...found.path], common: found.common };
  }
  const own: Found = { path: [], common: common(draft, schema) };
  const shape = depth < 2 ? shapeOf(draft.spec, schema) : undefined;
  const inner = Object.entries(shape?.properties ?? {}).map(([name, member]): Found => {
    const found = place(draft, resolve(draft.spec, member), depth + 1);
    return { path: [name, ...found.path], common: found.common };
  });
  return inner.reduce((best, one) => (one.common > best.common ? one : best), own);
}

/** Stands for the one item of a list in the way to a record. */
const item = Symbol("item");
type Way = readonly (string | typeof item)[];

interface Found {
  readonly path: Way;
  readonly common: number;
}

interface Framed {
  readonly frame: Frame;
  readonly only?: readonly string[];
}

function framed(draft: Draft, schema: SpecSchema, [name, ...path]: Way): Framed {
  if (name === undefined) {
    const { only, ...shown } = shownOf(draft, schema);
    return { frame: { is: "record", schema, ...shown }, ...(only ? { only } : {}) };
  }
  if (name === item) {
    const { frame, only } = framed(draft, resolve(draft.spec, schema).items ?? {}, path);
    return { frame: { is: "one", item: frame }, ...(only ? { only } : {}) };
  }
  const shape = shapeOf(draft.spec, schema);
  const member = inTable(shape?.properties ?? {}, name);
  if (!shape || !member) return no("its answer is no plain JSON object");
  const { frame, only } = framed(draft, member, path);
  const members: Record<string, Frame> = { [name]: frame };
  for (const other of shape.required) {
    if (other === name) continue;
    const value = fixedValue(draft, other, inTable(shape.properties, other) ?? {});
    if (value === undefined) no(`its answer has ${quoted(other)}, which storage does not know`);
    else members[other] = { is: "fixed", value };
  }
  return { frame: { is: "object", members }, ...(only ? { only } : {}) };
}

const typesOf = (schema: SpecSchema): readonly string[] =>
  schema.type === undefined && schema.properties ? ["object"] : [schema.type ?? []].flat();

/** Of the alternatives of an answer that no value can be two of, the one that is most of a record. */
export function chosen(draft: Draft, schema: SpecSchema, size: (one: SpecSchema) => number): SpecSchema {
  const { oneOf, anyOf, ...rest } = resolve(draft.spec, schema);
  const parts = (oneOf ?? anyOf ?? []).map((part) => resolve(draft.spec, part));
  const [best] = parts.toSorted((a, b) => size(b) - size(a));
  if (!best || !isAnyObject({ ...rest, type: "object" }) || (oneOf && anyOf)) return schema;
  const types = typesOf(best);
  const others = parts.filter((part) => part !== best).map(typesOf);
  const isApart = (one: readonly string[]): boolean =>
    one.length > 0 && types.length > 0 && !one.some((type) => types.includes(type));
  return anyOf || others.every(isApart) ? best : schema;
}

/** How an operation on one record answers. */
export function answerOf(
  draft: Draft,
  operation: SpecOperation,
  { otherwise, reads = false }: { readonly otherwise: number; readonly reads?: boolean },
): Answer {
  const { status, schema } = success(operation, otherwise);
  if (!schema) return reads ? no("its answer has no body") : { status };
  // What has been written is an answer then as good as any.
  if (isAnyObject(resolve(draft.spec, schema))) return { status, frame: { is: "record", schema, fixed: {} } };
  const answer = chosen(draft, schema, (one) => place(draft, one).common);
  const found = place(draft, answer);
  if (reads && found.common === 0) no("its answer has nothing of its records");
  return { status, ...framed(draft, answer, found.path) };
}
