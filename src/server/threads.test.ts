import { afterEach, describe, expect, it } from "vitest";
import { eventsOf, type AnswerBlock, type MessagesRequest, type StopReason } from "../messages/index.ts";
import { hello, modelSaying, send, type Received } from "./http.suite.ts";
import { listen, type Listening, type ServerOptions } from "./index.ts";
import { threads } from "./threads.ts";

let server: Listening | undefined;
afterEach(() => server?.close());

let replies = 0;
const reply = (content: readonly AnswerBlock[], stop_reason: StopReason = "end_turn") => ({
  id: `msg_${++replies}`,
  type: "message" as const,
  role: "assistant" as const,
  model: "m",
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});
const tools = [{ name: "now", description: "The time.", input_schema: { type: "object" as const } }];
const use: AnswerBlock = { type: "tool_use", id: "toolu_1", name: "now", input: {} };
const model = () =>
  modelSaying((request) => {
    const results = JSON.stringify(request.messages.at(-1)).includes("tool_result");
    return eventsOf(
      request.tools && !results ? reply([use], "tool_use") : reply([{ type: "text", text: "hi" }]),
    );
  });
async function start(options: Partial<ServerOptions> = {}) {
  const fakeModel = model();
  server = await listen({ model: fakeModel, profile: "spec", ...options });
  const { url } = server;
  return {
    says: fakeModel,
    post: (body: object, key = "a"): Promise<Received> => send(url, { body, headers: { "x-api-key": key } }),
  };
}
const create = { ...hello, tools, system: "Be brief.", thread: { type: "create" } };
const next = (id: unknown, messages: readonly unknown[], more: Partial<MessagesRequest> = {}) => ({
  model: "m",
  max_tokens: 16,
  messages,
  thread: { type: "continue", previous_message_id: id },
  ...more,
});
const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "noon" }] };
const code = ({ status, body }: Received) => [
  status,
  (body.error?.details as { error_code?: string })?.error_code,
];

describe("a thread", () => {
  it.each([false, true])("goes on from its last reply (stream: %s)", async (stream) => {
    const { says, post } = await start();
    const first = await post({ ...create, stream });
    const id = stream ? /"id":"(msg_\w+)"/.exec(first.text)?.[1] : first.body["id"];
    expect(id).toMatch(/^msg_[\da-f]{32}$/); // the model's own id could be guessed
    const second = await post(next(id, [result]));
    expect(second.status).toBe(200);
    expect(says.requests[1]).toMatchObject({
      system: "Be brief.",
      tools,
      messages: [...hello.messages, { role: "assistant", content: [use] }, result],
    });
    expect(says.requests[1]).not.toHaveProperty("thread");
    expect((await post(next(second.body["id"], [{ role: "user", content: "and now?" }]))).status).toBe(200);
  });

  it("keeps the rules over the whole conversation", async () => {
    const { post } = await start();
    const { body } = await post(create);
    const wrong = await post(next(body["id"], [{ role: "user", content: "never mind" }]));
    expect(wrong.body.error?.message).toContain("messages.1: `tool_use` ids were found without");
    expect((await post(next(body["id"], [result]))).status).toBe(200);
  });

  it("is continued once, from a reply that exists, by its owner", async () => {
    const { post } = await start({ keys: ["a", "b"] });
    const { body } = await post(create);
    expect(code(await post(next("msg_none", [result])))).toEqual([404, "thread_not_found"]);
    expect(code(await post(next(body["id"], [result]), "b"))).toEqual([404, "thread_not_found"]);
    await post(next(body["id"], [result]));
    expect(code(await post(next(body["id"], [result])))).toEqual([400, "thread_already_continued"]);
  });

  it("isn't continued twice at once", async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const slow = modelSaying(async function* (request) {
      if (request.messages.length > 1) await gate;
      yield* eventsOf(reply([{ type: "text", text: "hi" }]));
    });
    server = await listen({ model: slow, profile: "spec" });
    const { url } = server;
    const { body } = await send(url, { body: { ...hello, thread: { type: "create" } } });
    const more = { body: next(body["id"], [{ role: "user", content: "more" }]) };
    const first = send(url, more);
    while (slow.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(code(await send(url, more))).toEqual([400, "thread_continue_in_flight"]);
    go();
    expect((await first).status).toBe(200);
  });

  it("keeps what it was created with", async () => {
    const { post } = await start();
    const { body } = await post(create);
    const changed = await post(next(body["id"], [result], { system: "Be long.", model: "mini" }));
    expect(code(changed)).toEqual([400, "thread_fingerprint_mismatch"]);
    expect(changed.body.error?.message).toContain("`model`, `system`");
    expect((await post(next(body["id"], [result], { system: "Be brief." }))).status).toBe(200);
  });

  it("is refused where none are held, as clients understand it", async () => {
    const { post } = await start({ threads: false });
    const { status, body } = await post(create);
    expect([status, body.error?.details]).toEqual([
      400,
      { error_code: "thread_unsupported_request", unsupported: ["thread"] },
    ]);
  });
});

describe("the store of threads", () => {
  const message = reply([{ type: "text", text: "x".repeat(1000) }]);
  const began = { ...hello, thread: { type: "create" as const } };
  const ask = (id: string) => ({ ...hello, thread: { type: "continue" as const, previous_message_id: id } });

  it("forgets the oldest when it is full", () => {
    const store = threads(() => 0, { characters: 10_000, milliseconds: 1000 });
    const turns = Array.from({ length: 100 }, () => store.begin(began, ""));
    for (const turn of turns) turn.done(message);
    expect(() => store.begin(ask(turns[10]?.id ?? ""), "")).toThrow("no thread continues");
    expect(store.begin(ask(turns[99]?.id ?? ""), "").request.messages).toHaveLength(3);
  });

  it("forgets what has expired, and frees what failed", () => {
    let now = 0;
    const store = threads(() => now, { characters: 10_000, milliseconds: 1000 });
    const turn = store.begin(began, "");
    turn.done(message);
    store.begin(ask(turn.id), "").failed();
    now = 999;
    store.begin(ask(turn.id), "").failed();
    now = 1000;
    expect(() => store.begin(ask(turn.id), "")).toThrow("no thread continues");
  });
});
