import type { Clock } from "../lib/index.ts";
import type { Model } from "../models/index.ts";
import { administration, type Administration } from "./administration.ts";
import { guarded } from "./guardrails/guarded.ts";
import type { Guardrail } from "./guardrails/guardrail.ts";
import { allows, newId, type Key } from "./keys/key.ts";
import { findKey, hasKeys } from "./keys/keys.ts";
import { forgetCounters } from "./ledger/counters.ts";
import type { Limit } from "./ledger/limits.ts";
import { beat, expire, lease } from "./ledger/settle.ts";
import { steady } from "./ledger/time.ts";
import type { Ask } from "./ledger/reserve.ts";
import { counts } from "./meter/counts.ts";
import { metered, refusedLine, type RequestLine } from "./meter/meter.ts";
import { ownPrices, prices, type PriceTable } from "./prices/table.ts";
import type { Routes, TargetStatus } from "./routing/routes.ts";
import { openStore } from "./store/open.ts";
import { shownPlace } from "./store/place.ts";
import type { Store, Work } from "./store/store.ts";

export interface GatewayOptions {
  /** A path of a file, or a URL of PostgreSQL. */
  readonly store: string;
  readonly clock: Pick<Clock, "now">;
  readonly prices?: PriceTable;
  /** What happens to requests for models without a price. Default: refused where a limit of money holds. */
  readonly unpriced?: Ask["unpriced"];
  /** Those of the configuration, besides the ones of the store. */
  readonly limits?: readonly Limit[];
  /** What requests for names are answered by; default: each name by the model of that name. */
  readonly routes?: Pick<Routes, "candidates" | "status">;
  /** In their order, in front of the ledger. */
  readonly guardrails?: readonly Guardrail[];
  /** Hears of every request once it has ended or was refused. */
  on?(line: RequestLine): void;
}

/** Keys and who may use what, limits, and what was used. */
export interface Gateway {
  /** The caller with a key of this SHA-256 (hexadecimal), if it may be used now. */
  find(hash: string): Promise<KeyHolder | undefined>;
  /** Whether no key was ever created. */
  isOpen(): Promise<boolean>;
  /** The model, for requests that the ledger grants. From then on requests of dead processes are looked for. */
  meter(model: Model): Promise<Model>;
  /** What was decided and billed since the start, in Prometheus' text format. */
  metrics(): string;
  /** What it was opened with, for an administrator to see. */
  readonly settings: GatewaySettings;
  targets(): readonly TargetStatus[];
  /** Throws ApiError (503) where nothing can be written. */
  check(): Promise<void>;
  /** The same for one who changes something, by name. */
  as(actor: string): Administration;
  close(): Promise<void>;
}

export interface GatewaySettings {
  /** Without secrets. */
  readonly store: string;
  readonly unknown_price: Ask["unpriced"];
  readonly prices: PriceTable;
}

/** A caller, as the server knows them. */
export interface KeyHolder {
  readonly key: string;
  readonly scopes: readonly ["use"];
  may(what: "endpoint" | "model" | "tool", name: string): boolean;
}

/** Ends of requests that are remembered while the store is away; those of an hour at three a second. */
const mostUnsettled = 10_000;

/** Throws UserError for a store that can't be used. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const store = await openStore(options.store);
  const now = steady(options.clock);
  const process = newId("process");
  const table = prices(options.prices ?? {});
  const limits = options.limits ?? [];
  const { unpriced = "refuse_if_limited" } = options;
  const done = counts();
  const unsettled = new Set<() => Work<unknown>>();
  const later = (work: () => Work<unknown>): void => {
    if (unsettled.size < mostUnsettled) unsettled.add(work);
  };
  let heart: NodeJS.Timeout | undefined;
  return {
    async find(hash) {
      const key = await store.read(() => findKey(hash, now()));
      return key && holder(key);
    },
    isOpen: async () => !(await store.read(hasKeys)),
    async meter(model) {
      const rounds = { store, unsettled, process, limits, now };
      await round(rounds);
      // A store that can't be written now refuses requests by itself.
      heart ??= setInterval(() => void round(rounds).catch(() => undefined), lease / 3).unref();
      const { candidates } = options.routes ?? { candidates: (name: string) => [name] };
      const on = (line: RequestLine): void => {
        done.add(line);
        options.on?.(line);
      };
      const meter = { store, limits, prices: table, candidates, unpriced, process, now, on, later };
      return guarded(metered(model, meter), {
        guardrails: options.guardrails ?? [],
        refused: (request, context, error) => on(refusedLine({ request, context }, now(), error)),
      });
    },
    metrics: () => done.text(),
    settings: {
      store: shownPlace(options.store),
      unknown_price: unpriced,
      prices: { ...ownPrices, ...options.prices },
    },
    targets: () => options.routes?.status() ?? [],
    check: () => store.write(() => beat(process, now())),
    as: (name) => administration({ store, prices: table, limits, actor: () => ({ name, at: now() }) }),
    async close() {
      clearInterval(heart);
      await store.close();
    },
  };
}

interface Rounds {
  readonly store: Store;
  readonly unsettled: Set<() => Work<unknown>>;
  readonly process: string;
  readonly limits: readonly Limit[];
  now(): number;
}

/** Writes what couldn't be written before, says that this process lives, and frees what dead ones held. */
async function round({ store, unsettled, process, limits, now }: Rounds): Promise<void> {
  for (const work of unsettled) {
    await store.write(work);
    unsettled.delete(work);
  }
  await store.write(function* () {
    yield* beat(process, now());
    yield* expire(now(), limits);
    yield* forgetCounters(now());
  });
}

function holder(key: Key): KeyHolder {
  const lists = { endpoint: key.endpoints, model: key.models, tool: key.tools };
  return { key: key.id, scopes: ["use"], may: (what, name) => allows(lists[what], name) };
}
