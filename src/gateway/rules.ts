import type { BodyRules } from "./bodies/bodies.ts";
import type { Guardrail } from "./guardrails/guardrail.ts";
import type { VerifyToken } from "./keys/tokens.ts";
import type { Limit } from "./ledger/limits.ts";
import type { Ask } from "./ledger/reserve.ts";
import { ownPrices, prices, type PriceTable, type Prices } from "./prices/table.ts";
import type { QueueRules } from "./meter/queue.ts";
import type { Routes } from "./routing/routes.ts";

/** What can change while requests are answered. */
export interface GatewayRules {
  readonly prices?: PriceTable;
  /** What happens to requests for models without a price. Default: refused where a limit of money holds. */
  readonly unpriced?: Ask["unpriced"];
  /** Those of the configuration, besides the ones of the store. */
  readonly limits?: readonly Limit[];
  /** What requests for names are answered by; default: each name by the model of that name. */
  readonly routes?: Pick<Routes, "candidates" | "copies" | "status">;
  /** In their order, in front of the ledger. */
  readonly guardrails?: readonly Guardrail[];
  /** Who is let in by a token instead of a key. */
  readonly verifyToken?: VerifyToken;
  /** How long requests wait for room in a limit, and how many of one key; default: none does. */
  readonly queue?: QueueRules;
  /** What is kept of requests and answers; default: nothing. */
  readonly bodies?: BodyRules;
  /** Days after which loops that have ended are deleted. */
  readonly loopDays?: number;
  /** Days after which rows of requests are deleted; default: never. */
  readonly usageDays?: number;
}

/** Rules as an administrator sees them. */
export interface ShownRules {
  readonly unknown_price: Ask["unpriced"];
  readonly prices: PriceTable;
  readonly usage_days: number | null;
  /** Days for which bodies of requests and answers are kept. */
  readonly body_days: number | null;
  /** When the rules began to hold, and why newer ones don't. */
  readonly rules: { readonly since: string; readonly problem: string | null };
}

/** The rules that hold now. Who reads them for each request has the newest. */
export class Rules {
  private readonly now: () => number;
  private given: GatewayRules;
  private since: number;
  private problem: string | null = null;
  prices: Prices;

  constructor(rules: GatewayRules, now: () => number) {
    [this.now, this.given, this.since, this.prices] = [now, rules, now(), prices(rules.prices ?? {})];
  }

  set(rules: GatewayRules): void {
    [this.given, this.since, this.prices] = [rules, this.now(), prices(rules.prices ?? {})];
    this.problem = null;
  }

  refuse(problem: string): void {
    this.problem = problem;
  }

  get limits(): readonly Limit[] {
    return this.given.limits ?? [];
  }

  get unpriced(): Ask["unpriced"] {
    return this.given.unpriced ?? "refuse_if_limited";
  }

  get guardrails(): readonly Guardrail[] {
    return this.given.guardrails ?? [];
  }

  get routes(): GatewayRules["routes"] {
    return this.given.routes;
  }

  get verifyToken(): VerifyToken | undefined {
    return this.given.verifyToken;
  }

  get queue(): QueueRules | undefined {
    return this.given.queue;
  }

  get bodies(): BodyRules | undefined {
    return this.given.bodies;
  }

  get loopDays(): number | undefined {
    return this.given.loopDays;
  }

  get usageDays(): number | undefined {
    return this.given.usageDays;
  }

  /** Every model that a request for a name may be answered by. */
  candidates(name: string): readonly string[] {
    return this.given.routes?.candidates(name) ?? [name];
  }

  /** How many models may be asked for one answer at the same time. */
  copies(name: string): number {
    return this.given.routes?.copies(name) ?? 1;
  }

  shown(): ShownRules {
    return {
      unknown_price: this.unpriced,
      prices: { ...ownPrices, ...this.given.prices },
      usage_days: this.usageDays ?? null,
      body_days: this.bodies?.days ?? null,
      rules: { since: new Date(this.since).toISOString(), problem: this.problem },
    };
  }

  metrics(): string {
    return [
      "# HELP antiphon_configuration_valid Whether the configuration as it is now holds; 0: one before it does.",
      "# TYPE antiphon_configuration_valid gauge",
      `antiphon_configuration_valid ${this.problem === null ? 1 : 0}`,
      "",
    ].join("\n");
  }
}
