import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { redactor, type Clock } from "../../lib/index.ts";
import { ApiError, collect, type MessagesRequest } from "../../messages/index.ts";
import { openModel } from "../index.ts";
import { answer, scripted, use, type Line } from "../scripted.suite.ts";
import { player, type Playing } from "./player.ts";
import { checkFolder, readRecordings } from "./recording.ts";
import { recorder } from "./recorder.ts";
import { secretsOf } from "./secrets.ts";

const context = { signal: new AbortController().signal, requestId: "req_1" };
const tools = [{ name: "get_weather", description: "Weather.", input_schema: { type: "object" } }] as const;
const ask = (text: string, more: Partial<MessagesRequest> = {}): MessagesRequest => ({
  model: "scripted",
  max_tokens: 10,
  messages: [{ role: "user", content: text }],
  ...more,
});
/** Advances by 10 ms each time it is read. */
function ticking(): Clock & { readonly slept: number[] } {
  let now = 0;
  const slept: number[] = [];
  return { slept, now: () => (now += 10), sleep: (ms) => Promise.resolve(void slept.push(ms)) };
}

let folder = "";
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "antiphon-replay-"))));
afterEach(() => rm(folder, { recursive: true }));

const redact = redactor(["canary-key-1234"]);
async function record(exchanges: readonly (readonly [MessagesRequest, Line])[]): Promise<void> {
  const model = recorder({
    model: scripted(...exchanges.map(([, line]) => line)),
    folder,
    redact,
    clock: ticking(),
  });
  for (const [request] of exchanges) await collect(model.stream(request, context)).catch(() => undefined);
}
const play = async (more: Partial<Playing> = {}) =>
  player({
    recordings: await readRecordings(folder),
    match: "strict",
    timing: false,
    redact,
    clock: ticking(),
    ...more,
  });

describe("recordings", () => {
  it("are files that people can read, named after what was asked", async () => {
    await record([[ask("Weather in Oslo, please!"), answer("Sunny.")]]);
    const [file = ""] = await readdir(folder);
    expect(file).toMatch(/^weather-in-oslo-please-[0-9a-f]{8}\.json$/);
    const text = await readFile(join(folder, file), "utf8");
    expect(JSON.parse(text)).toMatchObject({
      request: ask("Weather in Oslo, please!"),
      answer: answer("Sunny."),
    });
    expect(text.split("\n").length).toBeGreaterThan(10);
  });

  it("answer the same requests in turn, and the last for ever", async () => {
    await record([
      [ask("a"), answer("one")],
      [ask("a"), answer("two")],
      [ask("b"), answer([use("toolu_1", "get_weather")])],
    ]);
    const model = await play();
    const blocks = [];
    for (const text of ["a", "a", "a", "b"]) {
      blocks.push((await collect(model.stream({ ...ask(text), stream: true }, context))).content[0]);
    }
    expect(blocks).toMatchObject([
      { text: "one" },
      { text: "two" },
      { text: "two" },
      { name: "get_weather" },
    ]);
  });

  it("keep the failures of a model", async () => {
    await record([[ask("a"), new ApiError("rate_limit_error", "slow down", { retryAfter: 3 })]]);
    await expect(collect((await play()).stream(ask("a"), context))).rejects.toMatchObject({
      status: 429,
      message: "slow down",
      retryAfter: 3,
    });
  });

  it("refuse what was never recorded, or play the likest whose answer is allowed", async () => {
    await record([
      [ask("weather in Oslo", { tools }), answer([use("toolu_1", "get_weather")])],
      [ask("weather in Oslo"), answer("I can't know.")],
      [ask("tell me a joke"), answer("No.")],
    ]);
    const likely = ask("what's the weather in Oslo today?", { tools });
    await expect(collect((await play()).stream(likely, context))).rejects.toMatchObject({ status: 404 });
    const best = await play({ match: "best" });
    expect(await collect(best.stream(likely, context))).toMatchObject({ stop_reason: "tool_use" });
    const text = await collect(best.stream({ ...likely, tool_choice: { type: "none" } }, context));
    expect(text.content).toEqual([{ type: "text", text: "I can't know." }]);
    expect((await collect(best.stream(ask("joke, please"), context))).content).toMatchObject([
      { text: "No." },
    ]);
  });

  it("take their time if asked", async () => {
    await record([[ask("a"), answer("x".repeat(100))]]);
    const clock = ticking();
    const model = await play({ timing: true, clock });
    await collect(model.stream(ask("a"), context));
    expect(clock.slept.length).toBeGreaterThan(8);
    expect(clock.slept[0]).toBeGreaterThan(0);
  });

  it("count what was billed", async () => {
    await record([[ask("a"), answer("one")]]);
    const model = await play();
    expect(await model.countTokens(ask("a"))).toEqual({ input_tokens: 10, exact: true });
    expect((await model.countTokens(ask("other"))).exact).toBe(false);
  });

  it("hold no keys, and still match what had one", async () => {
    const text = `mine is canary-key-1234, theirs sk-ant-${"a1".repeat(20)}`;
    await record([[ask(text), answer("Don't tell: canary-key-1234")]]);
    const [file = ""] = await readdir(folder);
    const written = await readFile(join(folder, file), "utf8");
    expect(written + file).not.toMatch(/canary-k|nary-key|key-1234|a1a1a1a1/);
    expect(await collect((await play()).stream(ask(text), context))).toMatchObject({
      content: [{ text: "Don't tell: [redacted]" }],
    });
  });

  it("say at once where they can't be written", async () => {
    const file = join(folder, "taken");
    await writeFile(file, "");
    await expect(checkFolder(file)).rejects.toMatchObject({ code: "record_folder" });
    await checkFolder(join(folder, "new"));
    expect(await readdir(join(folder, "new"))).toEqual([]);
  });

  it("name the file that is none", async () => {
    await writeFile(join(folder, "broken.json"), `{"request": 1`);
    await expect(play()).rejects.toMatchObject({
      name: "UserError",
      place: { file: join(folder, "broken.json") },
    });
  });
});

it.each(["?match=best&timing", "?match=best", "?timing", ""])("reads %j behind the folder", async (query) => {
  await record([[ask("weather in Oslo"), answer("x".repeat(100))]]);
  const clock = ticking();
  const outside = { fetch, clock, random: () => 0 };
  const model = await openModel({ provider: "replay", options: `${folder}${query}` }, outside);
  await collect(model.stream(ask("weather in Oslo"), context));
  expect(clock.slept.length > 0).toBe(query.includes("timing"));
  const like = collect(model.stream(ask("weather in Rome"), context));
  if (query.includes("best")) expect(await like).toMatchObject({ role: "assistant" });
  else await expect(like).rejects.toMatchObject({ status: 404 });
});

it("finds keys in options however deep", () => {
  expect(secretsOf({ provider: "x", options: { key: "k1", list: [{ api_token: "k2", url: "u" }] } })).toEqual(
    ["k1", "k2"],
  );
});
