import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { attacks, drills } from "./scripts/suites.ts";

const suite = process.env["ANTIPHON_SUITE"] ?? "everyday";
const withLong = ["long", "attack", "drills"].includes(suite);

/** Rooms whose tests start no server and no program; of them, all that takes less than a second or two. */
const fast = [
  "src/{api,code,config,describe,document,endpoints,gateway,inspect,lib,loop,messages,models,plan,report,schema}/**/*.test.ts",
];
const slow = [
  "src/api/{names,round-trip,to/openapi}.test.ts",
  "src/code/{git,languages}/*.test.ts",
  "src/document/code/{code,facts,refused,silence,drift/*,says/lookups,says/own,says/strict}.test.ts",
  "src/endpoints/tests/{definition,scan,truth}.test.ts",
  "src/gateway/**/{kill,ledger}.test.ts",
  "src/inspect/{raises,threads}.test.ts",
  "src/models/{guarantee,in-time,models,http/http,gguf/*,builtin/bad,builtin/asks/gate}.test.ts",
  "src/messages/runs.test.ts",
  "src/report/thin.test.ts",
  "src/schema/{official,real,mask/*,pattern/*}.test.ts",
];

const includes: Readonly<Record<string, readonly string[]>> = {
  fast,
  everyday: ["{src,tests}/**/*.test.ts"],
  long: ["{src,tests}/**/*.long.test.ts"],
  attack: Object.values(attacks).flat(),
  drills: Object.values(drills).flat(),
};
const data = resolve(process.env["ANTIPHON_DATA"] ?? join(import.meta.dirname, "../shared/data"));

export default defineConfig({
  resolve: { conditions: ["antiphon-source", "node"] },
  ssr: { resolve: { conditions: ["antiphon-source", "node"] } },
  test: {
    include: [...(includes[suite] ?? [])],
    exclude: [
      "**/node_modules/**",
      ...(withLong ? [] : ["**/*.long.test.ts"]),
      ...(suite === "fast" ? slow : []),
    ],
    globalSetup: "./scripts/test-folder.ts",
    reporters: ["default", "./scripts/reporter.ts"],
    env: existsSync(data) ? { ANTIPHON_DATA: data } : {},
    testTimeout: withLong ? 600_000 : 180_000, // against hanging alone: a busy machine takes its time
    hookTimeout: withLong ? 600_000 : 180_000,
    teardownTimeout: 120_000,
    maxWorkers: 2,
    isolate: withLong, // tests of every day leave nothing behind, and share a process: an eighth less work
    passWithNoTests: suite === "long",
  },
});
