import { expect, it } from "vitest";
import { project } from "../session.suite.ts";

const header = 'const test = require("node:test");\nconst assert = require("node:assert");\n';
const clocks = {
  "package.json": "{}",
  "clock.js":
    "var minute = 60;\nvar hour = minute * 60;\nvar day = hour * 23;\nexports.hours = (n) => {\n  return n * hour;\n};\nexports.days = (n) => {\n  return n * day;\n};\n",
  "clock.test.js": `${header}const { days, hours } = require("./clock.js");\ntest("hours", () => assert.equal(hours(2), 7200));\ntest("days", () => assert.equal(days(2), 172800));\n`,
};

it("offers what mends some failures and breaks nothing, and goes on from there", async () => {
  const more = {
    "long.js": "exports.long = (text) => {\n  return text.length > 3;\n};\n",
    "long.test.js": `${header}const { long } = require("./long.js");\ntest("long", () => assert.equal(long("four"), true));\ntest("bound", () => assert.equal(long("tea"), true));\n`,
  };
  const at = project({ ...clocks, ...more });
  const both = await at.run("/fix --seconds=40", { answer: "n" });
  expect(both.text).toContain("Changes of 2 lines that together pass the tests");
  expect(both.text).toContain("+var day = hour * 24;");
  expect(both.text).toMatch(/\+ {2}return text\.length >= 3;|\+ {2}return text\.length > 2;/);
  expect([at.read("clock.js"), at.read("long.js")]).toEqual([clocks["clock.js"], more["long.js"]]);
  const hard = `${more["long.test.js"]}test("word", () => assert.equal(long("tea"), "a word of its own"));\n`;
  const other = project({
    ...clocks,
    ...more,
    "long.test.js": hard.replace('"tea"), true', '"teas"), true'),
  });
  const some = await other.run("/fix --seconds=12", { answer: "y" });
  expect(some).toMatchObject({ title: "1 of 2 mended", outcome: "failed" });
  expect(some.text).toContain("mends some of the failing tests and breaks none; 1 still fails");
  expect(other.read("clock.js")).toContain("hour * 24");
});
