import { ApiError } from "../../messages/index.ts";
import { json, type Route } from "../route.ts";
import type { Served } from "./messages.ts";

export const health: Route = {
  method: "GET",
  path: "/healthz",
  access: "public",
  handle: async () => json({ status: "ok" }),
};

/** Readiness for load balancers: requests are accepted and, with a gateway, can be recorded. */
export const ready = ({ isClosing, gateway }: Pick<Served, "isClosing" | "gateway">): Route => ({
  method: "GET",
  path: "/readyz",
  access: "public",
  async handle() {
    if (isClosing()) throw new ApiError("overloaded_error", "The server is shutting down.", { status: 503 });
    await gateway?.check();
    return json({ status: "ready" });
  },
});

/** Coding agents request this once before their first request. */
export const hello: Route = {
  method: "HEAD",
  path: "/api/hello",
  access: "public",
  handle: async () => ({ status: 200, body: "" }),
};
