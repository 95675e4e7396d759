import type { Row, Store, Value, Work } from "../store/store.ts";
import { query } from "../store/store.ts";
import { added, levels, sources, sumsOf, type Level } from "./sums.ts";

/** A filter for requests: all fields must match. Times are milliseconds since 1970; `to` is exclusive. */
export interface UsageFilter {
  readonly from?: number;
  readonly to?: number;
  readonly key?: string;
  readonly team?: string;
  readonly model?: string;
  readonly state?: string;
}
const hour = 3_600_000;
const start = (length: number): string => `(at / ${length}) * ${length}`;
/** COALESCE keeps the database from following an index through all rows: a sequential read is faster. */
const named = (column: string): string => `COALESCE(${column}, '')`;
export const groupings = {
  key: named("key_id"),
  team: named("team"),
  model: named("model"),
  upstream: named("upstream"),
  state: named("state"),
  error: named("error"),
  day: start(24 * hour),
  hour: start(hour),
} as const;
export type Grouping = keyof typeof groupings;
/** Formats time groups: `2026-01-31` and `2026-01-31T12:00Z`. */
const timed: { readonly [grouping in Grouping]?: (text: string) => string } = {
  day: (text) => text.slice(0, 10),
  hour: (text) => `${text.slice(0, 16)}Z`,
};

/** Totals of one group. Open and lost requests count with their reservations. */
export interface UsageSum {
  readonly group: string;
  readonly requests: number;
  readonly interrupted: number;
  readonly failed: number;
  readonly lost: number;
  readonly open: number;
  readonly unpriced: number;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  /** The part of the input for tool definitions, estimated. */
  readonly tools: number;
  /** Millionths. */
  readonly cost: number;
}

interface Conditions {
  readonly parts: readonly string[];
  readonly values: readonly Value[];
}

/** `time`: the time column; `before`: number of values already bound before the conditions. */
function conditionsOf(
  { from, to, key, team, model, state }: UsageFilter,
  time: "at" | Level["time"] = "at",
  before = 0,
): Conditions {
  const conditions: readonly (readonly [string, Value | undefined])[] = [
    [`${time} >=`, from],
    [`${time} <`, to],
    ["key_id =", key],
    ["team =", team],
    ["model =", model],
    ["state =", state],
  ];
  const values = conditions.flatMap(([, value]) => (value === undefined ? [] : [value]));
  const parts = conditions
    .filter(([, value]) => value !== undefined)
    .map(([part], i) => `${part} $${before + i + 1}`);
  if (state !== undefined && state !== "done") parts.push("state <> 'done'"); // matches the partial index
  return { parts, values };
}

const whereOf = (parts: readonly string[]): string =>
  parts.length > 0 ? `WHERE ${parts.join(" AND ")}` : "";

const stateCount = (state: string): string =>
  `SUM(CASE WHEN state = '${state}' THEN requests ELSE 0 END) AS ${state}`;

const [ended, underWay] = ["state NOT IN ('open', 'lost')", "state <> 'done' AND state IN ('open', 'lost')"];

/** The rows to sum: sums of whole months or days; individual requests for the rest, and if they haven't ended. */
function sourceOf(
  grouping: Grouping,
  filter: UsageFilter,
): { readonly sql: string; readonly values: readonly Value[] } {
  const values: Value[] = [];
  const piece = (narrowed: UsageFilter, more: string, { source, time }: Partial<Level> = {}): string => {
    const { parts, values: params } = conditionsOf(narrowed, time, values.length);
    values.push(...params);
    return `${sources[source ?? "requests"]} WHERE ${[...parts, more].join(" AND ")}`;
  };
  /** The pieces for a time, each from the first level that has whole periods of it. */
  const cover = (time: Pick<UsageFilter, "from" | "to">, [level, ...finer]: readonly Level[]): string[] => {
    if (!level) return [piece({ ...filter, ...time }, ended)];
    const { from = 0, to } = time;
    const [first, end] = [level.after(from), to === undefined ? undefined : level.before(to)];
    if (end !== undefined && end <= first) return cover(time, finer);
    const whole = { ...filter, from: first, ...(end !== undefined && { to: end }) };
    const each = level.source === "key_months" ? "TRUE" : sumsOf(isByKey ? "key" : "all");
    return [
      piece(whole, each, level),
      ...(from < first ? cover({ from, to: first }, finer) : []),
      ...(to !== undefined && end !== undefined && end < to ? cover({ from: end, to }, finer) : []),
    ];
  };
  const { from, to, team, model } = filter;
  const isByKey = grouping === "key" || filter.key !== undefined;
  const hasMonths = grouping === "key" && team === undefined && model === undefined;
  const coarse = hasMonths ? [levels.key_months, levels.sums] : [levels.sums];
  const time = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const all = [...cover(time, grouping === "hour" ? [] : coarse), piece(filter, underWay)];
  return { sql: all.join(" UNION ALL "), values };
}

/** Sums by group: most expensive first, time groups in order. */
export function* sumUsage(
  grouping: Grouping,
  filter: UsageFilter,
  limit = Number.MAX_SAFE_INTEGER,
): Work<readonly UsageSum[]> {
  const format = timed[grouping];
  const { sql, values } = sourceOf(grouping, filter);
  const rows = yield* query(
    `SELECT ${groupings[grouping]} AS "group",
      ${["interrupted", "failed", "lost", "open"].map(stateCount).join(", ")},
      ${["requests", "unpriced", ...added].map((name) => `SUM(${name}) AS ${name}`).join(", ")}
     FROM (${sql}) AS used GROUP BY 1 ORDER BY ${format ? "" : "cost DESC, "}1 LIMIT $${values.length + 1}`,
    ...values,
    limit,
  );
  const sums = rows as unknown as readonly UsageSum[]; // the columns are its fields
  return format
    ? sums.map((sum) => ({ ...sum, group: format(new Date(Number(sum.group)).toISOString()) }))
    : sums;
}

/** The columns of an export, in order. */
export const exported: readonly string[] = [
  "id at state key_id team model routed_model used_model upstream upstream_request_id",
  "attempts input output cache_read cache_write tools cost priced_as first_ms total_ms error tags",
].flatMap((names) => names.split(" "));

/** The row after which a page of requests begins: its time and id. */
type Position = readonly [at: number, id: string];

export interface RequestPage {
  readonly limit: number;
  /** The last row of the page before; rows are latest first. */
  readonly before?: Position;
  /** Only requests that this subject's limits refused; `limit`: those of any subject. */
  readonly refusedBy?: string;
}

export const latestRequests = ({ limit, before }: RequestPage, filter: UsageFilter): Work<readonly Row[]> =>
  requests(filter, { limit, order: "DESC", ...(before && { from: before }) });

/**
 * Individual requests, oldest first, read in pages of `limit`: the store waits for no reader. Rows that change meanwhile
 * are as they were when their page was read.
 */
export async function* usageRows(
  { scan }: Pick<Store, "scan">,
  filter: UsageFilter,
  limit = 1000,
): AsyncGenerator<Row> {
  for (let from: Position | undefined; ;) {
    const rows = await scan(() => requests(filter, { limit, order: "ASC", ...(from && { from }) }));
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    from = [Number(last["at"]), String(last["id"])];
  }
}

interface Page {
  readonly limit: number;
  readonly order: "ASC" | "DESC";
  readonly from?: Position;
}

function* requests(filter: UsageFilter, { limit, order, from }: Page): Work<readonly Row[]> {
  const { parts, values } = conditionsOf(filter);
  const all: Value[] = [...values, limit];
  const sign = order === "ASC" ? ">" : "<";
  const beyond = from ? [`(at, id) ${sign} ($${all.push(from[0])}, $${all.push(from[1])})`] : [];
  return yield* query(
    `SELECT ${exported.join(", ")} FROM requests ${whereOf([...parts, ...beyond])}
     ORDER BY at ${order}, id ${order} LIMIT $${values.length + 1}`,
    ...all,
  );
}
