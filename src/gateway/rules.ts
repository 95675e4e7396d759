import { metricText } from "../lib/index.ts";
import type { BodyRules } from "./bodies/bodies.ts";
import type { Guardrail } from "./guardrails/guardrail.ts";
import type { VerifyToken } from "./keys/tokens.ts";
import type { Limit } from "./ledger/limits.ts";
import type { Ask } from "./ledger/reserve.ts";
import type { OutageRules } from "./outage/outage.ts";
import { ownPrices, prices, type PriceTable, type Prices } from "./prices/table.ts";
import type { QueueRules } from "./meter/queue.ts";
import type { Routes } from "./routing/routes.ts";

/** Rules that can change while requests are served. */
export interface GatewayRules {
  readonly prices?: PriceTable;
  /** What to do with requests for models without a price. Default: refuse if a money limit applies. */
  readonly unpriced?: Ask["unpriced"];
  /** Configured limits, in addition to those in the store. */
  readonly limits?: readonly Limit[];
  /** Which models answer requests for a name; default: the model of that name. */
  readonly routes?: Pick<Routes, "candidates" | "copies" | "status">;
  /** Applied in order, before the ledger. */
  readonly guardrails?: readonly Guardrail[];
  /** Verifies tokens that callers send instead of a key. */
  readonly verifyToken?: VerifyToken;
  /** How long requests may wait for room in a limit, and how many per key; default: none wait. */
  readonly queue?: QueueRules;
  /** Which bodies are stored; default: none. */
  readonly bodies?: BodyRules;
  /** What passes while a shared store is gone. */
  readonly outage?: OutageRules;
  /** Days after which ended loops are deleted; default: never. */
  readonly loopDays?: number;
  /** Days after which request rows are deleted; default: never. */
  readonly usageDays?: number;
}

export interface ShownRules {
  readonly unknown_price: Ask["unpriced"];
  readonly prices: PriceTable;
  readonly usage_days: number | null;
  /** Days for which request and response bodies are stored. */
  readonly body_days: number | null;
  /** When the current rules took effect, and why newer ones were rejected. */
  readonly rules: { readonly since: string; readonly problem: string | null };
}

/** The current rules. Read them for each request to get the latest. */
export class Rules {
  private readonly now: () => number;
  current: GatewayRules;
  private since: number;
  private problem: string | null = null;
  prices: Prices;

  constructor(rules: GatewayRules, now: () => number) {
    [this.now, this.current, this.since, this.prices] = [now, rules, now(), prices(rules.prices ?? {})];
  }

  /** Replaces the rules. */
  set(rules: GatewayRules): void {
    [this.current, this.since, this.prices] = [rules, this.now(), prices(rules.prices ?? {})];
    this.problem = null;
  }

  /** Keeps the rules, and records why newer ones were rejected. */
  refuse(problem: string): void {
    this.problem = problem;
  }

  get limits(): readonly Limit[] {
    return this.current.limits ?? [];
  }

  get unpriced(): Ask["unpriced"] {
    return this.current.unpriced ?? "refuse_if_limited";
  }

  get queue(): QueueRules | undefined {
    return this.current.queue;
  }

  /** Every model that may answer a request for the name. */
  candidates(name: string): readonly string[] {
    return this.current.routes?.candidates(name) ?? [name];
  }

  /** How many models may be called concurrently for one request. */
  copies(name: string): number {
    return this.current.routes?.copies(name) ?? 1;
  }

  shown(): ShownRules {
    return {
      unknown_price: this.unpriced,
      prices: { ...ownPrices, ...this.current.prices },
      usage_days: this.current.usageDays ?? null,
      body_days: this.current.bodies?.days ?? null,
      rules: { since: new Date(this.since).toISOString(), problem: this.problem },
    };
  }

  metrics(): string {
    const help =
      "1 if the current configuration file is active, 0 if it has errors and an earlier one is active.";
    return metricText("antiphon_configuration_valid", help, this.problem === null ? 1 : 0);
  }
}
