import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isObject, systemClock } from "../../lib/index.ts";
import type { Model } from "../../models/index.ts";
import { serverPlace, vendorPlaces } from "../connect/model-places.ts";
import { probes } from "../doctor/probes.ts";
import { place, type Place } from "../host.suite.ts";

type Fields = Readonly<Record<string, unknown>>;

const limits = { "x-ratelimit-limit-requests": "60" };

/** A fake chat completions server that supports everything except the refused fields. */
async function fake(owner: string, refused: readonly string[] = [], respond = messageOf) {
  const targets: string[] = [];
  const keys = new Set<string>();
  const server = createServer((request, response) => {
    targets.push(request.url ?? "");
    keys.add(String(request.headers.authorization ?? ""));
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const send = (status: number, data: unknown): void =>
        void response
          .writeHead(status, { "content-type": "application/json", ...(owner === "vllm" && limits) })
          .end(JSON.stringify(data));
      if (text === "") return send(200, { data: [{ id: "small", object: "model", owned_by: owner }] });
      const body = JSON.parse(text) as Fields; // written by the provider
      const field = refused.find((name) => text.includes(`"${name}":`));
      if (field !== undefined) return send(400, { error: { message: `Unsupported parameter: ${field}` } });
      const message = respond(body);
      const finish_reason = message["tool_calls"] ? "tool_calls" : "stop";
      const usage = { prompt_tokens: 5, completion_tokens: 3 };
      send(200, { choices: [{ message: { role: "assistant", ...message }, finish_reason }], usage });
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, targets, keys };
}

function messageOf(body: Fields): Fields {
  const text = JSON.stringify(body);
  const called = (name: string, input: object): Fields => ({
    tool_calls: [{ id: "c1", type: "function", function: { name, arguments: JSON.stringify(input) } }],
  });
  if (text.includes('"role":"tool"')) return { content: "It is 5859." };
  if (text.includes("add_numbers")) return called("add_numbers", { first: 2718, second: 3141 });
  if (isObject(body["tool_choice"])) return called("end_session", {});
  if ("response_format" in body) return { content: '{"n":1}' };
  if ("reasoning_effort" in body) return { content: "ready", reasoning_content: "Simple." };
  return { content: text.includes("image_url") ? "White." : "ready" };
}

describe("antiphon doctor --upstream", () => {
  let at: Place;
  const servers: Server[] = [];
  beforeEach(async () => {
    at = await place();
    await mkdir(join(at.root, "project"), { recursive: true });
    await mkdir(join(at.root, "settings"), { recursive: true });
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    await at.close();
  });
  const serve = async (...args: Parameters<typeof fake>) => {
    const service = await fake(...args);
    servers.push(service.server);
    return service;
  };
  const configure = (fields: string): Promise<void> =>
    writeFile(
      join(at.root, "settings/antiphon.yaml"),
      `upstreams:\n  local:\n    provider: openai\n${fields}`,
    );
  const states = (out: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...out.matchAll(/^\| (ok|off|wrong) \| (\S+) \|/gm)].map(([, state = "", what = ""]) => [what, state]),
    );

  it("says what an upstream of the configuration can do, and of which kind it is", async () => {
    const { origin, targets } = await serve("vllm");
    await configure(`    url: ${origin}/v1\n`);
    const { code, out } = await at.antiphon(["doctor", "--upstream=local"]);
    expect(code, out).toBe(0);
    expect(states(out)).toEqual({
      models: "ok",
      dialect: "off",
      answer: "ok",
      tools: "ok",
      tool_choice: "ok",
      thinking: "ok",
      "output_config.format": "ok",
      image: "ok",
      count_tokens: "off",
    });
    expect(out).toContain("Set dialect: vllm");
    expect(out).toMatch(
      /first event after \d+ ms, whole after \d+ ms in 1 pieces; 5 tokens in, 3 out; states rate limits/,
    );
    expect(targets).toHaveLength(9); // two lists of models, and a request or two for each capability
  });

  it("names what the server refuses, and needs text and tools alone", async () => {
    const { origin } = await serve("x", ["reasoning_effort", "response_format"]);
    await configure(`    url: ${origin}/v1\n    dialect: deepseek\n`);
    const { code, out } = await at.antiphon(["doctor", "--upstream=local"]);
    expect(code, out).toBe(0);
    expect(states(out)).toMatchObject({ "output_config.format": "off", image: "off", tools: "ok" });
    expect(out).toContain("as DeepSeek does, which has no image");
    const without = await serve("x", ["tools"]);
    await configure(`    url: ${without.origin}/v1\n`);
    const failed = await at.antiphon(["doctor", "--upstream=local"]);
    expect([failed.code, states(failed.out)["tools"]]).toEqual([1, "wrong"]);
    expect(failed.out).toContain("Unsupported parameter: tools");
    const broken = await serve("x", ["messages"]);
    await configure(`    url: ${broken.origin}/v1\n`);
    const silent = await at.antiphon(["doctor", "--upstream=local"]);
    expect([silent.code, states(silent.out)]).toEqual([1, { models: "ok", dialect: "ok", answer: "wrong" }]);
  });

  it("asks the named model of the named file, unguarded, and fails where it doesn't call its tool", async () => {
    const asked: unknown[] = [];
    const { origin } = await serve("x", [], ({ model }) => {
      asked.push(model);
      return { content: "About six thousand." };
    });
    await writeFile(
      join(at.root, "project/own.yaml"),
      `upstreams: { local: { provider: openai, url: "${origin}/v1" } }`,
    );
    const { code, out } = await at.antiphon([
      "doctor",
      "--upstream=local",
      "--config=own.yaml",
      "--model=large",
    ]);
    expect(states(out)).toMatchObject({ answer: "ok", tools: "wrong", tool_choice: "off" });
    expect(code).toBe(1);
    expect(asked).toEqual(Array.from({ length: 6 }, () => "large")); // the guard would have asked again
  });

  it("reaches an upstream of the settings by its proxy, with its key from a file", async () => {
    const proxy = await serve("x");
    await writeFile(join(at.root, "settings/local.key"), "canary-of-a-key\n");
    await writeFile(
      join(at.root, "settings/settings.yaml"),
      `model: small\nupstreams:\n  far: { provider: openai, url: "http://models.example/v1", proxy: "${proxy.origin}", key: { file: local.key } }\n`,
    );
    const { code, out, err } = await at.antiphon(["doctor", "--upstream=far"]);
    expect(code, out).toBe(0);
    expect(proxy.targets[0]).toBe("http://models.example/v1/models?limit=1000");
    expect([...proxy.keys]).toEqual(["Bearer canary-of-a-key"]);
    expect(out + err).not.toContain("canary");
    const count = proxy.targets.length;
    expect((await at.antiphon(["model"])).out).toContain("small (current)");
    expect(proxy.targets.length).toBeGreaterThan(count);
  });

  it("names the upstreams there are, and a server that doesn't answer", async () => {
    const { origin, server } = await serve("x");
    await configure(`    url: ${origin}/v1\n`);
    server.close();
    const unknown = await at.antiphon(["doctor", "--upstream=locla"]);
    expect(unknown.err).toContain("There is no upstream named locla");
    expect(unknown.err).toContain("Use local");
    const silent = await at.antiphon(["doctor", "--upstream=local"]);
    expect([silent.code, states(silent.out)]).toEqual([1, { models: "wrong" }]);
    expect(silent.out).toContain(`${origin}`);
  });
});

it("says that an upstream counts tokens where it does", async () => {
  const model = { countTokens: async () => ({ input_tokens: 7, exact: true }) } as Partial<Model> as Model; // it counts alone
  const found = await probes["count_tokens"]?.({ model, name: "m", where: "here", clock: systemClock });
  expect(found).toMatchObject({ state: "ok", detail: "counts: 7" });
});

it("connect tries servers by the environment's proxy, and writes none into the settings", () => {
  const env = { HTTPS_PROXY: "http://proxy:3128", OPENAI_API_KEY: "k" };
  const { config, upstream } = serverPlace("custom", "https://models.example/v1", env);
  expect(config.options).toEqual({ url: "https://models.example/v1", proxy: "http://proxy:3128" });
  expect(upstream?.options).toEqual({ url: "https://models.example/v1" });
  const vendors = vendorPlaces({ ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "k" }, env);
  expect(vendors).toMatchObject([
    { config: { options: { url: "https://api.anthropic.com/v1", proxy: "http://proxy:3128", key: "a" } } },
    { config: { options: { url: "https://api.openai.com/v1", proxy: "http://proxy:3128", key: "k" } } },
  ]);
  expect(vendors.map(({ upstream: settings }) => settings?.options)).toEqual([
    undefined,
    { url: "https://api.openai.com/v1" },
  ]);
  expect(serverPlace("ollama", "http://127.0.0.1:11434/v1", env).config.options).not.toHaveProperty("proxy");
});
