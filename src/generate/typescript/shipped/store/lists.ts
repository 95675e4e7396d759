import { Problem } from "../problem.ts";
import { answer } from "./answers.ts";
import type { Binding, List } from "./bindings.ts";
import { type Answer, type Call, member } from "./call.ts";
import { presentFilters } from "./conditions.ts";
import type { Sort, Table } from "./store.ts";

const most = 1000;
export const numberIn = (input: object, key: string | undefined): number | undefined => {
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

export async function listed(binding: Binding, table: Table, call: Call): Promise<Answer> {
  const { list = {} } = binding;
  const { input, store } = call;
  const filters = await presentFilters(table, binding.where, call);
  const cursor = list.cursor === undefined ? undefined : member(input, list.cursor);
  if (cursor !== undefined && !/^\d{1,12}$/.test(String(cursor)))
    throw new Problem(400, [{ path: list.cursor ?? "", message: "is no cursor of this list" }]);
  const isWhole = binding.frame?.is === "values" || binding.frame?.is === "counts";
  const asked = numberIn(input, list.limit);
  const isPaged = [list.limit, list.offset, list.page, list.cursor].some((key) => key !== undefined);
  const limit = isWhole
    ? Number.MAX_SAFE_INTEGER
    : Math.min(Math.max(0, asked ?? (isPaged ? 50 : most)), most);
  const firstPage = list.fromZero ? 0 : 1;
  const page = numberIn(input, list.page);
  const offset = Math.min(
    Math.max(
      0,
      numberIn(input, list.offset) ?? (page === undefined ? Number(cursor ?? 0) : (page - firstPage) * limit),
    ),
    Number.MAX_SAFE_INTEGER,
  );
  const rows = await store.find(table, filters, { limit, offset, sort: sortOf(table, list, input) });
  const total = await store.count(table, filters);
  const found = await answer(binding, { rows, total, offset, limit, firstPage }, call);
  return list.totalHeader === undefined ? found : { ...found, headers: { [list.totalHeader]: total } };
}
