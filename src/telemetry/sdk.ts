import { diag, DiagLogLevel, type Meter, type TextMapPropagator, type Tracer } from "@opentelemetry/api";
import type * as Core from "@opentelemetry/core";
import type * as Points from "@opentelemetry/exporter-metrics-otlp-http";
import type * as Spans from "@opentelemetry/exporter-trace-otlp-http";
import type * as Resources from "@opentelemetry/resources";
import type * as Metrics from "@opentelemetry/sdk-metrics";
import type * as Traces from "@opentelemetry/sdk-trace";
import { loadOptional, version, usageError } from "../lib/index.ts";
import type { TelemetryOptions } from "./contract.ts";

export interface Sdk {
  readonly tracer: Tracer;
  readonly meter: Meter;
  readonly propagator: TextMapPropagator;
  close(): Promise<void>;
}

type Env = TelemetryOptions["env"];

/** Milliseconds that the collector may take to answer. */
const patience = 5000;
const name = "antiphon";

/** Starts the SDK with its exporters, which read variables such as OTEL_EXPORTER_OTLP_HEADERS on their own. */
export async function startSdk(env: Env, note: TelemetryOptions["note"]): Promise<Sdk> {
  checkProtocol(env);
  const { core, traces, metrics, resources, spans, points } = await load();
  const noted = new Set<string>();
  const warn = (reported: string): void => {
    const text = sentenceOf(reported);
    if (noted.size < 20 && !noted.has(text)) note(`OpenTelemetry: ${text}`);
    noted.add(text);
  };
  const silent = { info: ignore, debug: ignore, verbose: ignore };
  const how = { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true };
  diag.setLogger({ ...silent, error: warn, warn }, how);
  const resource = resources
    .resourceFromAttributes({ "service.name": name, "service.version": version() })
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const [tracesUrl, metricsUrl] = [endpoint(env, "traces"), endpoint(env, "metrics")];
  const ratio = ratioOf(env);
  const tracing = new traces.TracerProvider({
    resource,
    ...(ratio !== undefined && {
      sampler: new traces.ParentBasedSampler({ root: new traces.TraceIdRatioBasedSampler(ratio) }),
    }),
    spanProcessors: tracesUrl
      ? [
          new traces.BatchSpanProcessor({
            exporter: new spans.OTLPTraceExporter({ url: tracesUrl, timeoutMillis: patience }),
          }),
        ]
      : [],
  });
  const metering = new metrics.MeterProvider({
    resource,
    readers: metricsUrl
      ? [
          new metrics.PeriodicExportingMetricReader({
            exporter: new points.OTLPMetricExporter({ url: metricsUrl, timeoutMillis: patience }),
            exportIntervalMillis: Number(env["OTEL_METRIC_EXPORT_INTERVAL"]) || 60_000,
            exportTimeoutMillis: patience,
          }),
        ]
      : [],
  });
  return {
    tracer: tracing.getTracer(name, version()),
    meter: metering.getMeter(name, version()),
    propagator: new core.W3CTraceContextPropagator(),
    close: async () => void (await Promise.allSettled([tracing.shutdown(), metering.shutdown()])),
  };
}

const ignore = (): void => undefined;

/** Extracts the message from what the SDK reports, which is JSON of errors with their stacks. */
export function sentenceOf(reported: string): string {
  try {
    const { message }: { readonly message?: unknown } = JSON.parse(reported) ?? {};
    return typeof message === "string" && message !== "" ? message : reported;
  } catch {
    return reported;
  }
}

function endpoint(env: Env, signal: "traces" | "metrics"): string | undefined {
  const variable = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`;
  const base = env["OTEL_EXPORTER_OTLP_ENDPOINT"]?.replace(/\/+$/, "");
  const url = env[variable] || (base && `${base}/v1/${signal}`);
  if (!url || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url || undefined;
  throw usageError(
    "telemetry",
    `The address of the OpenTelemetry collector for ${signal} isn't a URL.`,
    `Set ${base ? "OTEL_EXPORTER_OTLP_ENDPOINT" : variable} to one like http://127.0.0.1:4318.`,
  );
}

function ratioOf({ OTEL_TRACES_SAMPLER_ARG: text }: Env): number | undefined {
  if (!text) return undefined;
  const ratio = Number(text);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw usageError(
    "telemetry",
    "OTEL_TRACES_SAMPLER_ARG is not a ratio.",
    "Set it to a number from 0 to 1: the share of traces to record.",
  );
}

function checkProtocol({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol }: Env): void {
  if (!protocol?.startsWith("grpc")) return;
  throw usageError(
    "telemetry",
    "OpenTelemetry over gRPC isn't supported.",
    "Unset OTEL_EXPORTER_OTLP_PROTOCOL and name the collector's HTTP port, usually 4318.",
  );
}

async function load() {
  const part = <T>(name: string): Promise<T> => loadOptional<T>("opentelemetry", `@opentelemetry/${name}`);
  const [core, traces, metrics, resources, spans, points] = await Promise.all([
    part<typeof Core>("core"),
    part<typeof Traces>("sdk-trace"),
    part<typeof Metrics>("sdk-metrics"),
    part<typeof Resources>("resources"),
    part<typeof Spans>("exporter-trace-otlp-http"),
    part<typeof Points>("exporter-metrics-otlp-http"),
  ]);
  return { core, traces, metrics, resources, spans, points };
}
