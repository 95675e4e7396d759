import { millionths } from "../money.ts";
import type { RequestLine } from "./meter.ts";

/** Maximum models with separate counters; callers choose the names, so their number is unbounded. */
const mostModels = 200;

interface Sums {
  readonly outcomes: Map<string, number>;
  /** Millionths. */
  cost: number;
}

/** Counts the gateway's decisions and costs for monitoring. */
export function counts(): { add(line: RequestLine): void; text(): string } {
  const models = new Map<string, Sums>();
  return {
    add({ model, outcome, cost = 0 }) {
      const name = models.has(model) || models.size < mostModels ? model : "other";
      const sums = models.get(name) ?? { outcomes: new Map<string, number>(), cost: 0 };
      models.set(name, sums);
      sums.outcomes.set(outcome, (sums.outcomes.get(outcome) ?? 0) + 1);
      sums.cost += cost;
    },
    text: () =>
      [
        "# HELP antiphon_gateway_requests_total Requests that the gateway decided on, by model and outcome.",
        "# TYPE antiphon_gateway_requests_total counter",
        ...[...models].flatMap(([model, { outcomes }]) =>
          [...outcomes].map(
            ([outcome, value]) =>
              `antiphon_gateway_requests_total{model="${escaped(model)}",outcome="${outcome}"} ${value}`,
          ),
        ),
        "# HELP antiphon_gateway_cost_total Money that was billed, by model, in units of the currency.",
        "# TYPE antiphon_gateway_cost_total counter",
        ...[...models].map(
          ([model, { cost }]) =>
            `antiphon_gateway_cost_total{model="${escaped(model)}"} ${cost / millionths}`,
        ),
        "",
      ].join("\n"),
  };
}

const escaped = (label: string): string =>
  label.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
