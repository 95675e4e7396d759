import type { Attributes, Meter } from "@opentelemetry/api";
import type { CallEnd } from "./observed.ts";

/** Histogram boundaries in seconds, as the conventions recommend. */
const seconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const firstSeconds = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const tokens = Array.from({ length: 14 }, (_, power) => 4 ** power);

export interface Instruments {
  served(end: CallEnd): void;
  upstream(end: CallEnd): void;
}

/** Creates the metrics that the conventions define for servers and clients. */
export function instrumentsOf(meter: Meter): Instruments {
  const histogram = (name: string, unit: string, bounds: readonly number[]) =>
    meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: [...bounds] } });
  const served = histogram("gen_ai.server.request.duration", "s", seconds);
  const first = histogram("gen_ai.server.time_to_first_token", "s", firstSeconds);
  const durations = histogram("gen_ai.client.operation.duration", "s", seconds);
  const used = histogram("gen_ai.client.token.usage", "{token}", tokens);
  return {
    served({ attributes, duration, firstDuration }) {
      served.record(duration, attributes);
      if (firstDuration !== undefined) first.record(firstDuration, attributes);
    },
    upstream({ attributes, duration, input, output }) {
      durations.record(duration, attributes);
      const typed = (type: string): Attributes => ({ ...attributes, "gen_ai.token.type": type });
      if (input !== undefined) used.record(input, typed("input"));
      if (output !== undefined) used.record(output, typed("output"));
    },
  };
}
