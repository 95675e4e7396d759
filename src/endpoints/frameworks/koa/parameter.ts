import type { Args, Machine, Value } from "../../evaluate/types.ts";
import { constant, external, list, textOf, texts, truth, unknown } from "../../evaluate/value.ts";
import { check } from "../../schema/validate.ts";
import { objectOf, schemaValue, shape, type Shape } from "../../schema/kinds.ts";
import { input } from "../observe.ts";
import { httpError } from "../statuses.ts";
import type { JsonSchema } from "../../../schema/index.ts";
import { inTable } from "../../../lib/index.ts";

const types: Readonly<Record<string, JsonSchema>> = {
  int: { type: "integer" },
  integer: { type: "integer" },
  id: { type: "string" },
  number: { type: "number" },
  bool: { type: "boolean" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  dateTime: { type: "string", format: "date-time" },
  datetime: { type: "string", format: "date-time" },
  email: { type: "string", format: "email" },
  url: { type: "string", format: "uri" },
  array: { type: "array", items: {} },
  object: { type: "object" },
};

/** `"string"`, `"string?"`, `{ type: "int", required: false }`, `["a", "b"]`. */
function ruleOf(rule: Value): Shape {
  if (rule.kind === "list")
    return shape({ type: "string", enum: rule.items.flatMap((one) => [...texts(one)]) });
  const type = rule.kind === "object" ? rule.props.get("type") : rule;
  const named = textOf(type) ?? "string";
  const required = rule.kind === "object" ? rule.props.get("required") : undefined;
  const isOptional = named.endsWith("?") || (required !== undefined && truth(required) === false);
  return shape(inTable(types, named.replace(/\?$/, "")) ?? { type: "string" }, isOptional);
}

/** `ctx.verifyParams(rules)` of koa-parameter: what breaks them is answered with 422. */
export function verified({ list: [rules, of] }: Args, { m }: { readonly m: Machine }): Value {
  if (rules?.kind !== "object") return unknown;
  const method = m.run?.method ?? "";
  const value = of ?? input(method === "get" || method === "head" ? "query" : "body");
  check(value, schemaValue(objectOf([...rules.props].map(([name, rule]) => [name, ruleOf(rule)]))), m);
  const error = httpError(422, external("koa-parameter.InvalidParamError"), constant("Validation Failed"));
  error.props.set("code", constant("INVALID_PARAM"));
  error.props.set("errors", list([unknown]));
  m.throws.push(error);
  return unknown;
}
