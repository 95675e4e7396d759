import type { Telemetry, TelemetryOptions } from "./contract.ts";
export type { Telemetry } from "./contract.ts";

/**
 * Starts telemetry; returns undefined if no collector is configured or OTEL_SDK_DISABLED is `true`. Throws UserError
 * for invalid variables and missing packages.
 */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry | undefined> {
  const { env } = options;
  if (env["OTEL_SDK_DISABLED"] === "true" || !endpoints.some((name) => env[name])) return undefined;
  return (await import("./telemetry.ts")).startTelemetry(options);
}

const endpoints = ["", "_TRACES", "_METRICS"].map((signal) => `OTEL_EXPORTER_OTLP${signal}_ENDPOINT`);
