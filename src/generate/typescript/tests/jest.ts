import { joinModule, ts } from "../../../code/index.ts";
import type { TestFramework } from "../../leaves.ts";
import { versions } from "../versions.ts";
import { suite } from "./suite.ts";

const settings = ts`/** @type {import("jest").Config} */
export default {
  testMatch: ["**/tests/**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "\\.ts$": [
      "@swc/jest",
      {
        module: { type: "es6" },
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
      },
    ],
  },
  // Starting an embedded database takes longer than a test.
  testTimeout: 180_000,
};`;

const jest: TestFramework = {
  package: "@jest/globals",
  sharesModules: false,
  tests: (api, examples) => ({
    files: [
      ...suite(api, examples, "@jest/globals"),
      { path: "jest.config.js", text: joinModule("jest.config.js", [settings]) },
    ],
    devDependencies: {
      "@jest/globals": versions["@jest/globals"],
      "@swc/core": versions["@swc/core"],
      "@swc/jest": versions["@swc/jest"],
      jest: versions.jest,
    },
    // Files run in sequence: each has its own database, and memory is limited.
    scripts: { test: "node --experimental-vm-modules node_modules/jest/bin/jest.js --runInBand" },
  }),
};

export default jest;
