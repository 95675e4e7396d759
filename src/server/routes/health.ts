import { json, type Route } from "../route.ts";

export const health: Route = {
  method: "GET",
  path: "/healthz",
  access: "public",
  handle: async () => json({ status: "ok" }),
};

/** A coding agent asks this once, before its first request. */
export const hello: Route = {
  method: "HEAD",
  path: "/api/hello",
  access: "public",
  handle: async () => ({ status: 200, body: "" }),
};
