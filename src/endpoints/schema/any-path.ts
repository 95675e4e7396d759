import type { ExternalValue, Value } from "../evaluate/types.ts";
import { propOf, textOf } from "../evaluate/value.ts";
import { chain, type Step } from "./kinds.ts";

const harmless = /^(?:string|String|object|Object|describe|meta|openapi|optional|trim)$/;

/** Whether a schema accepts any text: each further step may refuse one. */
const isAnyText = (value: Value): boolean => {
  if (value.kind === "object")
    return (
      textOf(value.props.get("type")) === "string" &&
      [...value.props.keys()].every((name) => /^(?:type|description|title|example)$/.test(name))
    );
  // `Type.String({ format: "uuid" })`
  const isBare = ({ name, args }: Step): boolean =>
    harmless.test(name) && !(/^string$/i.test(name) && args?.list.length);
  return value.kind === "external" && callsOf(value).every(isBare);
};

const callsOf = (value: ExternalValue): readonly Step[] => chain(value).steps.filter(({ args }) => args);

/** Whether a schema of headers requires none, and accepts any text for those it lists. */
export const takesAnyHeaders = (schema: Value): boolean =>
  schema.kind === "object" && !schema.props.has("required") && takesAnyPath(schema);

/** Whether a schema accepts every path parameter, so that it never fails. */
export function takesAnyPath(schema: Value): boolean {
  const calls = schema.kind === "external" ? callsOf(schema) : [];
  const isPlain = calls.every(({ name }) => harmless.test(name));
  const members =
    schema.kind === "object"
      ? propOf(schema, "properties")
      : isPlain
        ? calls.find(({ name }) => /^object$/i.test(name))?.args?.list[0]
        : undefined;
  return members?.kind === "object" && !members.rest && [...members.props.values()].every(isAnyText);
}

/** Steps of a builder after which a text is still one that anybody can make up. */
const factories = new Set(
  (
    "string str number int integer boolean bool date datetime object keys coerce describe meta openapi label optional " +
    "required nullable nullish default trim lowercase uppercase touppercase tolowercase min max length nonempty uuid " +
    "guid email url uri ip iso positive nonnegative unknown any strict passthrough loose options"
  ).split(" "),
);
/** The same for JSON Schema. */
const plain =
  /^(?:type|format|description|title|examples?|default|minLength|maxLength|minimum|maximum|nullable)$/;

/** Whether everybody can make up a value that a schema accepts, without knowing one of the program's. */
const canMakeUp = (value: Value): boolean =>
  value.kind === "object"
    ? [...value.props.keys()].every((name) => plain.test(name))
    : value.kind === "external" && callsOf(value).every(({ name }) => factories.has(name.toLowerCase()));

/**
 * The members of a schema that accept only values which the program knows, such as a constant or a pattern; `undefined`
 * if its members are unknown.
 */
export function guessedIn(schema: Value): readonly string[] | undefined {
  if (schema.kind === "class" || schema.kind === "shape") return [];
  const step =
    schema.kind === "external"
      ? callsOf(schema).find(({ name }) => /^(?:\w*object|keys)$/i.test(name))?.args?.list[0]
      : schema;
  const members = step && (propOf(step, "properties") ?? step);
  if (members?.kind !== "object" || members.rest) return undefined;
  return [...members.props].flatMap(([name, value]) => (canMakeUp(value) ? [] : [name]));
}
