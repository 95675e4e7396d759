import { afterEach, expect, it } from "vitest";
import { ApiError, collect, type MessagesRequest } from "../../messages/index.ts";
import { openModel, registry, systemOutside } from "../../models/index.ts";
import { limits, type Limits } from "../limits.ts";
import { listen, type Listening } from "../listen.ts";
import { isolated } from "./isolated.ts";
import { workPool, type Work } from "./pool.ts";

let work: Work | undefined;
let server: Listening | undefined;
afterEach(async () => {
  await server?.close();
  await work?.close();
  [server, work] = [undefined, undefined];
});

async function serving(more: Partial<Limits> = {}, local: readonly string[] = ["builtin"]): Promise<URL> {
  work = workPool({ ...limits, ...more });
  const model = registry([isolated(await openModel({ provider: "builtin" }, systemOutside), work)]);
  server = await listen({ model, work, local, now: () => 0, profile: "spec" });
  return server.url;
}
const post = (url: URL, body: object | string, path = "/v1/messages"): Promise<Response> =>
  fetch(new URL(path, url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const weather = {
  name: "get_weather",
  description: "The weather of a city.",
  input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
} as const;
const ask = (content: string, more: object = {}): MessagesRequest => ({
  model: "builtin",
  max_tokens: 200,
  messages: [{ role: "user", content }],
  tools: [weather],
  ...more,
});
/** Slow to answer: searches in vain for what matches the pattern. */
const slow = ask("x", {
  tool_choice: { type: "any" },
  tools: [
    {
      ...weather,
      input_schema: {
        type: "object",
        properties: { city: { type: "string", pattern: "^(?=.*a)(?=.*b)(?=.*c)(?!.*dd).{100,2000}$" } },
        required: ["city"],
      },
    },
  ],
});
/** Slow to parse. */
const bodyOf = (messages: number): string =>
  `{"model":"builtin","max_tokens":1,"messages":[${"[],".repeat(messages)}[]]}`;
const slowBody = bodyOf(10_000_000);

it("answers in a thread as it does here", async () => {
  const url = await serving();
  const answer = await (await post(url, ask("What is the weather in Paris?"))).json();
  expect(answer).toMatchObject({
    stop_reason: "tool_use",
    content: [{ type: "tool_use", name: "get_weather", input: { city: "Paris" } }],
  });
  const text = await (await post(url, { ...ask("What is the weather in Paris?"), stream: true })).text();
  expect(text).toContain("event: message_stop");
});

it("ends work that takes too long, answers others meanwhile, and works on", async () => {
  const url = await serving({ work: 700 });
  const late = post(url, slowBody);
  for (let i = 0; i < 5; i++) {
    expect((await fetch(new URL("/healthz", url))).status).toBe(200);
    expect((await post(url, ask("What is the weather in Paris?"))).status).toBe(200);
  }
  const response = await late;
  expect(response.status).toBe(400);
  expect(response.headers.get("x-should-retry")).toBe("false");
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringContaining("needs more than 0.7 s of work") as string },
  });
  expect((await post(url, ask("What is the weather in Paris?"))).status).toBe(200);
});

it("counts no time in which a job's value crosses to a busy thread", async () => {
  const messages = Array.from({ length: 40_000 }, () => ({ role: "user", content: "a b c" }));
  const text = JSON.stringify(ask("x", { messages }));
  const pool = (work = workPool({ ...limits, work: 2000 }));
  const read = (body: string) =>
    pool.run("read", { bytes: Buffer.from(body), about: { reader: "messages", profile: "live", betas: [] } });
  await read(JSON.stringify(ask("x"))); // the thread has started
  let isBusy = true;
  const spin = (): void => {
    for (const end = performance.now() + 60; performance.now() < end;);
    if (isBusy) setImmediate(spin);
  };
  spin();
  const found = await read(text).finally(() => (isBusy = false));
  expect(found).toMatchObject({ request: { model: "builtin" } });
});

it("reads large bodies in a thread, with the same errors in the same words", async () => {
  const url = await serving();
  const filler = "word ".repeat(60_000);
  const wrong: readonly (readonly [object | string, string])[] = [
    [{ ...ask(filler), max_tokens: 0 }, "max_tokens"],
    [`{"model": "builtin", "x": "${filler}", "x": 1}`, "line 1 column"],
    [
      { ...ask(filler), tools: [{ ...weather, input_schema: { $ref: "https://x/" } }] },
      "tools.0.custom.input_schema",
    ],
    [{ ...ask(filler), messages: [{ role: "assistant", content: filler }] }, "messages"],
  ];
  for (const [body, message] of wrong) {
    const response = await post(url, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: "invalid_request_error", message: expect.stringContaining(message) as string },
    });
  }
  expect((await post(url, ask(filler))).status).toBe(200);
});

it("gives the same answers where the thread that reads a large body answers it", async () => {
  const content = `${"word ".repeat(8000)}. What is the weather in Paris?`;
  const { max_tokens: _, ...counting } = ask(content);
  const call = { type: "function", function: { name: weather.name, parameters: weather.input_schema } };
  const requests: readonly (readonly [string, object])[] = [
    ["/v1/messages", ask(content)],
    ["/v1/messages", ask(content, { stream: true })],
    ["/v1/messages/count_tokens", counting],
    ["/v1/chat/completions", { model: "builtin", messages: [{ role: "user", content }], tools: [call] }],
    ["/v1/responses", { model: "builtin", input: content, stream: true }],
  ];
  const answers = async (local: readonly string[]): Promise<readonly string[]> => {
    const url = await serving({}, local);
    const texts: string[] = [];
    for (const [path, body] of requests) {
      const response = await post(url, body, path);
      const text = await response.text();
      texts.push(`${response.status} ${response.headers.get("content-type")} ${text}`);
    }
    const metrics = await (await fetch(new URL("/metrics", url))).text();
    await server?.close();
    await work?.close();
    return [
      ...texts.map((text) =>
        text.replaceAll(/"created(_at)?":\d+/g, '"created":0').replaceAll(/(?<=[_-])[\da-f]{32}/g, "id"),
      ),
      tokensIn(metrics),
    ];
  };
  const [there, here] = [await answers(["builtin"]), await answers([])];
  expect(there).toEqual(here);
  expect(there.filter((text) => text.startsWith("200"))).toHaveLength(requests.length);
  expect(tokensIn(there.at(-1) ?? "")).toMatch(/input"} [1-9]/);
});

const tokensIn = (metrics: string): string =>
  metrics
    .split("\n")
    .filter((line) => line.startsWith("antiphon_tokens_total"))
    .join("\n");

it("ends work that nobody waits for, so that others needn't", async () => {
  work = workPool({ ...limits });
  const abort = new AbortController();
  const jobs = Array.from({ length: 8 }, () =>
    work?.run("answer", { request: slow }, { signal: abort.signal }),
  );
  const left = Promise.allSettled(jobs);
  setTimeout(() => abort.abort(new Error("gone")), 100);
  expect((await left).every(({ status }) => status === "rejected")).toBe(true);
  const counted = await work.run("count", ask("Hello"));
  expect(counted.input_tokens).toBeGreaterThan(0);
});

it("leaves a thread to others where slow work would have all, and refuses more of it", async () => {
  work = workPool({ ...limits, work: 60_000, slowWork: 50, waitingWork: 1 });
  const abort = new AbortController();
  const by = { signal: abort.signal, client: "one" };
  const bytes = Buffer.from(bodyOf(2_000_000));
  const about = { reader: "messages", profile: "spec", betas: [] } as const;
  const jobs = Array.from({ length: 8 }, async () => {
    const error: unknown = await work?.run("read", { bytes, about }, by).catch((thrown: unknown) => thrown);
    if (!(error instanceof ApiError) || error.type !== "rate_limit_error") throw error;
    return error;
  });
  expect(await Promise.any(jobs)).toMatchObject({ retryAfter: 5 });
  for (let i = 0; i < 3; i++)
    expect((await work.run("count", ask("Hello"), { client: "two" })).input_tokens).toBeGreaterThan(0);
  abort.abort(new Error("gone"));
  await Promise.allSettled(jobs);
});

it("ends work that takes too much memory", async () => {
  work = workPool({ ...limits, workMemory: 1, slowWork: 1 });
  const tools = Array.from({ length: 1000 }, (_, i) => ({
    ...weather,
    input_schema: {
      type: "object",
      properties: { [`p${i}`]: { pattern: "^(?=.{1,80}$)[a-z]{1,800}$" } },
    } as const,
  }));
  await expect(work.run("schemas", { tools })).rejects.toThrow("needs more than memory");
});

it("finds one option of many in a text without comparing all with all", async () => {
  const options = Array.from({ length: 50_000 }, (_, i) => `city number ${i}`);
  const city = { type: "string", enum: options };
  const tool = { ...weather, input_schema: { type: "object", properties: { city }, required: ["city"] } };
  const url = await serving();
  const answer = await post(url, ask("What is the weather in city number 777?", { tools: [tool] }));
  expect(await answer.json()).toMatchObject({ content: [{ input: { city: "city number 777" } }] });
});

it("takes a request back that nobody waits for", async () => {
  work = workPool({ ...limits });
  const abort = new AbortController();
  const model = isolated(await openModel({ provider: "builtin" }, systemOutside), work);
  const running = collect(model.stream(slow, { signal: abort.signal, requestId: "r" }));
  abort.abort(new Error("gone"));
  await expect(running).rejects.toThrow("gone");
});

it("does nothing for who has left already", async () => {
  work = workPool({ ...limits });
  const signal = AbortSignal.abort(new Error("gone"));
  await expect(work.run("count", ask("Hello"), { signal })).rejects.toThrow("gone");
});

it("ends a thread that has had nothing to do, and starts another when there is work again", async () => {
  const threads = (): number => (process.report.getReport() as { readonly workers: object[] }).workers.length; // as Node documents it
  const before = threads();
  work = workPool({ ...limits, idleWork: 50 });
  expect((await work.run("count", ask("Hello"))).input_tokens).toBeGreaterThan(0);
  expect(threads()).toBe(before + 1);
  await expect.poll(threads, { timeout: 20_000 }).toBe(before);
  expect((await work.run("count", ask("Hello"))).input_tokens).toBeGreaterThan(0);
});
