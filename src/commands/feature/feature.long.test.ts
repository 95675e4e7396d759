import { describe, expect, it } from "vitest";
import { inOrder, readPlan } from "../../plan/index.ts";
import { calls, project, reply, scripted } from "../session.suite.ts";

const header = 'const test = require("node:test");\nconst assert = require("node:assert");\n';
const shop = {
  "package.json": '{ "name": "shop" }\n',
  "README.md": "# Shop\n\nInvoices are archived by `archiveInvoice`.\n",
  "src/archive.js":
    "/** Archives an invoice. */\nfunction archiveInvoice(id) {\n  return `archive/${id}`;\n}\n\nmodule.exports = { archiveInvoice };\n",
  "src/jobs.js":
    'const { archiveInvoice } = require("./archive.js");\nconst nightly = () => archiveInvoice("1");\nmodule.exports = { nightly };\n',
  "src/archive.test.js": `${header}const { archiveInvoice } = require("./archive.js");\ntest("archives", () => assert.equal(archiveInvoice("1"), "archive/1"));\n`,
};
const wish = '/feature "archive an invoice by year"';

describe("/feature", () => {
  it("finds the places, their tests and documents, and writes a plan that can be carried out", async () => {
    const at = project(shop);
    const { outcome, text } = await at.run(wish);
    expect(outcome, text).toBe("done");
    expect(text).toContain("`src/archive.js`");
    expect(text).toContain("`src/archive.test.js`");
    const path = "docs/plans/archive-an-invoice-by-year.md";
    const plan = readPlan(at.read(path), path);
    const tasks = inOrder(plan, path);
    expect(tasks[0]?.files).toMatchObject([
      { verb: "modify", path: "src/archive.test.js" },
      { path: "src/archive.js" },
    ]);
    expect(tasks.some(({ after }) => after.includes("1"))).toBe(true);
    expect((await at.run(`/execute-plan ${path} --check`)).text).toContain("`/test src/archive.test.js`");
    await expect(at.run(wish)).rejects.toMatchObject({ code: "plan-exists" });
    await expect(at.run(`${wish} --save=plan.txt`)).rejects.toMatchObject({ code: "plan-path" });
  });

  it("says so where nothing fits, and takes no marks from what is asked for", async () => {
    const at = project(shop);
    const { text } = await at.run('/feature "zeppelin `rm -rf /` ## Task 9: x <img> [a](b)" --save=plan.md');
    expect(text).not.toMatch(/<img>|## Task 9/);
    const plan = readPlan(at.read("plan.md"), "plan.md");
    expect(plan.tasks.map(({ id }) => id)).not.toContain("9");
    expect(
      plan.tasks
        .flatMap(({ steps }) => steps.flatMap(({ actions }) => actions))
        .filter(({ kind }) => kind === "command"),
    ).toEqual([]);
  });

  it("carries it out with a model, and reviews what came of it", async () => {
    const at = project(shop);
    const { model } = scripted([
      calls("edit", {
        path: "src/archive.test.js",
        old_string: 'test("archives"',
        new_string:
          'test("archives by year", () => assert.equal(archiveInvoice("1", "2026/"), "archive/2026/1"));\ntest("archives"',
      }),
      calls("edit", {
        path: "src/archive.js",
        old_string: "(id) {\n  return `archive/$",
        new_string: '(id, year = "") {\n  return `archive/${year}$',
      }),
      reply("Done."),
      calls("edit", { path: "src/jobs.js", old_string: '("1")', new_string: '("2")' }),
      reply("Changed."),
      calls("edit", { path: "README.md", old_string: "are archived", new_string: "are archived by year" }),
      reply("Documented."),
    ]);
    const { text, outcome } = await at.run(wish, { model });
    expect(outcome, text).toBe("done");
    expect(at.read("src/archive.js")).toContain("archive/${year}");
    expect(at.read("docs/plans/archive-an-invoice-by-year.md")).not.toContain("- [ ]");
    expect(text).toContain("Review gate");
    expect(text).toMatch(/\[x\] the project's tests \(node --test/);
    expect(text).not.toContain("Documented.");
  });

  it("pauses where a model says that a place needs no change, which nothing shows", async () => {
    const at = project(shop);
    const edit = { path: "src/archive.js", old_string: "}\n\nmodule", new_string: "}\n// by year\nmodule" };
    const { model } = scripted([calls("edit", edit), reply("Done."), reply("Nothing to change.")]);
    const { text, outcome } = await at.run(wish, { model });
    expect(outcome).toBe("failed");
    expect(text).toContain("2. Change `src/jobs.js` where it needs it");
    expect(text).toContain("the model changed nothing");
  });
});
