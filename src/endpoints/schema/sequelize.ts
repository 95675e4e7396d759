import type { Args, ExternalValue, Value } from "../evaluate/types.ts";
import { constant, external, object, result, textOf, unknown } from "../evaluate/value.ts";

/** The models defined on a sequelize connection, by name. */
const defined = new WeakMap<ExternalValue, Map<string, ExternalValue>>();

const isConnection = (of: ExternalValue): boolean => of.args !== undefined && /sequelize/i.test(of.path);

/** Stores the model of `sequelize.define("Note", columns)`. */
export function define(callee: ExternalValue, args: Args): void {
  const name = textOf(args.list[0]);
  if (callee.name !== "define" || name === undefined || !callee.of || !isConnection(callee.of)) return;
  const models = defined.get(callee.of) ?? new Map<string, ExternalValue>();
  defined.set(callee.of, models.set(name, result(callee, args)));
}

/** `sequelize.models.Note` */
export const modelNamed = (of: ExternalValue, name: string): Value | undefined =>
  of.name === "models" && of.of ? defined.get(of.of)?.get(name) : undefined;

/** The error of a model that refuses to store a record. */
export const refused = (): Value => ({
  ...object([
    ["name", constant("SequelizeValidationError")],
    ["message", unknown],
    ["errors", unknown],
  ]),
  base: external("sequelize.ValidationError"),
});
