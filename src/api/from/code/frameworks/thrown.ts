import type { Value } from "../evaluate/types.ts";
import { numbers } from "../evaluate/value.ts";

/** The statuses that an error carries, by the names that frameworks look for. */
export function thrownStatus(error: Value): readonly number[] {
  if (error.kind === "either") return error.of.flatMap(thrownStatus);
  if (error.kind !== "object") return [];
  const held = error.props.get("status") ?? error.props.get("statusCode") ?? error.props.get("status_code");
  return held ? numbers(held).filter((status) => status >= 400) : [];
}
