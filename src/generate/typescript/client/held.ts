import type { SpecSchema } from "../../../api/index.ts";
import type { Held } from "../../specification/held.ts";
import { isInt64 } from "../../specification/int64.ts";

interface Leaf {
  readonly type: string;
  /** Functions that convert it from and to JSON; no `send` if JSON does that itself. */
  readonly read: string;
  readonly send?: string;
}

const times: Readonly<Record<string, Leaf>> = {
  "date date-time": { type: "Date", read: "toDate" },
  "temporal date-time": { type: "Temporal.Instant", read: "toInstant" },
  "temporal date": { type: "Temporal.PlainDate", read: "toPlainDate" },
};

/** Returns how a value of a type is represented, if not as in JSON. */
export function leafOf(schema: SpecSchema, type: string, { dates, int64 }: Held): Leaf | undefined {
  if (schema.enum !== undefined || schema.const !== undefined) return undefined;
  if (type === "string") return times[`${dates} ${schema.format}`];
  return int64 === "string" && isInt64(schema) && (type === "integer" || type === "number")
    ? { type: "string", read: "toText", send: "toInteger" }
    : undefined;
}
