import { randomBytes, randomUUID } from "node:crypto";
import { hooks } from "../hooks/index.ts";
import { hashSecret, verifySecret } from "../password.ts";
import { Problem } from "../problem.ts";
import type { Context } from "../http/serve.ts";
import type { Binding, BodyRules, Condition, Frame, List, Member, Source } from "./bindings.ts";
import { tables, views } from "./resources.ts";
import { Missing, Taken, type Filter, type Row, type Sort, type Store, type Table } from "./store.ts";

type Members = Readonly<Record<string, unknown>>;

/** What an operation works with. */
interface Call {
  readonly store: Store;
  readonly caller: string | undefined;
  readonly input: object;
  readonly sign: Context["sign"];
  /** Path of the request. */
  readonly path: string;
}

/** What an operation answers; its type is what the document describes. */
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

export function tableOf(name: string): Table {
  const table = tables[name];
  if (!table) throw new Error("No table is called " + name + ".");
  return table;
}

const keyOf = (table: Table): string => table.key[0] ?? "id";
const hasKey = (table: Table, row: Row): readonly Filter[] =>
  table.key.map((column) => ({ column, how: "in", values: [row[column]] }));

/** A value as a column holds it; undefined where no record has such a value. */
function asStored(table: Table, column: string, value: unknown): unknown {
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

/** The values of a source; undefined where the request does not give it. */
async function valuesOf(source: Source, call: Call, self?: Row): Promise<readonly unknown[] | undefined> {
  switch (source.from) {
    case "input": {
      const value = member(call.input, source.key);
      return value === undefined ? undefined : Array.isArray(value) ? value : [value];
    }
    case "body": {
      const value = source.path.reduce<unknown>(member, member(call.input, "body"));
      return value === undefined ? undefined : [value];
    }
    case "caller":
      return call.caller === undefined ? [] : [call.caller];
    case "value":
      return [source.value];
    case "self":
      return [self?.[source.column]];
    case "select": {
      const table = tableOf(source.resource);
      const filters = await filtersOf(table, source.where, call, self);
      return filters && (await call.store.find(table, filters)).map((row) => row[source.column]);
    }
  }
}

/** Conditions as filters; undefined where the request gives one of the values not. */
async function filtersOf(
  table: Table,
  where: readonly Condition[],
  call: Call,
  self?: Row,
): Promise<readonly Filter[] | undefined> {
  const filters: Filter[] = [];
  for (const condition of where) {
    const filter = await filterOf(table, condition, call, self);
    if (!filter) return undefined;
    filters.push(filter);
  }
  return filters;
}

async function filterOf(
  table: Table,
  { column, how, value }: Condition,
  call: Call,
  self?: Row,
): Promise<Filter | undefined> {
  const values = await valuesOf(value, call, self);
  if (!values) return undefined;
  if (how === "has") return { column, how, values };
  return {
    column,
    how: how === "is" ? "in" : how,
    values: values
      .map((one) => asStored(table, column, one))
      .filter((one) => one !== undefined && one !== null),
  };
}

/** Every condition that the request gives: a list is wider without the others. */
async function given(table: Table, where: readonly Condition[], call: Call): Promise<readonly Filter[]> {
  const filters = await Promise.all(where.map((condition) => filterOf(table, condition, call)));
  return filters.filter((filter) => filter !== undefined);
}

/** The one record that is meant; 404 where there is none. */
async function theOne(table: Table, where: readonly Condition[], call: Call): Promise<Row> {
  const filters = await filtersOf(table, where, call);
  const [row] = filters ? await call.store.find(table, filters, { limit: 1 }) : [];
  if (!row) throw new Problem(404);
  return row;
}

async function shownMember(what: Member, row: Row, call: Call): Promise<unknown> {
  switch (what.is) {
    case "column":
      return row[what.column] ?? ("otherwise" in what ? what.otherwise : row[what.column]);
    case "value":
      return what.value;
    case "token":
      return call.sign(String(row[keyOf(tableOf(accountTable))]));
    default: {
      const table = tableOf(what.resource);
      const filters = (await filtersOf(table, what.where, call, row)) ?? [];
      if (!("view" in what)) {
        const total = await call.store.count(table, filters);
        return what.is === "count" ? total : total > 0;
      }
      const rows = await call.store.find(table, filters, what.is === "one" ? { limit: 1 } : {});
      const items = await Promise.all(rows.map((one) => shown(what.view, one, call)));
      return what.is === "one" ? items[0] : items;
    }
  }
}

const accountTable = Object.keys(tables).find((name) => tables[name]?.account !== undefined) ?? "";

/** A record as an answer shows it. */
async function shown(name: string, row: Row, call: Call): Promise<Members> {
  const view = views[name];
  const members: Record<string, unknown> = {};
  for (const [key, what] of Object.entries(view?.members ?? {})) {
    const value = await shownMember(what, row, call);
    const isNothing =
      value === null &&
      what.is === "column" &&
      tableOf(view?.resource ?? "").columns[what.column]?.nullable !== true;
    if (value !== undefined && !isNothing) members[key] = value;
  }
  const { within } = view ?? {};
  if (!within) return members;
  const split = (inside: boolean): Members =>
    Object.fromEntries(Object.entries(members).filter(([key]) => within.names.includes(key) === inside));
  return { ...split(false), [within.member]: split(true) };
}

/** What is known where a frame is filled. */
interface Known {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly firstPage: number;
}

async function filled(frame: Frame, known: Known, call: Call): Promise<unknown> {
  const { rows, total, offset, limit, firstPage } = known;
  const [row] = rows;
  switch (frame.is) {
    case "record":
      return row && shown(frame.view, row, call);
    case "records":
      return Promise.all(rows.map((one) => shown(frame.view, one, call)));
    case "one":
      return [await filled(frame.item, known, call)];
    case "fixed":
      return frame.value;
    case "token":
      return row && call.sign(String(row[keyOf(tableOf(accountTable))]));
    case "total":
      return total;
    case "count":
      return rows.length;
    case "pages":
      return Math.ceil(total / Math.max(1, limit));
    case "offset":
      return offset;
    case "limit":
      return limit;
    case "page":
      return Math.floor(offset / Math.max(1, limit)) + firstPage;
    case "more":
      return offset + rows.length < total;
    case "next":
      return rows.length > 0 && offset + rows.length < total
        ? String(offset + rows.length)
        : frame.last === "null"
          ? null
          : undefined;
    case "values":
      return [...new Set(rows.flatMap((one) => one[frame.column] ?? []))];
    case "counts": {
      const totals = new Map<string, number>();
      for (const one of rows)
        totals.set(String(one[frame.column]), (totals.get(String(one[frame.column])) ?? 0) + 1);
      return Object.fromEntries(totals);
    }
    case "object": {
      const members = await Promise.all(
        Object.entries(frame.members).map(
          async ([name, one]) => [name, await filled(one, known, call)] as const,
        ),
      );
      return Object.fromEntries(members.filter(([, value]) => value !== undefined));
    }
  }
}

const only = (rows: readonly Row[]): Known => ({
  rows,
  total: rows.length,
  offset: 0,
  limit: rows.length,
  firstPage: 1,
});

async function answer(binding: Binding, known: Known, call: Call, status = binding.status): Promise<Answer> {
  const body = binding.frame && (await filled(binding.frame, known, call));
  const [row] = known.rows;
  const { location, resource } = binding;
  const headers =
    location === undefined || !row
      ? {}
      : {
          headers: {
            [location]: call.path + "/" + encodeURIComponent(String(row[keyOf(tableOf(resource))])),
          },
        };
  return { status, ...headers, ...(body === undefined ? {} : { body }) };
}

// Databases hold every character but the null character and half a surrogate pair.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/;

/** What a body brings, by column. */
function brought(table: Table, rules: BodyRules, body: unknown): readonly Members[] {
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

const now = (): string => new Date().toISOString();

const slugOf = (text: unknown): string =>
  String(text ?? "")
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 100) || "record";

/** A slug that no other record has. */
async function freeSlug(store: Store, table: Table, column: string, text: unknown): Promise<string> {
  const slug = slugOf(text);
  const isTaken = (await store.count(table, [{ column, how: "in", values: [slug] }])) > 0;
  return isTaken ? slug + "-" + randomBytes(4).toString("hex") : slug;
}

/** Values that no request brings: ids, times, what a column has at first. */
async function completed(table: Table, values: Members, call: Pick<Call, "store" | "caller">): Promise<Row> {
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
async function hashed(table: Table, values: Members): Promise<Members> {
  const entries = Object.entries(values).map(async ([name, value]) => {
    const isSecret = table.columns[name]?.secret === true && typeof value === "string";
    return [name, isSecret ? await hashSecret(value) : value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function setsOf(binding: Binding, table: Table, call: Call): Promise<Members> {
  const found: Record<string, unknown> = {};
  for (const [column, source] of Object.entries(binding.sets ?? {})) {
    const values = await valuesOf(source, call);
    if (!values) continue;
    if (values.length === 0 && source.from === "select") throw new Problem(404);
    if (values.length) found[column] = asStored(table, column, values[0]);
  }
  return found;
}

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

const inserted = (table: Table, values: Members, call: Call): Promise<Row> =>
  stored(async () => call.store.insert(table, await completed(table, await hashed(table, values), call)));

function checkOwner({ owner }: Binding, row: Row, { caller }: Call): void {
  if (owner !== undefined && row[owner] !== null && row[owner] !== undefined && String(row[owner]) !== caller)
    throw new Problem(403);
}

/** The columns that a replacing body has no values for are as they were at first. */
const emptied = (table: Table, { columns }: BodyRules, values: Members): Members =>
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
function patched(table: Table, row: Row, operations: unknown): Members {
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

async function changed(binding: Binding, table: Table, row: Row, call: Call): Promise<Row> {
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

const most = 1000;
const number = (input: object, key: string | undefined): number | undefined => {
  const value = key === undefined ? undefined : member(input, key);
  return typeof value === "number" && Number.isFinite(value) ? Math.trunc(value) : undefined;
};

/** Columns that a list is sorted by: 'name', '-name', 'name:desc', several between commas. */
function sortOf(table: Table, { sort, order, newest }: List, input: object): readonly Sort[] {
  const names = [sort === undefined ? undefined : member(input, sort)]
    .flat()
    .flatMap((text) => (typeof text === "string" ? text.split(",") : []));
  const down = order !== undefined && /^desc/i.test(String(member(input, order) ?? ""));
  const found = names.flatMap((text) => {
    const name = text
      .replace(/^[-+]/, "")
      .replace(/[: ](asc|desc)$/i, "")
      .toLowerCase();
    const column = Object.keys(table.columns).find(
      (one) => one.toLowerCase() === name && table.columns[one]?.type !== "json",
    );
    return column === undefined
      ? []
      : [{ column, descending: text.startsWith("-") || /[: ]desc$/i.test(text) || down }];
  });
  return found.length
    ? found
    : [{ column: undefined, descending: newest === true || (names.length === 0 && down) }];
}

async function listed(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const { list = {} } = binding;
  const { input, store } = call;
  const filters = await given(table, binding.where, call);
  const cursor = list.cursor === undefined ? undefined : member(input, list.cursor);
  if (cursor !== undefined && !/^\d{1,12}$/.test(String(cursor)))
    throw new Problem(400, [{ path: list.cursor ?? "", message: "is no cursor of this list" }]);
  const isWhole = binding.frame?.is === "values" || binding.frame?.is === "counts";
  const asked = number(input, list.limit);
  const isPaged = [list.limit, list.offset, list.page, list.cursor].some((key) => key !== undefined);
  const limit = isWhole
    ? Number.MAX_SAFE_INTEGER
    : Math.min(Math.max(0, asked ?? (isPaged ? 50 : most)), most);
  const firstPage = list.fromZero ? 0 : 1;
  const page = number(input, list.page);
  const offset = Math.min(
    Math.max(
      0,
      number(input, list.offset) ?? (page === undefined ? Number(cursor ?? 0) : (page - firstPage) * limit),
    ),
    Number.MAX_SAFE_INTEGER,
  );
  const rows = await store.find(table, filters, { limit, offset, sort: sortOf(table, list, input) });
  const total = await store.count(table, filters);
  const found = await answer(binding, { rows, total, offset, limit, firstPage }, call);
  return list.totalHeader === undefined ? found : { ...found, headers: { [list.totalHeader]: total } };
}

async function signedIn(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const isSecret = ({ column }: Condition): boolean => table.columns[column]?.secret === true;
  const names = binding.where.filter((one) => !isSecret(one));
  const filters = await given(table, names, call);
  const secret = binding.where.find(isSecret);
  const [password] = (secret && (await valuesOf(secret.value, call))) ?? [];
  const [row] = filters.length ? await call.store.find(table, filters, { limit: 1 }) : [];
  const hash = row && secret ? row[secret.column] : undefined;
  // Whoever is unknown takes as long as a wrong password.
  const isRight = await verifySecret(String(password ?? ""), typeof hash === "string" ? hash : nobody);
  if (!row || !isRight) throw new Problem(401);
  return answer(binding, only([row]), call);
}

const nobody = "scrypt$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

async function linked(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const row = await theOne(table, binding.where, call);
  if (!binding.link) return answer(binding, only([row]), call);
  const pairs = tableOf(binding.link.resource);
  const values: Record<string, unknown> = {};
  for (const [column, source] of Object.entries(binding.link.sets))
    values[column] = (await valuesOf(source, call))?.[0];
  if (Object.values(values).some((value) => value === undefined)) throw new Problem(401);
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

async function put(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const filters = await filtersOf(table, binding.where, call);
  const [row] = filters ? await call.store.find(table, filters, { limit: 1 }) : [];
  if (row) return answer(binding, only([await changed(binding, table, row, call)]), call);
  const [values = {}] = binding.body ? brought(table, binding.body, member(call.input, "body")) : [];
  const made = await inserted(table, { ...values, ...(await setsOf(binding, table, call)) }, call);
  return answer(binding, only([made]), call, binding.madeStatus);
}

async function created(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const sets = await setsOf(binding, table, call);
  const records = binding.body ? brought(table, binding.body, member(call.input, "body")) : [{}];
  const rows: Row[] = [];
  for (const values of records) rows.push(await inserted(table, { ...values, ...sets }, call));
  return answer(binding, only(rows), call);
}

function callOf({ store, caller, sign, request }: Context, input: object): Call {
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

/** Records that must be there before anything is done; 404 where one is not. */
export async function checkParents(
  context: Context,
  input: object,
  parents: Binding["parents"],
): Promise<void> {
  for (const { resource, where } of parents) await theOne(tableOf(resource), where, callOf(context, input));
}

/** Adds a record, with what no request brings. */
export const insertRecord = (context: Context, name: string, values: Row): Promise<Row> =>
  inserted(tableOf(name), values, callOf(context, {}));

/** Does what a binding says, and answers what the document describes. */
export async function perform<Result>(context: Context, input: object, binding: Binding): Promise<Result> {
  const call = callOf(context, input);
  const refused = (binding.refused ?? []).filter((key) => member(input, key) !== undefined);
  if (refused.length)
    throw new Problem(
      400,
      refused.map((key) => ({ path: key, message: "is not supported" })),
    );
  const ignored = (binding.ignored ?? []).filter((key) => member(input, key) !== undefined);
  if (ignored.length)
    context.log({
      time: new Date().toISOString(),
      level: "info",
      message: "parameters without effect",
      ignored,
    });
  const table = tableOf(binding.resource);
  await checkParents(context, input, binding.parents);
  return (await done(binding, table, call)) as Result; // what the document describes is what the binding was made of
}

async function done(binding: Binding, table: Table, call: Call): Promise<Answer> {
  switch (binding.does) {
    case "list":
      return listed(binding, table, call);
    case "login":
      return signedIn(binding, table, call);
    case "nothing":
      return answer(binding, only([]), call);
    case "create":
      return created(binding, table, call);
    case "get":
      return answer(binding, only([await theOne(table, binding.where, call)]), call);
    case "put":
      return put(binding, table, call);
    case "link":
    case "unlink":
      return linked(binding, table, call);
    case "update":
    case "replace":
      return answer(
        binding,
        only([await changed(binding, table, await theOne(table, binding.where, call), call)]),
        call,
      );
    case "remove": {
      const row = await theOne(table, binding.where, call);
      checkOwner(binding, row, call);
      const found = await answer(binding, only([row]), call);
      await call.store.remove(table, hasKey(table, row));
      return found;
    }
  }
}

/** Puts records of files into tables that have none. */
export async function seed(store: Store, seeds: Readonly<Record<string, readonly Members[]>>): Promise<void> {
  for (const [name, records] of Object.entries(seeds)) {
    const table = tableOf(name);
    if ((await store.count(table, [])) > 0) continue;
    for (const record of records)
      try {
        await store.insert(
          table,
          await completed(table, await hashed(table, record), { store, caller: undefined }),
        );
      } catch (error) {
        if (!(error instanceof Taken || error instanceof Missing)) throw error;
        process.emitWarning(
          "seeds of " + table.table + ": a record can't be stored: " + error.columns.join(", "),
        );
      }
  }
}
