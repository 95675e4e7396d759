import { table } from "../lib/index.ts";

/** Languages of client SDKs: one folder and one line each. */
export const clients = table({
  typescript: () => import("./typescript/client/index.ts"),
  python: () => import("./python/client/index.ts"),
});
