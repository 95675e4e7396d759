import { UserError } from "../lib/index.ts";
import { bodiesOf, type Bodies } from "./bodies/bodies.ts";
import { audit, auditEntries, type Actor, type Change } from "./keys/audit.ts";
import type { Key, KeySettings } from "./keys/key.ts";
import * as keys from "./keys/keys.ts";
import { lockLimits, stateOf, type LimitState } from "./ledger/counters.ts";
import {
  limitsOf,
  listLimits,
  setLimits,
  type Amounts,
  type Limit,
  type LimitPage,
} from "./ledger/limits.ts";
import { subjectsOf } from "./ledger/subjects.ts";
import { isRate, stateByRows } from "./rates/used.ts";
import type { Prices } from "./prices/table.ts";
import { first, ledger, type Row, type Store, type Work } from "./store/store.ts";
import { latestRefusals, refusalOf, type Refusals } from "./refusals/refusals.ts";
import { reprice } from "./usage/reprice.ts";
import {
  latestRequests,
  sumUsage,
  usageRows,
  type Grouping,
  type RequestPage,
  type UsageFilter,
} from "./usage/usage.ts";

export interface OneRequest {
  readonly row: Row;
  readonly bodies: Omit<Bodies, "until"> | undefined;
}

export interface Administered {
  readonly store: Store;
  readonly prices: Prices;
  readonly limits: readonly Limit[];
  /** Whether per-minute and concurrency limits are counted outside the store. */
  readonly countsElsewhere: boolean;
  /** Refused requests that aren't in the store yet. */
  readonly refusals: Pick<Refusals, "flush">;
  actor(): Actor;
}

export type Administration = ReturnType<typeof administration>;

/**
 * The operations of an administrator. Each change is recorded in the audit log. Throws UserError for unknown or
 * invalid values.
 */
export function administration({
  store,
  prices,
  limits: configured,
  countsElsewhere,
  refusals,
  actor,
}: Administered) {
  const change = <T>(work: () => Work<T>): Promise<T> =>
    store.write(function* () {
      yield* ledger("alone");
      return yield* work();
    });
  function* statesOf(limits: readonly Limit[]): Work<readonly LimitState[]> {
    yield* lockLimits(limits);
    const states: LimitState[] = [];
    for (const limit of limits)
      states.push(
        limit.subject.endsWith(":*")
          ? { ...limit, total: 0, reserved: 0, reset: undefined }
          : yield* countsElsewhere && isRate(limit)
              ? stateByRows(limit, actor().at)
              : stateOf(limit, actor().at),
      );
    return states;
  }
  return {
    createKey: (settings: KeySettings, limits?: Amounts) =>
      change(function* () {
        const created = yield* keys.createKey(settings, actor());
        if (limits) yield* setLimits(`key:${created.key.id}`, limits, actor());
        return created;
      }),
    listKeys: (page: keys.Page) => store.scan(() => keys.listKeys(page)),
    /** One page of the teams that keys belong to. */
    listTeams: (page: Omit<keys.Page, "team">) => store.scan(() => keys.listTeams(page)),
    getKey: (id: string) => store.read(() => keys.getKey(id)),
    updateKey: (id: string, settings: KeySettings) => change(() => keys.updateKey(id, settings, actor())),
    /** Replaces the secret; the old one stays valid for another `grace` milliseconds. */
    rotateKey: (id: string, grace: number) => change(() => keys.rotateKey(id, grace, actor())),
    disableKey: (id: string, disabled: boolean) => change(() => keys.disableKey(id, disabled, actor())),
    setLimits: (subject: string, amounts: Amounts) => change(() => setLimits(subject, amounts, actor())),
    /** One page of limits with their usage, configured limits first; limits for `*` with a usage of 0. */
    listLimits: (page: LimitPage = {}) =>
      store.write(function* () {
        yield* ledger("together");
        const configuredLimits = page.after ? [] : configured;
        const limits = [
          ...configuredLimits.filter(({ subject }) => page.subject === undefined || subject === page.subject),
          ...(yield* listLimits(page)),
        ];
        return yield* statesOf(limits);
      }),
    /** The limits that apply to each key, including its team's and global ones, with their usage; by key id. */
    async limitsOfKeys(of: readonly Key[]): Promise<ReadonlyMap<string, readonly LimitState[]>> {
      const all = of.map(({ id, team }) => ({ id, subjects: subjectsOf({ key: id, team }) }));
      const found: LimitState[] = [];
      // One subject at a time, so that requests aren't blocked by other subjects' limits.
      for (const subject of new Set(all.flatMap(({ subjects }) => subjects)))
        found.push(
          ...(await store.write(function* () {
            yield* ledger("together");
            return yield* statesOf(yield* limitsOf([subject], configured));
          })),
        );
      const states = Map.groupBy(found, ({ subject }) => subject);
      return new Map(all.map(({ id, subjects }) => [id, subjects.flatMap((each) => states.get(each) ?? [])]));
    },
    /** At most `limit` groups. */
    usage: (grouping: Grouping, filter: UsageFilter, limit?: number) =>
      store.scan(() => sumUsage(grouping, filter, limit)),
    /** Requests before `before`, latest first, and those that were refused among them. */
    async requests(page: RequestPage, filter: UsageFilter) {
      await refusals.flush();
      return store.scan(() => latest(page, filter));
    },
    /** One request with its stored bodies; reading bodies is recorded in the audit log. Throws UserError. */
    request: (id: string) => change(() => readRequest(id, actor())),
    /** Rows of individual requests, oldest first, for exports of any size. */
    rows: (filter: UsageFilter) => usageRows(store, filter),
    /** Recalculates the cost of settled requests at current prices. */
    reprice: (filter: UsageFilter) => change(() => reprice(filter, prices, actor())),
    /** Records an event that changed nothing here, such as a refused login. */
    record: (event: Change) => change(() => audit(actor(), event)),
    /** The latest changes first. */
    audit: (limit: number, before?: number) => store.read(() => auditEntries(limit, before)),
  };
}

function* latest(page: RequestPage, { state, ...filter }: UsageFilter): Work<readonly Row[]> {
  const isRefused = state === "refused" || page.refusedBy !== undefined;
  const rows = isRefused ? [] : yield* latestRequests(page, { ...filter, ...(state && { state }) });
  const refused = isRefused || state === undefined ? yield* latestRefusals(page, filter) : [];
  return [...rows, ...refused].toSorted(byTime).slice(0, page.limit);
}

/** The latest first. */
const byTime = (a: Row, b: Row): number =>
  Number(b["at"]) - Number(a["at"]) || (String(a["id"]) < String(b["id"]) ? 1 : -1);

function* readRequest(id: string, actor: Actor): Work<OneRequest> {
  const row = (yield* first("SELECT * FROM requests WHERE id = $1", id)) ?? (yield* refusalOf(id))[0];
  if (!row)
    throw new UserError(
      "unknown_request",
      `There is no request ${id.slice(0, 60)}.`,
      "Use an id from the list.",
    );
  const bodies = yield* bodiesOf(id);
  if (bodies) yield* audit(actor, { action: "read", subject: `request:${id}`, detail: {} });
  return { row, bodies };
}
