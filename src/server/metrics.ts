import type { Usage } from "../messages/index.ts";
import type { RequestEvent } from "../models/index.ts";

/** Upper bounds of the duration buckets, in seconds. */
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 120] as const;
/** Maximum models with separate counters; callers choose the names, so their number is unbounded. */
const mostModels = 200;

interface Durations {
  readonly counts: number[];
  seconds: number;
  count: number;
}

/** Counters of the server since its start, for monitoring. */
export interface Metrics {
  begun(): void;
  /** `route`: its pattern, or empty if none matched; `seconds`: from the headers to the last byte. */
  ended(route: string, status: number, seconds: number): void;
  tokens(model: string, usage: Usage): void;
  count(event: RequestEvent, model: string): void;
  /** Prometheus' text format, version 0.0.4. */
  text(): string;
}

/** Metrics per model besides tokens: their names and help texts. */
const events: Readonly<Record<RequestEvent, readonly [name: string, help: string]>> = {
  asked_again: ["antiphon_asked_again_total", "Wrong answers for which a model was asked again."],
  retried: ["antiphon_upstream_retries_total", "Requests that were sent again after an upstream failed."],
  passed_on: ["antiphon_invalid_calls_total", "Calls passed on whose input doesn't fit its schema."],
};

export function metrics(): Metrics {
  let open = 0;
  const requests = new Map<string, number>();
  const durations = new Map<string, Durations>();
  const used = new Map<string, { input: number; output: number }>();
  const counts = new Map<string, Map<string, number>>();
  return {
    begun() {
      open++;
    },
    ended(route, status, seconds) {
      open--;
      const labels = `route="${route || "none"}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      observe(durations, route || "none", seconds);
    },
    tokens(model, { input_tokens, output_tokens }) {
      const name = used.has(model) || used.size < mostModels ? model : "other";
      const sum = used.get(name) ?? { input: 0, output: 0 };
      sum.input += input_tokens;
      sum.output += output_tokens;
      used.set(name, sum);
    },
    count(event, model) {
      const models = counts.get(event) ?? new Map<string, number>();
      const name = models.has(model) || models.size < mostModels ? model : "other";
      counts.set(event, models.set(name, (models.get(name) ?? 0) + 1));
    },
    text: () =>
      [
        family("antiphon_requests_total", "counter", "Requests answered, by route and status."),
        ...[...requests].map(([labels, count]) => `antiphon_requests_total{${labels}} ${count}`),
        family("antiphon_requests_open", "gauge", "Requests under way."),
        `antiphon_requests_open ${open}`,
        family(
          "antiphon_request_duration_seconds",
          "histogram",
          "From a request's head to the answer's end.",
        ),
        ...[...durations].flatMap(([route, all]) => histogram(route, all)),
        family("antiphon_tokens_total", "counter", "Tokens of answers, by model and direction."),
        ...[...used].flatMap(([model, { input, output }]) => [
          `antiphon_tokens_total{model="${escaped(model)}",direction="input"} ${input}`,
          `antiphon_tokens_total{model="${escaped(model)}",direction="output"} ${output}`,
        ]),
        ...Object.entries(events).flatMap(([event, [name, help]]) => [
          family(name, "counter", help),
          ...[...(counts.get(event) ?? [])].map(
            ([model, count]) => `${name}{model="${escaped(model)}"} ${count}`,
          ),
        ]),
        "",
      ].join("\n"),
  };
}

function observe(durations: Map<string, Durations>, route: string, seconds: number): void {
  let all = durations.get(route);
  if (!all) durations.set(route, (all = { counts: buckets.map(() => 0), seconds: 0, count: 0 }));
  const index = buckets.findIndex((bound) => seconds <= bound);
  if (index >= 0) all.counts[index] = (all.counts[index] ?? 0) + 1;
  all.seconds += seconds;
  all.count++;
}

function histogram(route: string, { counts, seconds, count }: Durations): readonly string[] {
  const name = "antiphon_request_duration_seconds";
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
}

const family = (name: string, type: string, help: string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}`;

const escaped = (label: string): string =>
  label.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
