import { expect, it } from "vitest";
import { openTelemetry } from "./index.ts";
import { sentenceOf } from "./sdk.ts";

const open = (env: Readonly<Record<string, string>>) =>
  openTelemetry({ env, clock: { now: () => 0 }, note: () => undefined });

it("is off without a collector, and where it is disabled", async () => {
  expect(await open({})).toBeUndefined();
  expect(await open({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://h", OTEL_SDK_DISABLED: "true" })).toBeUndefined();
});

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "h:4318" }, "isn't a URL"],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "/metrics" }, "isn't a URL"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://h", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "gRPC"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://h", OTEL_TRACES_SAMPLER_ARG: "2" }, "is not a ratio"],
])("refuses %j", async (env, message) => {
  await expect(open(env)).rejects.toMatchObject({
    code: "telemetry",
    message: expect.stringContaining(message),
  });
});

it.each([
  [JSON.stringify({ stack: "Error: x\n at y", message: "connect ECONNREFUSED" }), "connect ECONNREFUSED"],
  [JSON.stringify({ message: 5 }), '{"message":5}'],
  ["null", "null"],
  ["a queue is full", "a queue is full"],
])("says of %j its message", (reported, message) => expect(sentenceOf(reported)).toBe(message));
