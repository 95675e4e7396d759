import { UserError } from "../lib/index.ts";
import { bodiesOf, type Bodies } from "./bodies/bodies.ts";
import { audit, auditEntries, type Actor, type AuditEntry, type Change } from "./keys/audit.ts";
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
import { reprice, type Repriced } from "./usage/reprice.ts";
import {
  latestRequests,
  sumUsage,
  usageRows,
  type Grouping,
  type RequestPage,
  type UsageFilter,
  type UsageSum,
} from "./usage/usage.ts";

/**
 * The operations of an administrator. Each change is recorded in the audit log. Throws UserError for unknown or
 * invalid values.
 */
export interface Administration {
  createKey(settings: KeySettings, limits?: Amounts): Promise<keys.Created>;
  listKeys(page: keys.Page): Promise<readonly Key[]>;
  /** One page of the teams that keys belong to. */
  listTeams(page: Omit<keys.Page, "team">): Promise<readonly keys.Team[]>;
  getKey(id: string): Promise<Key>;
  updateKey(id: string, settings: KeySettings): Promise<Key>;
  /** Replaces the secret; the old one stays valid for another `grace` milliseconds. */
  rotateKey(id: string, grace: number): Promise<keys.Created>;
  disableKey(id: string, disabled: boolean): Promise<Key>;
  setLimits(subject: string, amounts: Amounts): Promise<void>;
  /** One page of limits with their usage, configured limits first; limits for `*` as written. */
  listLimits(page?: LimitPage): Promise<readonly LimitState[]>;
  /** The limits that apply to each key, including its team's and global ones, with their usage; by key id. */
  limitsOfKeys(of: readonly Key[]): Promise<ReadonlyMap<string, readonly LimitState[]>>;
  /** At most `limit` groups. */
  usage(grouping: Grouping, filter: UsageFilter, limit?: number): Promise<readonly UsageSum[]>;
  /** Requests before `before`, latest first. */
  requests(page: RequestPage, filter: UsageFilter): Promise<readonly Row[]>;
  /** One request with its stored bodies; reading bodies is recorded in the audit log. Throws UserError. */
  request(id: string): Promise<OneRequest>;
  /** Rows of individual requests, oldest first, for exports of any size. */
  rows(filter: UsageFilter): AsyncIterable<Row>;
  /** Recalculates the cost of settled requests at current prices. */
  reprice(filter: UsageFilter): Promise<Repriced>;
  /** Records an event that changed nothing here, such as a refused login. */
  record(event: Change): Promise<void>;
  /** The latest changes first. */
  audit(limit: number, before?: number): Promise<readonly AuditEntry[]>;
}

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
  actor(): Actor;
}

export function administration(administered: Administered): Administration {
  const { store, prices, limits: configured, countsElsewhere, actor } = administered;
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
    createKey: (settings, limits) =>
      change(function* () {
        const created = yield* keys.createKey(settings, actor());
        if (limits) yield* setLimits(`key:${created.key.id}`, limits, actor());
        return created;
      }),
    listKeys: (page) => store.scan(() => keys.listKeys(page)),
    listTeams: (page) => store.scan(() => keys.listTeams(page)),
    getKey: (id) => store.read(() => keys.getKey(id)),
    updateKey: (id, settings) => change(() => keys.updateKey(id, settings, actor())),
    rotateKey: (id, grace) => change(() => keys.rotateKey(id, grace, actor())),
    disableKey: (id, disabled) => change(() => keys.disableKey(id, disabled, actor())),
    setLimits: (subject, amounts) => change(() => setLimits(subject, amounts, actor())),
    listLimits: (page = {}) =>
      store.write(function* () {
        yield* ledger("together");
        const own = page.after ? [] : configured;
        const limits = [
          ...own.filter(({ subject }) => page.subject === undefined || subject === page.subject),
          ...(yield* listLimits(page)),
        ];
        return yield* statesOf(limits);
      }),
    async limitsOfKeys(of) {
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
    usage: (grouping, filter, limit) => store.scan(() => sumUsage(grouping, filter, limit)),
    requests: (page, filter) => store.scan(() => latestRequests(page, filter)),
    request: (id) => change(() => readRequest(id, actor())),
    rows: (filter) => store.rows(usageRows(filter)),
    reprice: (filter) => change(() => reprice(filter, prices, actor())),
    record: (event) => change(() => audit(actor(), event)),
    audit: (limit, before) => store.read(() => auditEntries(limit, before)),
  };
}

function* readRequest(id: string, actor: Actor): Work<OneRequest> {
  const row = yield* first("SELECT * FROM requests WHERE id = $1", id);
  if (!row)
    throw new UserError(
      "unknown_request",
      `There is no request ${id.slice(0, 60)}.`,
      "Take an id of the list.",
    );
  const bodies = yield* bodiesOf(id);
  if (bodies) yield* audit(actor, { action: "read", subject: `request:${id}`, detail: {} });
  return { row, bodies };
}
