import { existsSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasTmux, pane, type Pane } from "./tmux.suite.ts";

describe.skipIf(!hasTmux)("the prompt, on a pseudo-terminal of tmux", () => {
  let at: Pane;
  beforeEach(async () => {
    at = await pane();
  });
  afterEach(() => at.close());

  it(
    "walks through completion, modes, questions, undo, interruption and resumption",
    { retry: 2 },
    async () => {
      const { start, key, type, until, enter, project } = at;
      await start();
      type("/mod");
      key("Tab");
      await until("/mode");
      type(" tok");
      await until("/mode tok");
      key("Tab");
      await until("/mode token-efficient ");
      key("Enter");
      await until("token-efficient · builtin › ");

      await enter("/mdoe", "did you mean mode?");
      type("/api-gen Task --fra");
      await until("--fra");
      key("Tab");
      await until("--framework=");
      type("exp");
      await until("--framework=exp");
      key("Tab");
      await until("--framework=express");

      key("Enter");
      await until("[y/n/e]");
      key("C-c");
      await until("Interrupted.");
      expect(existsSync(project("src"))).toBe(false);

      type("/api-gen Task");
      await until("› /api-gen Task");
      key("Enter");
      await until(/\[y\/n\/e\] $(?![\s\S]*Interrupted)/m);
      await enter("n", "Nothing was written");
      expect(existsSync(project("src"))).toBe(false);

      await enter("/api-gen Task --yes --quiet", "builtin › ");
      expect(existsSync(project("src/models/task.ts"))).toBe(true);
      await enter("/undo", "removed");
      expect(existsSync(project("src"))).toBe(false);
      await enter("/redo", "created");
      expect(existsSync(project("src/models/task.ts"))).toBe(true);

      type("/help not this");
      await until("/help not this");
      key("C-c");
      await at.leave();

      await start("--continue");
      await until("token-efficient · builtin › ");
      key("Up");
      await until("› /redo");
      key("C-c");
      await enter("/mode default", "default · builtin › ");
      await at.leave();
    },
  );

  it("stops generating at Ctrl-C, with nothing written", { retry: 2, timeout: 120_000 }, async () => {
    const { start, key, type, until, project } = at;
    const properties = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`part${i}`, { type: i % 2 ? "string" : "integer" }]),
    );
    const content = { "application/json": { schema: { type: "object", properties } } };
    const answer = { description: "it", content };
    const things = Array.from({ length: 300 }, (_, i) => [
      `/things${i}`,
      { get: { responses: { 200: answer } }, post: { requestBody: { content }, responses: { 201: answer } } },
    ]);
    const paths: unknown = Object.fromEntries(things);
    const document = { openapi: "3.1.0", info: { title: "Things", version: "1" }, paths };
    writeFileSync(project("big.json"), JSON.stringify(document));
    await start();
    type("/api-gen big.json --yes");
    await until("--yes");
    key("Enter");
    await until("600 operations");
    key("C-c");
    await until("Interrupted at: Generating");
    expect(existsSync(project("src"))).toBe(false);
    await until(/ · builtin › \s*$/);
  });
});
