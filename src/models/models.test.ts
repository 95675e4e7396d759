import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../lib/index.ts";
import { collect } from "../messages/index.ts";
import { listen, type Listening } from "../server/index.ts";
import { httpFetch, type Fetch } from "./http/index.ts";
import { openModel, parseModel, providers, registry, type Model, type ModelConfig } from "./index.ts";
import { conversations, modelSuite, plain } from "./models.suite.ts";
import { chatServer } from "./openai/chat.suite.ts";

const outside = { fetch, clock: systemClock, random: Math.random };
const context = { signal: new AbortController().signal, requestId: "req_1" };
const open = async (config: ModelConfig, more = {}): Promise<Model> =>
  registry([await openModel(config, { ...outside, ...more })]);
const canary = "canary-key-5f0e1d2c3b4a";

let folder = "";
let server: Listening | undefined;
const upstream = (): ModelConfig => ({
  provider: "anthropic",
  options: { url: server?.url.href ?? "", key: canary },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-models-"));
  const model = await open({ provider: "builtin" });
  server = await listen({ model, profile: "spec", keys: [canary] });
  const recording = await open({ provider: "replay", options: { folder, record: upstream() } });
  for (const { request } of conversations) {
    await collect(recording.stream({ ...request, model: "builtin" }, context));
  }
  await recording.close();
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true });
});

/** Providers that need options; every other provider of the table is opened by its name. */
const withOptions: Readonly<Record<string, () => Promise<Model>>> = {
  builtin: () => open({ provider: "builtin" }, { fetch: () => Promise.reject(new Error("no network")) }),
  anthropic: () => open(upstream()),
  openai: async () => {
    const fetch = chatServer(await open({ provider: "builtin" }));
    return open({ provider: "openai", options: "http://127.0.0.1:8000/v1" }, { fetch });
  },
  replay: () => open({ provider: "replay", options: { folder } }),
  fault: () => open(parseModel("fault:ok")),
};
const elsewhere = new Set(["gguf"]); // tested with a model file of random weights
for (const name of providers.names.filter((provider) => !elsewhere.has(provider)))
  modelSuite(name, withOptions[name] ?? (() => open({ provider: name })));

/** A service whose bytes arrive in pieces of this size. */
const inPieces =
  (service: Fetch, size: number): Fetch =>
  async (url, init) => {
    const reply = await service(url, init);
    const { body } = reply;
    if (!body) return reply;
    const cut = async function* () {
      const all: Uint8Array[] = [];
      for await (const part of body) all.push(part);
      const whole = Buffer.concat(all);
      for (let index = 0; index < whole.length; index += size) yield whole.subarray(index, index + size);
    };
    const { ok, status, headers } = reply;
    return { ok, status, headers, body: cut(), text: () => reply.text() };
  };

describe.each(["anthropic", "openai"])("what %s says", (provider) => {
  it("is the same at every split of the service's bytes", async () => {
    const service: Fetch =
      provider === "openai" ? chatServer(await open({ provider: "builtin" })) : httpFetch;
    const config = provider === "openai" ? { provider, options: "http://127.0.0.1:8000/v1" } : upstream();
    const talk = conversations.find(({ name }) => name === "one call") ?? plain;
    const answers = new Set<string>();
    for (let size = 1; size < 300; size += size < 20 ? 1 : 23) {
      const model = await open(config, { fetch: inPieces(service, size) });
      const { content, stop_reason } = await collect(
        model.stream({ ...talk.request, model: "builtin" }, context),
      );
      answers.add(JSON.stringify({ content: content.map((block) => ({ ...block, id: "" })), stop_reason }));
      await model.close();
    }
    expect([...answers]).toEqual([expect.stringContaining("Paris")]);
  });
});

describe("keys", () => {
  it("stand in no recording, not even a piece of one", async () => {
    const files = await readdir(folder);
    expect(files.length).toBeGreaterThanOrEqual(conversations.length);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
    for (let index = 0; index + 8 <= canary.length; index++)
      expect(texts.join("")).not.toContain(canary.slice(index, index + 8));
  });

  it("stand in no error, and a refused one is the operator's matter", async () => {
    const model = await open({
      provider: "anthropic",
      options: { url: server?.url.href, key: `${canary}x` },
    });
    const pending = collect(model.stream({ ...plain.request, model: "builtin" }, context));
    const error: unknown = await pending.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 500, message: expect.stringContaining("operator") as string });
    expect(String(error)).not.toContain(canary.slice(0, 8));
  });
});

describe("registry", () => {
  const request = plain.request;

  it("refuses an unknown model with the nearest names", async () => {
    const model = await open({ provider: "builtin" });
    await expect(collect(model.stream({ ...request, model: "bultin" }, context))).rejects.toMatchObject({
      type: "not_found_error",
      status: 404,
      message: "model: bultin (the nearest known: builtin)",
    });
    await expect(model.countTokens({ ...request, model: "gpt" })).rejects.toMatchObject({ status: 404 });
  });

  it("picks by name, lists all, and lets an upstream take names that it doesn't list", async () => {
    const models = [await openModel({ provider: "builtin" }, outside), await openModel(upstream(), outside)];
    const both = registry(models);
    expect((await both.list()).map(({ id }) => id)).toEqual(["builtin"]);
    expect(await collect(both.stream({ ...request, model: "builtin" }, context))).toMatchObject({
      role: "assistant",
    });
    const pending = collect(both.stream({ ...request, model: "an-alias" }, context));
    await expect(pending).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining("an-alias") as string,
    });
  });

  it("goes on when one of its models is unreachable", async () => {
    const options = { url: "http://127.0.0.1:1/v1" };
    const models = [
      await openModel({ provider: "openai", options }, outside),
      await openModel({ provider: "builtin" }, outside),
    ];
    const both = registry(models);
    expect((await both.list()).map(({ id }) => id)).toEqual(["builtin"]);
    await expect(collect(both.stream({ ...request, model: "builtin" }, context))).resolves.toBeDefined();
  });

  it.each([
    [{ provider: "antropic" }, "Use anthropic."],
    [{ provider: "openai" }, "Add url."],
    [{ provider: "openai", options: "ftp://x/" }, "Change url."],
    [{ provider: "openai", options: "http://u:p@x/" }, "Change url."],
    [
      { provider: "replay", options: "/nowhere" },
      "Record some with the option record, or give another folder.",
    ],
    [{ provider: "fault", options: "overload" }, "Give overloaded."],
  ])("refuses to open %j", async (config, fix) => {
    await expect(openModel(config, outside)).rejects.toMatchObject({ name: "UserError", fix });
  });
});
