import type { Route } from "../route.ts";
import type { Served } from "./messages.ts";

/** `GET /metrics`, in Prometheus' format. Team keys aren't allowed, because it covers everyone. */
export const metricsRoute = ({ metrics, gateway }: Pick<Served, "metrics" | "gateway">): Route => ({
  method: "GET",
  path: "/metrics",
  access: "metrics",
  handle: async () => ({
    status: 200,
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    body: metrics.text() + (gateway?.metrics() ?? ""),
  }),
});
