import type { TestFramework } from "../../contracts.ts";
import { versions } from "../versions.ts";
import { suite } from "./suite.ts";

const vitest: TestFramework = {
  tests: (api, examples) => ({
    ...suite(api, examples, "vitest"),
    devDependencies: { vitest: versions.vitest },
    scripts: { test: "vitest run" },
  }),
};

export default vitest;
