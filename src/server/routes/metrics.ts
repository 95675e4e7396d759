import type { Metrics } from "../metrics.ts";
import type { Route } from "../route.ts";

/** `GET /metrics`, for Prometheus and what reads its format. Numbers and names of models only, and still for callers alone. */
export const metricsRoute = (metrics: Metrics): Route => ({
  method: "GET",
  path: "/metrics",
  access: "key",
  handle: async () => ({
    status: 200,
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    body: metrics.text(),
  }),
});
