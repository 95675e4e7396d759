import { expect, it } from "vitest";
import { resultSchema } from "../report/index.ts";
import { compile } from "../schema/index.ts";
import type { Results } from "./results.ts";
import { commands } from "./table.ts";

it.each(commands.names)("has a valid schema with own names for the result of /%s", async (name) => {
  const { data } = await commands.load(name);
  const schema = resultSchema(name, data);
  const check = compile(schema);
  expect(check.fits({ error: { code: "a", message: "b", fix: "c" } })).toBe(true);
  expect(check.fits({ command: name, outcome: "done" })).toBe(false);
  const common = Object.keys(resultSchema(name, { schema: { properties: {} } }).anyOf[0].properties);
  const ownKeys = Object.keys(data.schema["properties"] as object); // the schema is an object's
  expect(ownKeys.filter((key) => common.includes(key))).toEqual([]);
});

it("types a result", () => {
  const result = { tests: { passed: 205, failed: 1, skipped: 0, flaky: 0 } } as Results["test"]; // a part of a result
  expect("error" in result ? 0 : result.tests.passed + result.tests.failed).toBe(206);
});
