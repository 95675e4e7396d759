import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../lib/index.ts";
import type { AnswerBlock } from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import { styles } from "../report/index.ts";
import { defaults, openModes, openSessions, ourModes, type Entry, type Session } from "../session/index.ts";
import { openWorkspace } from "../workspace/index.ts";
import { dispatch } from "./dispatch.ts";
import { reply, scripted } from "./session.suite.ts";
import { split } from "./command-words.ts";

describe("/ask", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-ask-"));
    await mkdir(join(folder, "project"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function session(model: Model | undefined, answer: "y" | "n" = "n"): Promise<Session> {
    const modes = openModes([{ path: await ourModes(), links: false }]);
    const { id, journal } = await openSessions(join(folder, "state"), folder, systemClock).create();
    const workspace = await openWorkspace(join(folder, "project"), {
      state: join(folder, "state"),
      clock: systemClock,
    });
    return {
      id,
      began: 0,
      workspace,
      source: workspace,
      written: async () => [workspace],
      model,
      models: async () => (await model?.list()) ?? [],
      settings: { ...defaults, model: "scripted", prices: { scripted: { input: 10, output: 100 } } },
      mode: await modes.load("default"),
      modes,
      instructions: "Use tabs.",
      journal,
      ask: {
        choose: async (_question, choices) => choices.find((choice) => choice === answer) ?? choices[0]!,
        edit: async (text) => text,
      },
      clock: systemClock,
      interactive: true,
      ci: false,
      note: () => undefined,
      progress: () => undefined,
    };
  }
  const run = async (line: string, session: Session) =>
    (await dispatch(split(line), { session: session, signal: new AbortController().signal })).report;
  const entries = async (session: Session): Promise<readonly Entry[]> => {
    const all: Entry[] = [];
    for await (const entry of session.journal.read()) all.push(entry);
    return all;
  };

  it("needs a model that writes, and says how to get one", async () => {
    await expect(run("/ask hello", await session(undefined))).rejects.toMatchObject({ code: "no_model" });
  });

  it("tells the model mode, level and AGENTS.md, and remembers what was said until /clear", async () => {
    const { model, requests } = scripted([reply("One."), reply("Two."), reply("Three.")]);
    const at = await session(model);
    expect(await run("/ask first --format=ultra", at)).toMatchObject({ outcome: "done" });
    expect(requests[0]?.system).toContain("# Default Mode");
    expect(requests[0]?.system).toContain("Answer with code only");
    expect(requests[0]?.system).toContain("Use tabs.");
    await run("/ask second", at);
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    await run("/clear", at);
    await run("/ask third", at);
    expect(requests[2]?.messages).toEqual([{ role: "user", content: "third" }]);
  });

  // oxlint-disable-next-line unicorn/no-thenable -- a verdict, not a function
  const rule = (then: "ask" | "deny") => ({ tool: "fetch", pattern: "*", then });
  it.each([
    ["nothing names it", [], false],
    ["a rule asks", [rule("ask")], true],
    ["a rule forbids", [rule("deny")], false],
  ])("offers fetch only where settings name it: %s", async (_, permissions, offered) => {
    const { model, requests } = scripted([reply("One.")]);
    const at = await session(model);
    at.settings = { ...at.settings, permissions };
    await run("/ask first", at);
    const names = requests[0]?.tools?.map(({ name }) => name);
    expect(names).toContain("read");
    expect(names?.includes("fetch")).toBe(offered);
  });

  it("counts tokens and money by command", async () => {
    const { model } = scripted([reply("One.")]);
    const at = await session(model);
    await run("/ask first", at);
    const { sections } = await run("/cost", at);
    expect(sections[0]?.blocks[0]).toMatchObject({ rows: [["/ask first", 1, 100, 100, 10, "0.0020"]] });
  });

  const write = (id: string): readonly AnswerBlock[] => [
    { type: "tool_use", id, name: "write", input: { path: "a.txt", content: "x\n" } },
  ];

  it("writes nothing without a yes", async () => {
    const { model, requests } = scripted([write("tu_1"), reply("No.")]);
    const at = await session(model, "n");
    await run("/ask write", at);
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("The user said no");
    await expect(readFile(join(folder, "project/a.txt"))).rejects.toThrow("ENOENT");
  });

  it("writes with a yes, in the checkpoint of the line, with every step in the journal", async () => {
    const { model } = scripted([write("tu_1"), reply("Written.")]);
    const at = await session(model, "y");
    await run("/ask write", at);
    expect(await readFile(join(folder, "project/a.txt"), "utf8")).toBe("x\n");
    const steps = (await entries(at)).flatMap((entry) =>
      entry.type === "loop" ? [entry.event.type] : [entry.type],
    );
    expect(steps).toEqual(["command", "tools", "answer", "call", "result", "answer", "turn", "report"]);
    await run("/undo", at);
    await expect(readFile(join(folder, "project/a.txt"))).rejects.toThrow("ENOENT");
  });

  it("sums older turns up when the window gets full; calls keep their results, the journal keeps all", async () => {
    await writeFile(join(folder, "project/a.txt"), "text\n");
    const read: readonly AnswerBlock[] = [
      { type: "tool_use", id: "tu_r", name: "read", input: { path: "a.txt" } },
    ];
    const long = "word ".repeat(60);
    const { model, requests } = scripted([read, reply(long), reply(long), reply(long), reply("End.")], 1600);
    const at = await session(model);
    for (const n of [1, 2, 3, 4]) await run(`/ask question ${n}`, at);
    const messages = requests.at(-1)?.messages ?? [];
    const text = JSON.stringify(messages);
    expect(text).toContain("Asked: question 1");
    expect(text).toContain('- read {\\"path\\":\\"a.txt\\"}');
    expect(messages.at(-1)).toEqual({ role: "user", content: "question 4" });
    expect(messages.map(({ role }) => role)).toEqual(messages.map((_, i) => (i % 2 ? "assistant" : "user")));
    expect(text).not.toContain("tool_use");
    expect((await entries(at)).filter(({ type }) => type === "turn")).toHaveLength(4);
  });

  it("keeps the answer whole at every level", async () => {
    const { model } = scripted([reply("First sentence. Second sentence.")]);
    const at = await session(model);
    const { toMarkdown } = await import("../report/index.ts");
    const report = await run("/ask x", at);
    expect(await toMarkdown(report, styles.ultra)).toContain("Second sentence.");
  });
});
