import type { Route } from "../route.ts";
import type { Served } from "./messages.ts";

/** `GET /metrics`, for Prometheus and what reads its format. Keys of teams don't read what others do. */
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
