import { table } from "../../lib/index.ts";
import type { Fixer } from "../contract.ts";

/** The fixers tried for a problem, in this order: one file and one line each. */
export const fixers = table<Fixer, string>({
  rename: () => import("./rename.ts"),
  typescript: () => import("./typescript.ts"),
  hint: () => import("./hint.ts"),
  imports: () => import("./imports.ts"),
  modules: () => import("./modules.ts"),
  spelling: () => import("./spelling.ts"),
});
