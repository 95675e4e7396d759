import type { StoreGoneConfig } from "../../config/index.ts";
import { lockLimits, type Amount, type LimitState } from "../ledger/counters.ts";
import { limitsOf, type Limit } from "../ledger/limits.ts";
import { measures } from "../ledger/measures.ts";
import { record, reserve, type Ask, type Decision, type Known, type Reserving } from "../ledger/reserve.ts";
import { beat, closeRow, expire, parties, settle, type Closing, type Ending } from "../ledger/settle.ts";
import { subjectsOf } from "../ledger/subjects.ts";
import { parseMoney } from "../money.ts";
import { first, ledger, lock, query, type Row, type Store, type Work } from "../store/store.ts";

/** What may pass while the shared store is gone. */
export interface OutageRules {
  /** How long requests are served, in seconds since the last heartbeat that the store recorded. */
  readonly seconds: number;
  /** By how much each limit of money may be used here meanwhile, in millionths. */
  readonly spend: number;
}

/** Returns the rules of a configuration. Without any, nothing is spent that a budget would have to allow. */
export const outageRules = ({ seconds = 60, spend = 0 }: Partial<StoreGoneConfig> = {}): OutageRules => ({
  seconds,
  spend: parseMoney(String(spend), "spend"),
});

/** Maximum keys, and pairs of key and model, that are known; the oldest ones are forgotten. */
const mostKnown = 10_000;

/** What the shared store has returned since its last change of a key or limit. */
class Memory {
  private readonly keys: Map<string, Row>;
  private readonly decisions = new Map<string, Known>();

  constructor(keys = new Map<string, Row>()) {
    this.keys = keys;
  }

  addKey = (hash: string, row: Row): void => remember(this.keys, hash, row);
  addDecision = ({ key, model }: Ask, known: Known): void =>
    remember(this.decisions, pair(key, model), known);
  key = (hash: string): Row | undefined => this.keys.get(hash);
  withoutDecisions = (): Memory => new Memory(this.keys);
  decision = ({ key, model }: Ask): Known | undefined => this.decisions.get(pair(key, model));
}

const pair = (key: string, model: string): string => `${key}\n${model}`;

function remember<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name);
  map.set(name, value);
  if (map.size > mostKnown) for (const oldest of map.keys()) return void map.delete(oldest);
}

/**
 * Decides on requests of known keys in a local ledger while the shared one is gone, and moves their rows there
 * afterwards. Several processes of one machine share the local ledger.
 */
export class Outage {
  private readonly local: Store;
  private readonly process: string;
  private readonly now: () => number;
  private readonly rules: () => OutageRules;
  /** Open requests of this process that the local ledger has decided on. */
  private readonly held = new Set<string>();
  /** Endings that the local ledger couldn't record. */
  private readonly unsettled = new Map<string, Ending>();
  private lastContact = -Infinity;
  private lastChange: number | undefined;
  /** Whether the local ledger has requests that aren't in the shared one yet; initially unknown. */
  isUsed = true;
  /** Take it before a read and add to it afterwards: it is replaced when it has become outdated. */
  memory = new Memory();

  constructor(local: Store, process: string, { now, rules }: { now(): number; rules(): OutageRules }) {
    [this.local, this.process, this.now, this.rules] = [local, process, now, rules];
  }

  /** Lets the shared store decide again, as limits or their usage have changed. */
  forgetDecisions(): void {
    this.memory = this.memory.withoutDecisions();
  }

  /** Records that the shared store was reached, and which change was its latest. */
  contact(change: number): void {
    if (change !== this.lastChange) this.memory = new Memory();
    [this.lastChange, this.lastContact] = [change, this.now()];
  }

  /** Whether requests are still served without the shared store. */
  isBridging(): boolean {
    return this.now() - this.lastContact < this.rules().seconds * 1000;
  }

  key = (hash: string): Row | undefined => (this.isBridging() ? this.memory.key(hash) : undefined);

  /** Returns the local decision; undefined if the shared ledger has to decide. */
  async reserve(ask: Ask, awaited?: ReadonlySet<string>): Promise<Decision | undefined> {
    const known = this.memory.decision(ask);
    if (!known || !this.isBridging()) return undefined;
    const { spend } = this.rules();
    const configured = known.states.map((state) => boundOf(state, spend));
    this.isUsed = true;
    const { process, now } = this;
    const decision = await this.local.write(function* () {
      yield* beat(process, now());
      return yield* reserve(ask, { configured, awaited, team: known.team });
    });
    if (decision?.granted) this.held.add(ask.id);
    // What this instance may spend is used up, which says nothing about the budget.
    const isSpent = decision && !decision.granted && "needs" in decision && isMoney(decision.by);
    return isSpent ? undefined : decision;
  }

  holds = (id: string): boolean => this.held.has(id);

  /** Settles a request that `holds`; returns undefined if it was moved before, as another process took this one for dead. */
  async settle(id: string, ending: Ending): Promise<number | undefined> {
    this.unsettled.set(id, ending);
    const cost = await this.local.write(() => settle(id, ending, { configured: [] }));
    this.held.delete(id);
    this.unsettled.delete(id);
    return cost;
  }

  /** Keeps the ending of a request that the shared ledger has decided on. */
  keep(ask: Ask, ending: Ending): Promise<number | undefined> {
    this.isUsed = true;
    const team = this.memory.decision(ask)?.team ?? null;
    return this.local.write(function* () {
      yield* record({ ...ask, team }, nothing, []);
      return yield* settle(ask.id, ending, { configured: [] });
    });
  }

  /** Records a heartbeat. Throws ApiError (503) if the local ledger can't be written. */
  beat = (): Promise<void> => this.local.write(() => beat(this.process, this.now()));

  /** Moves ended requests to the shared store, where each is counted once, however often this is interrupted. */
  async move(shared: Store, reserving: Pick<Reserving, "configured" | "rates">): Promise<void> {
    if (!this.isUsed) return;
    for (const [id, ending] of this.unsettled)
      if ((await this.settle(id, ending)) === undefined)
        await shared.write(() => settle(id, ending, reserving));
    await this.local.write(() => expire(this.now(), []));
    const next = () => query("SELECT * FROM requests WHERE state <> 'open' ORDER BY at LIMIT 4");
    for (let rows = await this.local.read(next); rows.length > 0; rows = await this.local.read(next)) {
      await Promise.all(
        rows.map(async (row) => {
          await shared.write(() => adopt(row, reserving));
          await this.local.write(() => forget(row));
        }),
      );
      reserving.rates?.doubt(); // they didn't count these
    }
    this.forgetDecisions(); // the budgets in them don't include what was moved
    this.isUsed = !(await this.local.write(reset));
  }

  close = (): Promise<void> => this.local.close();
}

const nothing: Amount = { requests: 0, open: 0, input: 0, output: 0, cost: 0 };

const isMoney = ({ measure }: Pick<Limit, "measure">): boolean => measures[measure].counts === "cost";

/** The limit that applies here meanwhile: money that was left when the shared ledger decided last, and at most `spend`. */
const boundOf = ({ subject, measure, amount, total }: LimitState, spend: number): Limit => ({
  subject,
  measure,
  amount: isMoney({ measure }) ? Math.min(spend, Math.max(0, amount - total)) : amount,
});

/** Writes a local row to the shared store. It may be there: as open if its decision was lost, or settled by another move. */
function* adopt(row: Row, { configured, rates }: Pick<Reserving, "configured" | "rates">): Work<void> {
  yield* ledger("together");
  const id = String(row["id"]);
  yield* lock([`request ${id}`]);
  const closing = closingOf(row);
  if (!(yield* first("SELECT 1 AS found FROM requests WHERE id = $1", id))) {
    const limits = yield* limitsOf(subjectsOf(parties(row)), configured);
    yield* lockLimits(limits);
    const { input, output, cost } = closing;
    yield* record(requestOf(row), { requests: 1, open: 1, input, output, cost }, limits);
  }
  if (row["state"] !== "lost") yield* closeRow(id, closing, { configured, rates });
}

/** Deletes a local row, unless it was settled after it had been read. */
const forget = (row: Row): Work<readonly Row[]> =>
  query("DELETE FROM requests WHERE id = $1 AND state = $2", row["id"] ?? null, row["state"] ?? null);

const requestOf = (row: Row): Parameters<typeof record>[0] => ({
  ...parties(row),
  id: String(row["id"]),
  at: Number(row["at"]),
  process: String(row["process"]),
  pricedAs: textOf(row["priced_as"]),
  tools: Number(row["tools"]),
  tags: String(row["tags"]),
});

const closingOf = (row: Row): Closing => ({
  outcome: row["state"] as Closing["outcome"], // written by `closeRow`, or not used
  input: Number(row["input"]),
  output: Number(row["output"]),
  cacheRead: Number(row["cache_read"]),
  cacheWrite: Number(row["cache_write"]),
  cost: Number(row["cost"]),
  pricedAs: textOf(row["priced_as"]),
  upstream: textOf(row["upstream"]),
  upstreamRequestId: textOf(row["upstream_request_id"]),
  routedModel: textOf(row["routed_model"]),
  usedModel: textOf(row["used_model"]),
  attempts: Number(row["attempts"]),
  firstMs: row["first_ms"] === null ? null : Number(row["first_ms"]),
  totalMs: Number(row["total_ms"]),
  error: textOf(row["error"]),
});

const textOf = (value: Row[string] | undefined): string | null => (typeof value === "string" ? value : null);

/** Begins anew for the next outage, unless requests are still open; returns whether it did. */
function* reset(): Work<boolean> {
  if (yield* first("SELECT 1 AS found FROM requests LIMIT 1")) return false;
  for (const table of ["counters", "sums", "key_months", "processes"]) yield* query(`DELETE FROM ${table}`);
  return true;
}
