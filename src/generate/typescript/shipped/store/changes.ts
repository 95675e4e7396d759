import { Problem } from "../problem.ts";
import { answer, only } from "./answers.ts";
import type { Binding } from "./bindings.ts";
import { type Answer, asStored, type Call, hasKey, member, type Members, tableOf } from "./call.ts";
import { filtersOf, requireRecord, valuesOf } from "./conditions.ts";
import { type Filter, Missing, type Row, type Table, Taken } from "./store.ts";
import { brought, completed, emptied, freeSlug, hashed, now, patched, setsOf } from "./values.ts";

/** What a database refuses is the request's fault: a value that is taken, a record that is not there. */
async function stored<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Taken)
      throw new Problem(
        409,
        error.columns.map((path) => ({ path, message: "is already taken" })),
      );
    if (error instanceof Missing)
      throw new Problem(
        400,
        error.columns.map((path) => ({ path, message: error.message })),
      );
    throw error;
  }
}

export const inserted = (table: Table, values: Members, call: Call): Promise<Row> =>
  stored(async () => call.store.insert(table, await completed(table, await hashed(table, values), call)));

export function checkOwner({ owner }: Binding, row: Row, { caller }: Call): void {
  if (owner !== undefined && row[owner] !== null && row[owner] !== undefined && String(row[owner]) !== caller)
    throw new Problem(403);
}

export async function changed(binding: Binding, table: Table, row: Row, call: Call): Promise<Row> {
  checkOwner(binding, row, call);
  const { body, unless = {} } = binding;
  if (Object.entries(unless).some(([name, value]) => row[name] === value)) throw new Problem(409);
  const sent = member(call.input, "body");
  const values = body?.patch ? patched(table, row, sent) : body ? (brought(table, body, sent)[0] ?? {}) : {};
  const replaces = (binding.does === "replace" || binding.does === "put") && body !== undefined;
  const changes: Record<string, unknown> = {
    ...(replaces ? emptied(table, body, values) : {}),
    ...(await hashed(table, values)),
    ...(await setsOf(binding, table, call)),
  };
  for (const [name, { set }] of Object.entries(table.columns)) {
    if (set?.by === "change") changes[name] = now();
    if (
      set?.by === "slug" &&
      values[name] === undefined &&
      values[set.of] !== undefined &&
      values[set.of] !== row[set.of]
    )
      changes[name] = await freeSlug(call.store, table, name, values[set.of]);
    if (table.key.includes(name) && (set !== undefined || changes[name] === null)) delete changes[name];
  }
  const [after] = await stored(() => call.store.update(table, hasKey(table, row), changes));
  return after ?? row;
}

export async function linked(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const row = await requireRecord(table, binding.where, call);
  if (!binding.link) return answer(binding, only([row]), call);
  const pairs = tableOf(binding.link.resource);
  const values: Record<string, unknown> = {};
  for (const [column, source] of Object.entries(binding.link.sets)) {
    const [value] = (await valuesOf(source, call)) ?? [];
    if (value === undefined) throw new Problem(401);
    values[column] = asStored(pairs, column, value);
  }
  const filters: readonly Filter[] = Object.entries(values).map(([column, value]) => ({
    column,
    how: "in",
    values: [value],
  }));
  if (binding.does === "unlink") await call.store.remove(pairs, filters);
  else if ((await call.store.count(pairs, filters)) === 0)
    await call.store.insert(pairs, values).catch((error: unknown) => {
      if (error instanceof Missing) throw new Problem(401); // whoever calls is no account any more
      if (!(error instanceof Taken)) throw error; // somebody was faster, with the same
    });
  return answer(binding, only([row]), call);
}

export async function put(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const filters = await filtersOf(table, binding.where, call);
  const [row] = filters ? await call.store.find(table, filters, { limit: 1 }) : [];
  if (row) return answer(binding, only([await changed(binding, table, row, call)]), call);
  const [values = {}] = binding.body ? brought(table, binding.body, member(call.input, "body")) : [];
  const made = await inserted(table, { ...values, ...(await setsOf(binding, table, call)) }, call);
  return answer(binding, only([made]), call, binding.madeStatus);
}

export async function created(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const sets = await setsOf(binding, table, call);
  const records = binding.body ? brought(table, binding.body, member(call.input, "body")) : [{}];
  const rows: Row[] = [];
  for (const values of records) rows.push(await inserted(table, { ...values, ...sets }, call));
  return answer(binding, only(rows), call);
}
