import { expect, it } from "vitest";
import { UserError } from "../../lib/index.ts";
import { project } from "../session.suite.ts";
import { inApplication } from "./place.ts";

const app = `const express = require("express");

const app = express();
app.use("/users", require("./users"));

module.exports = app;
`;

const users = "module.exports = require('express').Router();\n";

const monorepo = (...folders: readonly string[]) =>
  project({
    "package.json": JSON.stringify({ workspaces: ["apps/*"] }),
    "yarn.lock": "",
    "apps/web/package.json": JSON.stringify({ dependencies: { react: "^19.0.0" } }),
    "examples/small/package.json": JSON.stringify({ dependencies: { express: "^5.0.0" } }),
    ...Object.fromEntries(
      folders.flatMap((folder) => [
        [`${folder}/package.json`, JSON.stringify({ dependencies: { express: "^4.21.0" } })],
        [`${folder}/app.js`, app],
        [`${folder}/users.js`, users],
      ]),
    ),
  });

it("writes into the only application of a monorepo from its root, again and back", async () => {
  const at = monorepo("apps/shop");
  const { text, outcome } = await at.run("/api-gen Tag", { shell: false });
  expect(outcome).toBe("done");
  expect(text).toContain("install: yarn install");
  expect(
    at
      .git("status", "--short")
      .trim()
      .split("\n")
      .every((line) => line.includes("apps/shop/")),
  ).toBe(true);
  expect(at.read("apps/shop/app.js")).toContain("api()");
  expect((await at.run("/api-gen", { shell: false })).text).toContain(
    "the files are as they would be written",
  );
  await at.run("/api-gen Label", { shell: false });
  expect(at.read("apps/shop/api.yaml")).toMatch(/Tag[^]*Label/);
  await at.run("/undo");
  await at.run("/undo");
  expect(at.git("status", "--short", "-uall")).toBe("");
});

it("asks which of several applications, and names them where nobody answers", async () => {
  const at = monorepo("apps/shop", "apps/store");
  await at.run("/api-gen Tag", { answer: "apps/store", shell: false });
  expect(at.read("apps/store/app.js")).toContain("api()");
  const session = await at.open();
  const choose = () => Promise.reject(new UserError("no_answer", "Nobody answered.", "Answer."));
  await expect(
    inApplication({ ...session, ask: { ...session.ask, choose } }, undefined),
  ).rejects.toMatchObject({
    code: "several_applications",
    fix: "Name the folder of one: --cwd=apps/shop or --cwd=apps/store",
  });
});

it("generates the server of a specification where it is asked to, whatever applications are below", async () => {
  const at = monorepo("apps/shop", "apps/store");
  const paths = { "/tags": { get: { responses: { 200: { description: "All" } } } } };
  at.write("spec.json", JSON.stringify({ openapi: "3.1.0", info: { title: "Tags", version: "1" }, paths }));
  const { text, outcome } = await at.run("/api-gen spec.json --framework=fastapi --db=sqlite", {
    answer: "apps/store",
    shell: false,
  });
  expect(outcome, text).toBe("done");
  expect(text).not.toContain("The resources go into");
  expect(at.read("src/operations/tags.py")).toContain("Route(");
});
