import { table } from "../lib/index.ts";
import type { Check } from "./contract.ts";

/** The checks of /review: one file and one line each. */
export const checks = table<Check, string>({
  types: () => import("./checks/types.ts"),
  compilers: () => import("./checks/compilers.ts"),
  lint: () => import("./checks/lint.ts"),
  suite: () => import("./checks/suite.ts"),
  secrets: () => import("./checks/secrets.ts"),
  dangerous: () => import("./checks/dangerous.ts"),
  tests: () => import("./checks/tests.ts"),
  exports: () => import("./checks/exports.ts"),
  contracts: () => import("./checks/contracts.ts"),
  dependencies: () => import("./checks/dependencies.ts"),
  complexity: () => import("./checks/complexity.ts"),
  duplication: () => import("./checks/duplication.ts"),
  leftovers: () => import("./checks/leftovers.ts"),
  docs: () => import("./checks/docs.ts"),
});
