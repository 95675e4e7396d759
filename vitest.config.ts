import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { defineConfig } from "vitest/config";

const long = process.env["ANTIPHON_SUITE"] === "long";
const data = resolve(process.env["ANTIPHON_DATA"] ?? join(import.meta.dirname, "../shared/data"));

export default defineConfig({
  resolve: { conditions: ["antiphon-source", "node"] },
  ssr: { resolve: { conditions: ["antiphon-source", "node"] } },
  test: {
    include: long ? ["{src,tests}/**/*.long.test.ts"] : ["{src,tests}/**/*.test.ts"],
    exclude: ["**/node_modules/**", ...(long ? [] : ["**/*.long.test.ts"])],
    globalSetup: "./scripts/test-folder.ts",
    reporters: ["default", "./scripts/reporter.ts"],
    env: existsSync(data) ? { ANTIPHON_DATA: data } : {},
    testTimeout: long ? 600_000 : 180_000, // against hanging alone: a busy machine takes its time
    hookTimeout: long ? 600_000 : 180_000,
    teardownTimeout: 120_000,
    maxWorkers: 2,
    isolate: long, // tests of every day leave nothing behind, and share a process: an eighth less work
    passWithNoTests: long,
  },
});
