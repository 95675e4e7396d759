import { context, SpanKind } from "@opentelemetry/api";
import type { Telemetry, TelemetryOptions, UpstreamName } from "./contract.ts";
import { instrumentsOf } from "./instruments.ts";
import { loopTrace } from "./loops.ts";
import { observed, type Observer } from "./observed.ts";
import { startSdk } from "./sdk.ts";

export async function startTelemetry({ env, clock, note }: TelemetryOptions): Promise<Telemetry> {
  const { tracer, meter, propagator, close } = await startSdk(env, note);
  const instruments = instrumentsOf(meter);
  const base = { tracer, propagator, root: context.active(), now: () => clock.now() };
  const served: Observer = { ...base, kind: SpanKind.SERVER, attributes: {}, record: instruments.served };
  return {
    served: (model) => observed(model, served),
    upstream: (model, upstream) =>
      observed(model, {
        ...base,
        kind: SpanKind.CLIENT,
        attributes: attributesOf(upstream),
        record: instruments.upstream,
      }),
    loop: (id) => loopTrace(id, served),
    close,
  };
}

function attributesOf({ provider, url }: UpstreamName): Observer["attributes"] {
  const named = { "gen_ai.provider.name": provider };
  if (url === undefined || !URL.canParse(url)) return named;
  const { hostname, port, protocol } = new URL(url);
  const standard = protocol === "https:" ? 443 : 80;
  return { ...named, "server.address": hostname, "server.port": Number(port) || standard };
}
