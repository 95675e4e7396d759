import type { Spec } from "../../spec.ts";
import { shapeOf, type Shape } from "../shape.ts";

/** Where most of a record stands: `attributes` beside `id` and `type`, as JSON:API has it. */
export interface Spread {
  readonly member: string;
  /** Members of the record that stand in it; all others stand beside it. */
  readonly names: readonly string[];
}

export interface Flat extends Shape {
  readonly spread?: Spread;
}

const member = "attributes";
const beside: ReadonlySet<string> = new Set(["id", "type", "relationships", "links", "meta"]);

/**
 * An object of JSON:API with the members of its attributes among its own; undefined where it is none, or where two of them
 * have one name.
 * @param answered whether it is an answer, which has attributes in any case
 */
export function flat(spec: Spec, shape: Shape, answered: boolean): Flat | undefined {
  const { [member]: attributes, ...others } = shape.properties;
  const inner = attributes && shapeOf(spec, attributes, { sized: !answered });
  if (!inner || !Object.keys(others).every((name) => beside.has(name))) return undefined;
  const names = Object.keys(inner.properties);
  if (names.some((name) => Object.hasOwn(others, name))) return undefined;
  const needed = answered || shape.required.has(member) ? [...inner.required] : [];
  return {
    properties: { ...others, ...inner.properties },
    required: new Set([...[...shape.required].filter((name) => name !== member), ...needed]),
    closed: shape.closed && inner.closed,
    spread: { member, names },
  };
}
