import type { Binding, Frame, Member } from "./bindings.ts";
import { type Answer, type Call, type Members, keyOf, tableOf } from "./call.ts";
import { filtersOf } from "./conditions.ts";
import { tables, views } from "./resources.ts";
import type { Row } from "./store.ts";

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

export const only = (rows: readonly Row[]): Known => ({
  rows,
  total: rows.length,
  offset: 0,
  limit: rows.length,
  firstPage: 1,
});

export async function answer(
  binding: Binding,
  known: Known,
  call: Call,
  status = binding.status,
): Promise<Answer> {
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
