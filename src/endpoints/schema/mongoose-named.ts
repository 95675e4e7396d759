import type { Args, ExternalValue, Machine, Value } from "../evaluate/types.ts";
import { result, textOf } from "../evaluate/value.ts";

/** The values that each model was created from, by name. */
const modelsByMachine = new WeakMap<Machine, Map<string, Value[]>>();

/**
 * `mongoose.model("Note", schema)`, and `mongoose.model("Note")` in another module, which refers to the same model. The
 * latter may run before the schema is known, so all calls with one name share their arguments.
 */
export function modelOfName(callee: ExternalValue, args: Args, m: Machine): Value | undefined {
  const [named, schema] = args.list;
  const name = textOf(named);
  if (callee.name !== "model" || !callee.path.startsWith("mongoose.") || !named || name === undefined)
    return undefined;
  const models = modelsByMachine.get(m) ?? new Map<string, Value[]>();
  modelsByMachine.set(m, models);
  const list = models.get(name) ?? [named];
  models.set(name, list);
  if (schema && list.length === 1) list.push(schema);
  // a model of the same name in a test or for another connection
  const isOther = schema !== undefined && list[1] !== schema;
  return isOther ? undefined : result(callee, { ...args, list });
}
