import type { Spec, SpecOperation, SpecResponse, SpecSchema } from "../../spec.ts";
import { annotations, formOf, jsonOf, resolve, shapeOf } from "../shape.ts";
import { no } from "./refusal.ts";
import { flat, type Flat } from "./spread.ts";

/** Whether a schema takes every object. */
export const isAnyObject = (schema: SpecSchema): boolean =>
  Object.entries(schema).every(
    ([key, value]) => annotations.has(key) || value === undefined || (key === "type" && value === "object"),
  );

/** What is described as being of any media type, JSON among them. */
const anyOf = (content: SpecResponse["content"]): SpecSchema | undefined =>
  Object.entries(content).find(
    ([type, { schema }]) =>
      /^(\*|application)\/\*$/.test(type) && schema !== undefined && schema.type !== "string",
  )?.[1].schema;

/** The first success that is described; what has none can't be answered. */
export function success(
  operation: SpecOperation,
  otherwise: number,
): { readonly status: number; readonly schema?: SpecSchema } {
  const found = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  const [key, response] =
    found ?? Object.entries(operation.responses).find(([status]) => status === "default") ?? [];
  if (key === undefined || !response) return no("no success is described");
  const status = /^\d+$/.test(key) ? Number(key) : otherwise;
  if (Object.values(response.headers).some(({ required }) => required)) return no("its answer needs headers");
  if (Object.keys(response.content).length === 0 || status === 204) return { status };
  const json = jsonOf(response.content);
  const schema = json?.schema ?? anyOf(response.content) ?? (json ? {} : undefined);
  return schema ? { status, schema } : no("its answer is no JSON");
}

/** What a request brings: all of its body, or what its one member holds. */
export interface Body {
  readonly shape: Flat;
  readonly within?: string;
  /** Names of members as they are sent, with those by which answers have them. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** A request may bring nothing at all. */
  readonly optional: boolean;
}

function wholes(spec: Spec, operation: SpecOperation): readonly Body[] {
  const content = operation.requestBody?.content;
  const json = jsonOf(content);
  const shape = shapeOf(spec, (json ?? formOf(content))?.schema, { sized: true });
  if (!shape) return no("its body is no plain object");
  const optional = operation.requestBody?.required !== true;
  const whole: Body = { shape, optional };
  const [[within, member] = [], ...others] = Object.entries(shape.properties);
  if (!json || within === undefined || !member || others.length) return [whole];
  const inner = shapeOf(spec, resolve(spec, member), { sized: true });
  const inside = inner && { shape: inner, within, optional: optional || !shape.required.has(within) };
  return inside ? [inside, whole] : [whole];
}

/** The ways to read a body as members of a record: the first that makes sense counts. */
export const bodiesOf = (spec: Spec, operation: SpecOperation): readonly Body[] =>
  wholes(spec, operation).flatMap((body) => {
    const shape = flat(spec, body.shape, false);
    return shape ? [{ ...body, shape }, body] : [body];
  });

/** The ways to read an answer as a record. */
export function shapesOf(spec: Spec, schema: SpecSchema): readonly Flat[] {
  const shape = shapeOf(spec, schema);
  const other = shape && flat(spec, shape, true);
  return [shape, other].filter((one) => one !== undefined);
}

/** The objects that an answer is or holds, up to two members deep, the outermost first; each with the ways to read it. */
export function objectsIn(spec: Spec, schema: SpecSchema, depth = 0): readonly (readonly Flat[])[] {
  const { type, items, oneOf, anyOf } = resolve(spec, schema);
  if (type === "array" && items && depth === 0) return objectsIn(spec, items, 1);
  const parts = depth === 0 ? (oneOf ?? anyOf) : undefined;
  if (parts) return parts.flatMap((part) => objectsIn(spec, part, 1));
  const shapes = shapesOf(spec, schema);
  const inner = depth < 2 ? Object.values(shapes[0]?.properties ?? {}) : [];
  return [shapes, ...inner.flatMap((member) => objectsIn(spec, member, depth + 1))];
}

/** What the lists hold that an answer is or holds. */
export function listedIn(spec: Spec, schema: SpecSchema, depth = 0): readonly SpecSchema[] {
  const found = resolve(spec, schema);
  if (found.type === "array") return found.items ? [found.items] : [];
  if (depth > 2) return [];
  const parts = depth === 0 ? (found.oneOf ?? found.anyOf) : undefined;
  if (parts) return parts.flatMap((part) => listedIn(spec, part, 1));
  const members = Object.values(shapeOf(spec, found)?.properties ?? {});
  return members.flatMap((member) => listedIn(spec, member, depth + 1));
}
