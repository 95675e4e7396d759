import { describe, expect, it } from "vitest";
import { calls, project, reply, scripted } from "../session.suite.ts";
import { without } from "./without.ts";

const header = 'const { test } = require("node:test");\nconst assert = require("node:assert");\n';
const rate = 'exports.rate = (n) => {\n  if (n > 9) {\n    return "high";\n  }\n  return "low";\n};\n';
const shop = {
  "package.json": "{}\n",
  "rate.js": rate,
  "rate.test.js": `${header}const { rate } = require("./rate.js");\ntest("is low", () => assert.equal(rate(1), "low"));\n`,
};
const high = 'test("is high", () => assert.equal(rate(10), "high"));\n';
const blind = 'test("is a function", () => assert.equal(typeof rate, "function"));\n';
const wrong = 'test("is top", () => assert.equal(rate(99), "top"));\n';

describe("/test with a model", () => {
  it("keeps tests that pass on the code and fail on a change of it, and takes out the rest", async () => {
    const at = project(shop);
    const content = shop["rate.test.js"] + high + blind + wrong;
    const { model, requests } = scripted([
      calls("write", { path: "rate.test.js", content }),
      calls("write", { path: "rate.js", content: `${rate}// nicer\n` }, "toolu_2"),
      reply("All tests pass."),
      reply("They pass."),
      reply("They do."),
    ]);
    const { outcome, text } = await at.run("/test rate.js --coverage", { model });
    expect(outcome, text).toBe("done");
    expect(at.read("rate.test.js")).toBe(shop["rate.test.js"] + high);
    expect(at.read("rate.js")).toBe(rate);
    expect(text).toContain("**dropped, as they fail on the code**: 1");
    expect(text).toContain("**dropped, as no change of the code makes them fail**: 1");
    expect(text).toMatch(/\| `is high` \| `rate\.test\.js` \| `rate\.js:\d` as /);
    expect(text).toContain("Reverted, as they are not tests: `rate.js`");
    expect(text).toMatch(/- \[x\] the new tests pass \(node --test/);
    expect(text).not.toContain("All tests pass");
    expect(JSON.stringify(requests[0])).toContain("rate.js:3-4");
    expect(JSON.stringify(requests[3])).toContain("is top");
  });

  it("takes everything back where nothing is worth keeping, and asks nobody with --exact", async () => {
    const at = project({
      "package.json": "{}\n",
      "rate.js": rate,
      "other.test.js": `${header}test("a", () => {});\n`,
    });
    const content = `${header}const { rate } = require("./rate.js");\n${blind}`;
    const { model, requests } = scripted([calls("write", { path: "rate.test.js", content }), reply("Done.")]);
    const { text } = await at.run("/test rate.js", { model });
    expect(text).toContain("What the model wrote was taken back");
    expect(() => at.read("rate.test.js")).toThrow(/ENOENT/);
    await expect(at.run("/test rate.js --exact", { model })).rejects.toMatchObject({ code: "no-test-of" });
    expect(requests).toHaveLength(2);
  });

  it("keeps the tests that there were", async () => {
    const at = project(shop);
    const content = `${header}const { rate } = require("./rate.js");\n${high}`;
    const { model } = scripted([calls("write", { path: "rate.test.js", content }), reply("Done.")]);
    const { text } = await at.run("/test rate.js", { model });
    expect(text).toContain("Tests that passed before no longer do");
    expect(at.read("rate.test.js")).toBe(shop["rate.test.js"]);
  });
});

describe("without", () => {
  it("takes one test out of its file, whole", () => {
    const js =
      'describe("x", () => {\n  it("a", () => {\n    f();\n  });\n  it("b", async () => g());\n});\n';
    expect(without("x.test.ts", js, "x > a")).toBe(
      'describe("x", () => {\n  it("b", async () => g());\n});\n',
    );
    expect(without("x.test.ts", js, "x > c")).toBeUndefined();
    expect(without("x.test.ts", `${js}it("a", () => {});\n`, "a")).toBeUndefined();
    const py =
      "import x\n\n\n@x.each(1)\ndef test_a():\n    assert 1\n\n    assert 2\n\n\ndef test_b():\n    pass\n";
    expect(without("test_x.py", py, "test_a[1]")).toBe("import x\n\n\ndef test_b():\n    pass\n");
    expect(without("test_x.py", py, "test_c")).toBeUndefined();
  });
});
