import { randomBytes, randomUUID } from "node:crypto";
import { hooks } from "../hooks/index.ts";
import { hashSecret } from "../password.ts";
import { Problem } from "../problem.ts";
import type { Binding, BodyRules } from "./bindings.ts";
import { type Call, type Members, asStored, isObject, member } from "./call.ts";
import { valuesOf } from "./conditions.ts";
import type { Row, Store, Table } from "./store.ts";

// Databases hold every character but the null character and half a surrogate pair.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/;

/** What a body brings, by column. */
export function brought(table: Table, rules: BodyRules, body: unknown): readonly Members[] {
  const whole = rules.within.reduce<unknown>(member, body);
  if (unstorable.test(JSON.stringify(whole) ?? ""))
    throw new Problem(400, [{ path: "", message: "has a character that can't be stored" }]);
  const records = rules.many ? (Array.isArray(whole) ? whole : []) : [whole];
  return records.map((record: unknown) => {
    const inner = rules.spread === undefined ? undefined : member(record, rules.spread);
    const members = { ...(isObject(record) ? record : {}), ...(isObject(inner) ? inner : {}) };
    return Object.fromEntries(
      Object.entries(rules.columns).flatMap(([name, column]) => {
        const value = Object.hasOwn(members, name) ? members[name] : undefined;
        const kept = value === undefined ? undefined : asStored(table, column, value);
        return kept === undefined ? [] : [[column, kept]];
      }),
    );
  });
}

export const now = (): string => new Date().toISOString();

const slugOf = (text: unknown): string =>
  String(text ?? "")
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 100) || "record";

/** A slug that no other record has. */
export async function freeSlug(store: Store, table: Table, column: string, text: unknown): Promise<string> {
  const slug = slugOf(text);
  const isTaken = (await store.count(table, [{ column, how: "in", values: [slug] }])) > 0;
  return isTaken ? slug + "-" + randomBytes(4).toString("hex") : slug;
}

/** Values that no request brings: ids, times, what a column has at first. */
export async function completed(
  table: Table,
  values: Members,
  call: Pick<Call, "store" | "caller">,
): Promise<Row> {
  const row: Record<string, unknown> = { ...values };
  const isHooked = Object.entries(table.columns).some(
    ([name, { set }]) => set?.by === "hook" && row[name] === undefined,
  );
  for (const [name, { set }] of Object.entries(table.columns)) {
    if (row[name] !== undefined || !set) continue;
    if (set.by === "uuid") row[name] = randomUUID();
    else if (set.by === "prefix")
      row[name] = set.prefix + randomUUID().replaceAll("-", "").slice(-set.digits);
    else if (set.by === "now" || set.by === "change") row[name] = now();
    else if (set.by === "caller")
      row[name] = call.caller === undefined ? undefined : asStored(table, name, call.caller);
    else if (set.by === "value") row[name] = set.value;
    else if (set.by === "slug") row[name] = await freeSlug(call.store, table, name, row[set.of]);
  }
  if (!isHooked) return row;
  const more: Members = await (hooks[table.name]?.(row) ?? {});
  return { ...more, ...row };
}

/** Secrets as they are stored. */
export async function hashed(table: Table, values: Members): Promise<Members> {
  const entries = Object.entries(values).map(async ([name, value]) => {
    const isSecret = table.columns[name]?.secret === true && typeof value === "string";
    return [name, isSecret ? await hashSecret(value) : value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

export async function setsOf(binding: Binding, table: Table, call: Call): Promise<Members> {
  const found: Record<string, unknown> = {};
  for (const [column, source] of Object.entries(binding.sets ?? {})) {
    const values = await valuesOf(source, call);
    if (!values) continue;
    if (values.length === 0 && source.from === "select") throw new Problem(404);
    if (values.length) found[column] = asStored(table, column, values[0]);
  }
  return found;
}

/** The columns that a replacing body has no values for are as they were at first. */
export const emptied = (table: Table, { columns }: BodyRules, values: Members): Members =>
  Object.fromEntries(
    Object.values(columns)
      .filter(
        (name) =>
          values[name] === undefined &&
          table.columns[name]?.required !== true &&
          !table.key.includes(name) &&
          table.columns[name]?.secret !== true,
      )
      .map((name) => [name, null]),
  );

/** A record after operations of JSON Patch on its members. */
export function patched(table: Table, row: Row, operations: unknown): Members {
  const changes: Record<string, unknown> = {};
  for (const step of Array.isArray(operations) ? (operations as readonly Members[]) : []) {
    const name = String(step["path"] ?? "").replace(/^\//, "");
    if (!Object.hasOwn(table.columns, name) || table.key.includes(name))
      throw new Problem(400, [{ path: "", message: "has a path that leads to no member" }]);
    if (step["op"] === "test" && JSON.stringify(row[name]) !== JSON.stringify(step["value"]))
      throw new Problem(409);
    if (step["op"] === "add" || step["op"] === "replace")
      changes[name] = asStored(table, name, step["value"]);
    if (step["op"] === "remove") changes[name] = null;
  }
  return changes;
}
