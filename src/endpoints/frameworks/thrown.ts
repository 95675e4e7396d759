import { ancestry } from "../evaluate/classes.ts";
import type { Args, Value } from "../evaluate/types.ts";
import { numbers } from "../evaluate/value.ts";
import { statusNamed } from "./statuses.ts";

const names = ["status", "statusCode", "status_code", "code"] as const;

const fromArgs = (args: Args | undefined): readonly number[] =>
  args
    ? [...numbers(args.named.get("status_code")), ...args.list.flatMap((value) => numbers(value))].filter(
        (status) => status >= 100,
      )
    : [];

/** Whether an error extends HTTPException, which carries its own answer. */
export const isHttp = (error: Value): boolean =>
  error.kind === "object" && error.base?.name.endsWith("HTTPException") === true;

/** The statuses of an error: its own, its class's, or from the name of its library class. */
export function thrownStatus(error: Value): readonly number[] {
  if (error.kind === "either") return error.of.flatMap(thrownStatus);
  if (error.kind !== "object") return [];
  const chain = error.cls ? ancestry(error.cls) : [];
  const stores = [error.props, ...chain.flatMap((value) => (value.kind === "class" ? [value.statics] : []))];
  for (const store of stores)
    for (const name of names) {
      const stored = store.get(name);
      const found = stored ? numbers(stored).filter((status) => status >= 300 && status < 600) : [];
      if (found.length) return found;
    }
  if (!error.base) return [];
  const statuses =
    /(?:^|\.)HTTPException$|^Http(?:Exception|Error)$/.test(error.base.path) ||
    /Http(?:Exception|Error)$/i.test(error.base.name)
      ? fromArgs(error.base.args)
      : [];
  if (statuses.length) return statuses;
  const called = statusNamed(error.base.name);
  return called === undefined ? [] : [called];
}
