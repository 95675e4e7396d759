import type { Args, ExternalValue, Machine, Value } from "../evaluate/types.ts";
import { result, textOf } from "../evaluate/value.ts";

/** What each model of a program was made of, by its name. */
const made = new WeakMap<Machine, Map<string, Value[]>>();

/**
 * `mongoose.model("Note", schema)`, and `mongoose.model("Note")` of another module, which asks for the same model:
 * that one may run before the schema is told, so all of a name share what the model is made of.
 */
export function modelOfName(callee: ExternalValue, given: Args, m: Machine): Value | undefined {
  const [named, schema] = given.list;
  const name = textOf(named);
  if (callee.name !== "model" || !callee.path.startsWith("mongoose.") || !named || name === undefined)
    return undefined;
  const models = made.get(m) ?? new Map<string, Value[]>();
  made.set(m, models);
  const list = models.get(name) ?? [named];
  models.set(name, list);
  if (schema && list.length === 1) list.push(schema);
  // a test's, or another connection's, of the same name
  const isOther = schema !== undefined && list[1] !== schema;
  return isOther ? undefined : result(callee, { ...given, list });
}
