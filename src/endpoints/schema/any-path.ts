import type { ExternalValue, Value } from "../evaluate/types.ts";
import { propOf, textOf } from "../evaluate/value.ts";
import { chain, type Step } from "./chain.ts";

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
