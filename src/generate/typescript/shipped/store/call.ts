import type { Context } from "../http/serve.ts";
import { tables } from "./resources.ts";
import type { Filter, Row, Store, Table } from "./store.ts";

export type Members = Readonly<Record<string, unknown>>;

/** What an operation works with. */
export interface Call {
  readonly store: Store;
  readonly caller: string | undefined;
  readonly input: object;
  readonly sign: Context["sign"];
  /** Path of the request. */
  readonly path: string;
}

/** What an operation answers; its type is what the document describes. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

export function tableOf(name: string): Table {
  const table = tables[name];
  if (!table) throw new Error("No table is called " + name + ".");
  return table;
}

export const keyOf = (table: Table): string => table.key[0] ?? "id";
export const hasKey = (table: Table, row: Row): readonly Filter[] =>
  table.key.map((column) => ({ column, how: "in", values: [row[column]] }));

/** A value as a column holds it; undefined where no record has such a value. */
export function asStored(table: Table, column: string, value: unknown): unknown {
  const type = table.columns[column]?.type;
  if (value === null || type === undefined || type === "json") return value;
  if (type === "boolean")
    return value === true || value === "true"
      ? true
      : value === false || value === "false"
        ? false
        : undefined;
  if (type === "integer")
    return Number.isSafeInteger(Number(value)) && value !== "" ? Number(value) : undefined;
  if (type === "number") return Number.isFinite(Number(value)) && value !== "" ? Number(value) : undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return type === "uuid" && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? undefined : text;
}

export function callOf({ store, caller, sign, request }: Context, input: object): Call {
  const subject = member(caller, "sub");
  const [path = ""] = (request.url ?? "").split("?");
  return {
    store,
    sign,
    input,
    path: path.replace(/\/$/, ""),
    caller: typeof subject === "string" ? subject : undefined,
  };
}
