import { Metric, metricText } from "../lib/index.ts";
import type { Usage } from "../messages/index.ts";
import type { RequestEvent } from "../models/index.ts";

/** Upper bounds of the duration buckets, in seconds. */
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 120] as const;

interface Durations {
  readonly counts: number[];
  seconds: number;
  count: number;
}

/** Counters of the server since its start, for monitoring. */
export class Metrics {
  #open = 0;
  readonly #requests = new Metric("antiphon_requests_total", {
    help: "Requests answered, by route and status.",
    labels: ["route", "status"],
  });
  readonly #durations = new Map<string, Durations>();
  readonly #tokens = new Metric("antiphon_tokens_total", {
    help: "Tokens of answers, by model and direction.",
    labels: ["model", "direction"],
  });
  readonly #events: Readonly<Record<RequestEvent, Metric>> = {
    asked_again: ofModels("antiphon_asked_again_total", "Wrong answers for which a model was asked again."),
    retried: ofModels(
      "antiphon_upstream_retries_total",
      "Requests that were sent again after an upstream failed.",
    ),
    passed_on: ofModels(
      "antiphon_invalid_calls_total",
      "Calls passed on whose input doesn't fit its schema.",
    ),
  };

  begun(): void {
    this.#open++;
  }

  /** `route`: its pattern, or empty if none matched; `seconds`: from the headers to the last byte. */
  ended(route: string, status: number, seconds: number): void {
    this.#open--;
    this.#requests.add(1, route || "none", String(status));
    let all = this.#durations.get(route);
    if (!all) this.#durations.set(route, (all = { counts: buckets.map(() => 0), seconds: 0, count: 0 }));
    const index = buckets.findIndex((bound) => seconds <= bound);
    if (index >= 0) all.counts[index] = (all.counts[index] ?? 0) + 1;
    all.seconds += seconds;
    all.count++;
  }

  tokens(model: string, { input_tokens, output_tokens }: Usage): void {
    this.#tokens.add(input_tokens, model, "input");
    this.#tokens.add(output_tokens, model, "output");
  }

  count(event: RequestEvent, model: string): void {
    this.#events[event].add(1, model);
  }

  /** Prometheus' text format, version 0.0.4. */
  text(): string {
    return [
      this.#requests.text(),
      metricText("antiphon_requests_open", "Requests under way.", this.#open),
      histograms([...this.#durations]),
      this.#tokens.text(),
      ...Object.values(this.#events).map((metric) => metric.text()),
    ].join("");
  }
}

const ofModels = (name: string, help: string): Metric => new Metric(name, { help, labels: ["model"] });

function histograms(all: readonly (readonly [route: string, Durations])[]): string {
  const name = "antiphon_request_duration_seconds";
  const lines = [
    `# HELP ${name} From a request's head to the answer's end.`,
    `# TYPE ${name} histogram`,
    ...all.flatMap(([path, { counts, seconds, count }]) => {
      const route = path || "none";
      let below = 0;
      const rows = buckets.map((bound, i) => {
        below += counts[i] ?? 0;
        return `${name}_bucket{route="${route}",le="${bound}"} ${below}`;
      });
      return [
        ...rows,
        `${name}_bucket{route="${route}",le="+Inf"} ${count}`,
        `${name}_sum{route="${route}"} ${seconds.toFixed(6)}`,
        `${name}_count{route="${route}"} ${count}`,
      ];
    }),
    "",
  ];
  return lines.join("\n");
}
