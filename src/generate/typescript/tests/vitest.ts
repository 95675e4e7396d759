import { imported, joinModule, ts } from "../../../code/index.ts";
import type { TestFramework } from "../../leaves.ts";
import { versions } from "../versions.ts";
import { suite } from "./suite.ts";

const settings = ts`export default ${imported("vitest/config", "defineConfig")}({
  // One worker runs all files, so that they share one database: starting it takes longer than the tests.
  // A password's hash is slow on purpose, and slower on a busy machine.
  test: { isolate: false, fileParallelism: false, hookTimeout: 180_000, testTimeout: 60_000 },
});`;

const vitest: TestFramework = {
  package: "vitest",
  sharesModules: true,
  tests: (api, examples) => ({
    files: [
      ...suite(api, examples, "vitest"),
      { path: "vitest.config.ts", text: joinModule("vitest.config.ts", [settings]) },
    ],
    devDependencies: { vitest: versions.vitest },
    scripts: { test: "vitest run" },
  }),
};

export default vitest;
