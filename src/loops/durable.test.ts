import { spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LostClaim, openGateway, type Gateway } from "../gateway/index.ts";
import { newStore, type TestStore } from "../gateway/store/stores.suite.ts";
import { eventsOf, type MessagesRequest, type MessagesResponse } from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import { startWork, type WorkOptions } from "./index.ts";

let store: TestStore;
let gateway: Gateway;
let now: number;
beforeEach(async () => {
  now = Date.now();
  store = await newStore();
  const prices = { m: { input: 1, output: 10 } };
  gateway = await openGateway({ store: store.place, clock: { now: () => now }, prices });
});
afterEach(async () => {
  await gateway.close();
  await store.remove();
});

const requestText = (limits = {}): string =>
  JSON.stringify({
    request: { model: "m", max_tokens: 16, messages: [{ role: "user", content: "go" }] },
    servers: ["x"],
    limits,
  });
const add = (id: string, key = "k") => gateway.loops.add({ id, key, request: requestText() });

describe("the journal of loops", () => {
  it("gives each loop to one worker, the oldest first", async () => {
    for (const id of ["a", "b"]) {
      await add(id);
      now += 1;
    }
    const claims = await Promise.all([gateway.loops.claim(), gateway.loops.claim(), gateway.loops.claim()]);
    expect(claims.map((each) => each?.loop.id).toSorted()).toEqual(["a", "b", undefined]);
  });

  it("lets keys take turns, whoever asked for how many first", async () => {
    for (const [id, key] of [
      ["a1", "a"],
      ["a2", "a"],
      ["a3", "a"],
      ["b1", "b"],
    ] as const) {
      await add(id, key);
      now += 1;
    }
    const claimed = [await gateway.loops.claim(), await gateway.loops.claim(), await gateway.loops.claim()];
    expect(claimed.map((each) => each?.loop.id)).toEqual(["a1", "b1", "a2"]);
  });

  it("lists loops without what they hold, and tells the state alone", async () => {
    await add("a");
    expect(await gateway.loops.list("k", 10)).toEqual([{ id: "a", key: "k", at: now, state: "queued" }]);
    expect([await gateway.loops.state("a", "k"), await gateway.loops.state("a", "other")]).toEqual([
      "queued",
      undefined,
    ]);
  });

  it("gives one whose worker is silent to another, and hears no more of the first", async () => {
    await add("a");
    const first = await gateway.loops.claim();
    if (!first) throw new Error("There is none.");
    await gateway.loops.append(first.claim, `{"n":1}`);
    now += 20_000;
    await gateway.loops.beat(first.claim);
    now += 20_000;
    expect(await gateway.loops.claim()).toBeUndefined();
    now += 20_000;
    const second = await gateway.loops.claim();
    expect(second?.claim.turn).toBe(2);
    for (const act of [
      () => gateway.loops.append(first.claim, "{}"),
      () => gateway.loops.beat(first.claim),
      () => gateway.loops.end(first.claim, "done", "{}"),
    ])
      await expect(act()).rejects.toBeInstanceOf(LostClaim);
    expect(await gateway.loops.events("a")).toEqual([{ number: 1, event: `{"n":1}` }]);
  });

  it("shows a key its own loops alone", async () => {
    await add("a");
    expect(await gateway.loops.get("a", "other")).toBeUndefined();
    expect(await gateway.loops.list("other", 10)).toEqual([]);
    expect([await gateway.loops.cancel("a", "other"), await gateway.loops.resume("a", "other")]).toEqual([
      false,
      false,
    ]);
    expect(await gateway.loops.list("k", 10)).toMatchObject([{ id: "a", state: "queued" }]);
  });

  it("cancels what waits at once, tells the worker of what runs, and lets it go on later", async () => {
    await add("a");
    expect(await gateway.loops.cancel("a", "k")).toBe(true);
    expect(await gateway.loops.claim()).toBeUndefined();
    expect([await gateway.loops.cancel("a", "k"), await gateway.loops.resume("a", "k")]).toEqual([
      false,
      true,
    ]);
    const loop = await gateway.loops.claim();
    if (!loop) throw new Error("There is none.");
    expect(await gateway.loops.beat(loop.claim)).toEqual({ isCancelled: false });
    expect([await gateway.loops.resume("a", "k"), await gateway.loops.cancel("a", "k")]).toEqual([
      false,
      true,
    ]);
    expect(await gateway.loops.beat(loop.claim)).toEqual({ isCancelled: true });
  });

  it("is deleted when its days are over, but for what still runs", async () => {
    await add("old");
    await add("running");
    await gateway.loops.cancel("old", "k");
    now += 2 * 86_400_000;
    const later = await openGateway({ store: store.place, clock: { now: () => now }, loopDays: 1 });
    await later.meter(model(() => "done"));
    expect((await later.loops.list("k", 10)).map(({ id }) => id)).toEqual(["running"]);
    await later.close();
  });
});

/** Answers with a call of each name, or with a text. */
function model(reply: (request: MessagesRequest) => string | readonly string[]): Model {
  return {
    list: async () => [],
    countTokens: async () => ({ input_tokens: 1, exact: false }),
    close: async () => undefined,
    async *stream(request) {
      const replied = reply(request);
      const answer: MessagesResponse = {
        id: "msg",
        type: "message",
        role: "assistant",
        model: "m",
        content:
          typeof replied === "string"
            ? [{ type: "text", text: replied }]
            : replied.map((name, i) => ({
                type: "tool_use",
                id: `toolu_${request.messages.length}_${i}`,
                name,
                input: {},
              })),
        stop_reason: typeof replied === "string" ? "end_turn" : "tool_use",
        stop_sequence: null,
        usage: { input_tokens: 8, output_tokens: 5 },
      };
      yield* eventsOf(answer);
    },
  };
}

const ran: string[] = [];
const tool = (name: string, run: () => Promise<string> = async () => "ok") => ({
  name,
  description: name,
  input_schema: { type: "object" } as const,
  async run(_: never, { id }: { readonly id: string }) {
    ran.push(id);
    return run();
  },
});
async function work(model: Model, more: Partial<WorkOptions> = {}) {
  ran.length = 0;
  return startWork({
    journal: gateway.loops,
    model: await gateway.meter(model),
    parallel: 4,
    interval: 20,
    tools: async () => [tool("f")],
    permission: async (key) => (await gateway.permission(key)) ?? (() => true),
    onError: (error) => void errors.push(error),
    ...more,
  });
}
const errors: unknown[] = [];
const isOver = (state: string | undefined): boolean => state !== "queued" && state !== "running";
async function settled(id: string, key = "k") {
  for (;;) {
    const loop = await gateway.loops.get(id, key);
    if (loop && isOver(loop.state)) return loop;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("a loop on the server", () => {
  it("runs to its end, each answer and result a checkpoint, each request its key's", async () => {
    await add("a");
    const workers = await work(model(({ messages }) => (messages.length < 4 ? ["f"] : "finished")));
    const { state, outcome } = await settled("a");
    await workers.close();
    expect([state, JSON.parse(outcome ?? "")]).toMatchObject(["done", { stopped: "end_turn" }]);
    expect(outcome).toContain("finished");
    const types = (await gateway.loops.events("a")).map(
      ({ event }) => (JSON.parse(event) as { type: string }).type,
    );
    expect(types).toEqual(["answer", "call", "result", "answer", "call", "result", "answer"]);
    expect(await gateway.as("t").usage("key", {})).toMatchObject([{ group: "k", requests: 3 }]);
  });

  it("is held to its key's budget, and goes on from its last checkpoint once there is more", async () => {
    const { key } = await gateway.as("t").createKey({}, { spend_total: 180 });
    await add("a", key.id);
    const workers = await work(
      model(({ messages }) => (messages.length < 6 ? ["f"] : "finished")),
      {
        tools: async () => [tool("f")],
      },
    );
    const failed = await settled("a", key.id);
    expect(failed.state).toBe("failed");
    expect(failed.outcome).toContain("billing_error");
    const before = [...ran];
    await gateway.as("t").setLimits(`key:${key.id}`, { spend_total: null });
    await gateway.loops.resume("a", key.id);
    workers.wake();
    expect((await settled("a", key.id)).state).toBe("done");
    await workers.close();
    expect(before.length).toBeGreaterThan(0);
    expect(new Set(ran).size).toBe(ran.length);
  });

  it("ends when its key is disabled, and calls no tool that its key may not use", async () => {
    const { key } = await gateway.as("t").createKey({ tools: ["f"] });
    await add("a", key.id);
    const offered: string[] = [];
    const workers = await work(
      model(({ messages, tools = [] }) => {
        offered.push(...tools.map(({ name }) => name));
        return messages.length < 4 ? ["f", "shell"] : "finished";
      }),
      {
        tools: async () => [
          tool("f", async () => {
            await gateway.as("t").disableKey(key.id, true);
            return "ok";
          }),
          tool("shell"),
        ],
      },
    );
    const { state, outcome } = await settled("a", key.id);
    await workers.close();
    expect([state, outcome]).toEqual(["failed", expect.stringContaining("permission_error")]);
    expect(new Set(offered)).toEqual(new Set(["f"]));
    expect(ran).toEqual(["toolu_1_0"]);
  });

  it("is cancelled while a tool runs", async () => {
    await add("a");
    const begun = Promise.withResolvers<void>();
    const workers = await work(
      model(() => ["f"]),
      {
        tools: async () => [
          tool("f", () => {
            begun.resolve();
            return new Promise(() => undefined);
          }),
        ],
      },
    );
    await begun.promise;
    await gateway.loops.cancel("a", "k");
    expect((await settled("a")).state).toBe("cancelled");
    await workers.close();
  });

  it("asks and runs nothing more where it was cancelled before another worker took it over", async () => {
    await add("a");
    await gateway.loops.claim();
    await gateway.loops.cancel("a", "k");
    now += 60_000;
    const modelCalls: string[] = [];
    const workers = await work(
      model(() => (modelCalls.push("m"), "finished")),
      { interval: 10_000 },
    );
    expect((await settled("a")).state).toBe("cancelled");
    await workers.close();
    expect(modelCalls).toEqual([]);
  });

  it("ends at its next request where a tool was taken from its key", async () => {
    const { key } = await gateway.as("t").createKey({ tools: ["f"] });
    await add("a", key.id);
    const workers = await work(
      model(() => ["f"]),
      {
        tools: async () => [
          tool("f", async () => {
            await gateway.as("t").updateKey(key.id, { tools: [] });
            return "ok";
          }),
        ],
      },
    );
    const { state, outcome } = await settled("a", key.id);
    await workers.close();
    expect([state, outcome]).toEqual(["failed", expect.stringContaining("may not use the tool f")]);
  });

  it("is left to others when its process is to end", async () => {
    await add("a");
    const begun = Promise.withResolvers<void>();
    const first = await work(
      model(() => ["f"]),
      {
        tools: async () => [tool("f", () => (begun.resolve(), new Promise(() => undefined)))],
      },
    );
    await begun.promise;
    await first.close();
    expect((await gateway.loops.get("a", "k"))?.state).toBe("queued");
    const second = await work(model(() => "finished"));
    expect((await settled("a")).state).toBe("done");
    await second.close();
    expect(ran).toEqual(["toolu_1_0"]); // it was open: it runs again, by its id
  });

  it("tells nothing of our own accidents", async () => {
    errors.length = 0;
    await add("a");
    const workers = await work(
      model(() => "x"),
      { tools: () => Promise.reject(new Error("canary of ours")) },
    );
    const { state, outcome } = await settled("a");
    await workers.close();
    expect([state, outcome]).toEqual([
      "failed",
      `{"error":{"type":"api_error","message":"Internal server error"}}`,
    ]);
    expect(errors).toHaveLength(1);
  });
});

/** Runs a worker until its log has so many lines, and kills it; or until the loop has ended. */
async function workUntil(log: string, lines: number, ahead: number): Promise<void> {
  const script = join(import.meta.dirname, "kill.suite.ts");
  const child = spawn(
    process.execPath,
    ["--conditions=antiphon-source", script, store.place, log, String(ahead)],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const closed = new Promise((resolve) => child.on("close", resolve));
  for (;;) {
    const text = await readFile(log, "utf8");
    const loop = await gateway.loops.get("a", "k");
    if (text.split("\n").length > lines || isOver(loop?.state)) break;
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  child.kill("SIGKILL");
  await closed;
}

it("killed again and again, a loop asks for no answer and runs no call twice that was done", async () => {
  const log = join(tmpdir(), `antiphon-loops-${process.pid}-${Math.random()}.log`);
  await writeFile(log, "");
  await add("a");
  let kills = 0;
  for (let ahead = 0; !isOver((await gateway.loops.get("a", "k"))?.state); ahead += 40_000) {
    const done = (await gateway.loops.events("a")).map(({ event }) => JSON.parse(event) as Done);
    const results = new Set(done.flatMap(({ block }) => (block?.tool_use_id ? [block.tool_use_id] : [])));
    const answers = done.filter(({ type }) => type === "answer").length;
    const before = (await readFile(log, "utf8")).split("\n").length;
    await workUntil(log, before + 2, ahead);
    kills++;
    const since = (await readFile(log, "utf8")).split("\n").slice(before - 1, -1);
    expect(since.filter((line) => line.startsWith("run ") && results.has(line.slice(4)))).toEqual([]);
    expect(since.filter((line) => line.startsWith("ask ") && Number(line.slice(4)) < answers)).toEqual([]);
  }
  expect((await gateway.loops.get("a", "k"))?.state).toBe("done");
  expect(kills).toBeGreaterThanOrEqual(3);
  const results = (await gateway.loops.events("a")).filter(({ event }) => event.includes(`"type":"result"`));
  expect(results).toHaveLength(8);
  await rm(log);
});

interface Done {
  readonly type: string;
  readonly block?: { readonly tool_use_id?: string };
}
