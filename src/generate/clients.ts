import { table } from "../lib/index.ts";
import type { ClientGenerator } from "./contracts.ts";

/** Languages of client SDKs: one folder and one line each. */
export const clients = table<ClientGenerator, "typescript" | "python">({
  typescript: () => import("./typescript/client/index.ts"),
  python: () => import("./python/client/index.ts"),
});
