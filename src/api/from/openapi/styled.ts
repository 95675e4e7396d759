import { isObject } from "../../../lib/index.ts";
import type { ParameterStyle } from "../../spec.ts";
import { styles, usualStyle, type Kind, type Place } from "../../specification/styles.ts";
import { below, type At } from "./document.ts";
import { oneOf, type Node, type OperationContext } from "./frame.ts";

type StyleContext = Pick<OperationContext, "warn" | "warnOnce" | "swagger" | "find">;

/** The object that has a style, and what reads it. */
interface Reading {
  readonly at: At;
  readonly context: StyleContext;
}

interface Styled {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly inner?: ParameterStyle;
}

const isStyle = (value: unknown): value is ParameterStyle =>
  typeof value === "string" && Object.hasOwn(styles, value);

const quoted = (value: unknown): string => JSON.stringify(value).slice(0, 40);

/** Returns the style of a place, as given or the default; any other is reported as broken. */
function placed(style: unknown, place: Place, { at, context }: Reading): ParameterStyle {
  if (style === undefined) return usualStyle[place];
  if (isStyle(style) && (context.swagger || styles[style].places.includes(place))) return style;
  const defined = Object.entries(styles).flatMap(([name, { places }]) =>
    places.includes(place) ? [name] : [],
  );
  const where = place === "form" ? "member of a form" : `${place} parameter`;
  context.warn(
    below(at, "style"),
    `has the style ${quoted(style)}, which OpenAPI does not define for a ${where}: write ${oneOf(defined)} (--lenient sends and reads it as ${usualStyle[place]})`,
    true,
  );
  return usualStyle[place];
}

/** Returns whether a style is exploded. `deepObject` has only one form, so its default of false counts as true. */
function exploded(value: unknown, style: ParameterStyle, { at, context }: Reading): boolean {
  const { explode: defined } = styles[style];
  const explode = typeof value === "boolean" ? value : (defined ?? (style === "form" || style === "cookie"));
  if (context.swagger || defined === undefined || explode === defined) return explode;
  context.warn(
    below(at, "explode"),
    `has the style ${quoted(style)} with explode: ${explode}, which OpenAPI does not define: write explode: ${defined} (--lenient sends and reads it as ${explode ? "form" : "explode: true"})`,
    true,
  );
  return true;
}

const kinds: readonly Kind[] = ["single", "array", "object"];
const kindOfType: Readonly<Record<string, readonly Kind[]>> = {
  string: ["single"],
  number: ["single"],
  integer: ["single"],
  boolean: ["single"],
  array: ["array"],
  object: ["object"],
  null: [],
};
const combiners = ["allOf", "anyOf", "oneOf"] as const;
const maxSchemas = 50;

/** Returns the kinds of values that a schema may describe: all if it doesn't say. */
function kindsOf(
  value: unknown,
  at: At,
  { find, seen }: { readonly find: StyleContext["find"]; readonly seen: Set<unknown> },
): readonly Kind[] {
  const found = seen.size < maxSchemas ? find(value, at) : undefined;
  if (!found || seen.has(found.node)) return kinds;
  const { node } = found;
  seen.add(node);
  const types = [node["type"]].flat().filter((type) => type !== undefined);
  if (types.length)
    return types.flatMap((type) =>
      typeof type === "string" && Object.hasOwn(kindOfType, type) ? (kindOfType[type] ?? []) : kinds,
    );
  if (isObject(node["properties"])) return ["object"];
  const parts = combiners.flatMap((key) => {
    const list: unknown = node[key];
    return Array.isArray(list)
      ? list.map((item: unknown, i) => [item, below(found.at, key, i)] as const)
      : [];
  });
  return parts.length ? parts.flatMap(([one, place]) => kindsOf(one, place, { find, seen })) : kinds;
}

/** Checks that a style is defined for a kind of value that its schema describes. */
function checkKind(style: ParameterStyle, described: readonly Kind[], { at, context }: Reading): void {
  const { kinds: defined } = styles[style];
  if (context.swagger || !defined || described.length === 0) return;
  if (described.some((kind) => defined.includes(kind))) return;
  const what = `has the style ${quoted(style)} for values that are no ${oneOf(defined)}`;
  if (style === "deepObject")
    context.warnOnce(
      below(at, "style"),
      `${what}, which OpenAPI leaves open: lists are sent and read as name[0]=, others as name= (the first place of all)`,
    );
  else
    context.warn(
      below(at, "style"),
      `${what}, which OpenAPI does not define: write form (--lenient sends and reads it as form)`,
      true,
    );
}

/**
 * Returns how a parameter or form member is serialised, by the table of styles. A combination that OpenAPI doesn't
 * define is reported as broken, and read as the nearest defined one.
 */
export function styleOf(
  node: Node,
  {
    place,
    schema,
    at,
    context,
  }: {
    readonly place: Place;
    /** The schema of the value, with its location. */
    readonly schema: readonly [value: unknown, at: At];
  } & Reading,
): Styled {
  const reading = { at, context };
  const style = placed(node["style"], place, reading);
  if (styles[style].kinds)
    checkKind(style, kindsOf(...schema, { find: context.find, seen: new Set() }), reading);
  const inner = node["inner"];
  return {
    style,
    explode: exploded(node["explode"], style, reading),
    ...(context.swagger && isStyle(inner) ? { inner } : {}),
  };
}
