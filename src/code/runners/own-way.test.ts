import { expect, it } from "vitest";
import { commandsBeside, ownWay, runnersCalled } from "./own-way.ts";
import { scriptForms } from "./script-forms.ts";

const way = (runner: string, scripts: Record<string, string>) => {
  const form = scriptForms[runner];
  const scriptWay = form && ownWay(scripts, form);
  return scriptWay && { ...scriptWay, targets: scriptWay.targets.map(({ text }) => text) };
};

it.each([
  [
    "loaders and flags",
    "mocha",
    "mocha -r ts-node/register --check-leaks test/",
    ["mocha", "-r", "ts-node/register", "--check-leaks"],
    ["test/"],
  ],
  [
    "reporters, which are ours",
    "mocha",
    "mocha --reporter dot -R spec --reporter=min 'spec/**/*.js'",
    ["mocha"],
    ["spec/**/*.js"],
  ],
  [
    "Node's own options",
    "node:test",
    "node --import tsx --test --test-concurrency=1 test/*.ts",
    ["node", "--import", "tsx", "--test", "--test-concurrency=1"],
    ["test/*.ts"],
  ],
  ["another program of Node", "node:test", "tsx --test src/a.test.ts", ["tsx", "--test"], ["src/a.test.ts"]],
  [
    "a runner's file",
    "jest",
    "node --experimental-vm-modules ./node_modules/jest/bin/jest.js -c jest.unit.js",
    ["node", "--experimental-vm-modules", "./node_modules/jest/bin/jest.js", "-c", "jest.unit.js"],
    [],
  ],
  [
    "no subcommand, watching or snapshots",
    "vitest",
    "vitest watch -u --config vitest.unit.ts",
    ["vitest", "--config", "vitest.unit.ts"],
    [],
  ],
  [
    "programs that measure left out",
    "mocha",
    "nyc --reporter=lcov npx mocha --exit",
    ["mocha", "--exit"],
    [],
  ],
  ["other steps left out", "ava", "xo && ava --serial && tsd", ["ava", "--serial"], []],
] as const)("keeps %s", (_, runner, script, command, targets) => {
  expect(way(runner, { test: script })).toEqual({ environment: {}, command, targets });
});

it("follows scripts to other scripts, and takes variables along", () => {
  const scripts = {
    test: "npm run lint && npm run test:unit",
    "test:unit": "cross-env TZ=UTC NODE_ENV=test mocha 'a b.js'",
    lint: "eslint mocha",
  };
  expect(way("mocha", scripts)).toEqual({
    environment: { TZ: "UTC", NODE_ENV: "test" },
    command: ["mocha"],
    targets: ["a b.js"],
  });
  expect(
    way("vitest", { test: "run-s test:*", "test:types": "tsc", "test:run": "FOO=1 vitest" }),
  ).toMatchObject({
    environment: { FOO: "1" },
  });
  expect(way("jest", { test: "yarn test" })).toBeUndefined();
});

it("joins the files of several calls", () => {
  const scripts = { test: "mocha a.js && mocha b.js", "test:slow": "mocha slow.js" };
  expect(way("mocha", scripts)?.targets).toEqual(["a.js", "b.js"]);
  expect(way("mocha", { test: "mocha a.js && mocha" })?.targets).toEqual([]);
});

it("leaves alone what only a shell could work out", () => {
  expect(way("mocha", { test: "mocha $(ls test)" })).toBeUndefined();
  expect(way("mocha", { test: 'mocha "$FILES"' })).toBeUndefined();
  expect(way("mocha", { test: "mocha 'unended" })).toBeUndefined();
});

it("puts first what the test script calls", () => {
  const scripts = { test: "mocha && node --test", "test:e2e": "vitest run" };
  expect(runnersCalled(scripts, scriptForms)).toEqual(["mocha", "node:test", "vitest"]);
});

it("lists what npm runs for the tests besides the runner", () => {
  const form = scriptForms["mocha"];
  if (!form) throw new Error("no form");
  const scripts = {
    pretest: "npm run build && npm run lint",
    build: "tsc -p .",
    lint: "eslint src",
    test: "node make.js && nyc mocha --exit",
    other: "rm -r out",
  };
  expect(commandsBeside(scripts, form)).toEqual(["tsc -p .", "eslint src", "node make.js"]);
  expect(commandsBeside({ "test:unit": "tsc && mocha" }, form)).toEqual([]);
});
