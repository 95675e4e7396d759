import { table } from "../../lib/index.ts";

export const runners = table({
  vitest: () => import("./vitest.ts"),
  jest: () => import("./jest.ts"),
  mocha: () => import("./mocha.ts"),
  ava: () => import("./ava.ts"),
  tap: () => import("./tap.ts"),
  tape: () => import("./tape.ts"),
  pytest: () => import("./pytest.ts"),
  unittest: () => import("./unittest.ts"),
  "go test": () => import("./go.ts"),
  "cargo test": () => import("./cargo.ts"),
  "mvn test": () => import("./maven.ts"),
  "gradle test": () => import("./gradle.ts"),
  phpunit: () => import("./phpunit.ts"),
  rspec: () => import("./rspec.ts"),
  "bun test": () => import("./bun.ts"),
  "deno test": () => import("./deno.ts"),
  "node:test": () => import("./node.ts"),
  "npm test": () => import("./npm-test.ts"),
});
