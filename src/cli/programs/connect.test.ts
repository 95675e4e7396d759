import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { filePlaces, localPlaces } from "../connect/model-places.ts";
import { place, type Place } from "../host.suite.ts";

type Kind = "tools" | "prose" | "broken" | "empty" | "wrong" | "silent";

/** A fake chat completions server that handles tools as its kind says. */
async function fake(
  kind: Kind,
): Promise<{ readonly url: string; readonly server: Server; readonly keys: string[] }> {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    keys.push(String(request.headers.authorization ?? ""));
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const send = (status: number, data: unknown): void => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(data));
      };
      if (request.url?.startsWith("/v1/models"))
        return send(200, {
          object: "list",
          data: kind === "empty" ? [] : [{ id: "small", object: "model" }],
        });
      if (kind === "silent") return undefined;
      if (kind === "broken") return send(500, { error: { message: "the weights are gone" } });
      const answered = /"role":"tool"/.test(body);
      const call = {
        name: "add_numbers",
        arguments: kind === "wrong" ? '{"first":1,"second":1}' : '{"first":2718,"second":3141}',
      };
      const message =
        kind === "prose" || answered
          ? { role: "assistant", content: answered ? "It is 5859." : "About six thousand." }
          : {
              role: "assistant",
              content: null,
              tool_calls: [{ id: "c1", type: "function", function: call }],
            };
      const finish = "tool_calls" in message ? "tool_calls" : "stop";
      return send(200, {
        id: "1",
        object: "chat.completion",
        model: "small",
        choices: [{ index: 0, message, finish_reason: finish }],
        usage: { prompt_tokens: 5, completion_tokens: 5 },
      });
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server, keys };
}

describe("antiphon connect", () => {
  let at: Place;
  const servers: Server[] = [];
  beforeEach(async () => {
    at = await place();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    await at.close();
  });
  const keyed = { ANTHROPIC_API_KEY: "canary-a", OPENAI_API_KEY: "canary-o" };
  const connect = async (kind: Kind, ...args: string[]) => {
    const model = await fake(kind);
    servers.push(model.server);
    return { ...(await at.antiphon(["connect", `--url=${model.url}`, ...args], "", keyed)), ...model };
  };

  it("looks for servers of this machine at their usual ports", () => {
    expect(localPlaces.map(({ name, where }) => [name, where])).toEqual([
      ["ollama", "http://127.0.0.1:11434/v1"],
      ["lm-studio", "http://127.0.0.1:1234/v1"],
      ["llama-cpp", "http://127.0.0.1:8080/v1"],
      ["vllm", "http://127.0.0.1:8000/v1"],
    ]);
  });

  it("tries a model with a tool call, and writes the setting after a yes", async () => {
    const { code, out, url, keys } = await connect("tools", "--yes");
    expect(code, out).toBe(0);
    expect(out).toContain("small talks and calls tools");
    const settings = await readFile(join(at.root, "settings", "settings.yaml"), "utf8");
    expect(settings).toContain("model: small");
    expect(settings).toContain(`url: ${url}`);
    expect(keys).toEqual(["", "", ""]); // the list of models, the task, and its result
    expect((await at.antiphon(["model"])).out).toContain("small (current)");
  });

  it("tries another model than the first where one is named", async () => {
    expect((await connect("tools", "--model=large")).out).toContain("large talks and calls tools");
  });

  it.each(["connect", "doctor"])("waits at most a minute for each answer (%s)", async (name) => {
    const { url, server } = await fake("silent");
    servers.push(server);
    const patience = AbortSignal.timeout.bind(AbortSignal);
    const waits: number[] = [];
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
      waits.push(milliseconds);
      return patience(20);
    });
    await mkdir(join(at.root, "settings"), { recursive: true });
    const upstreams = `upstreams: { local: { provider: openai, url: "${url}" } }`;
    await writeFile(join(at.root, "settings", "antiphon.yaml"), upstreams);
    const args = name === "connect" ? [`--url=${url}`] : ["--upstream=local"];
    const { code } = await at.antiphon([name, ...args]);
    timeout.mockRestore();
    server.closeAllConnections();
    expect({ code, waits }).toEqual({ code: 1, waits: [60_000] });
  });

  it("writes nothing where nobody says yes", async () => {
    const { out } = await connect("tools");
    expect(out).toContain("Nothing was written");
    await expect(readFile(join(at.root, "settings", "settings.yaml"), "utf8")).rejects.toThrow("ENOENT");
  });

  it.each([
    ["prose", "called no tool when it was asked to", 0],
    ["wrong", "called the tool with something else", 0],
    ["broken", "a request for small to ", 1],
    ["broken", "the weights are gone", 1],
    ["empty", "it lists no model", 1],
  ] as const)("says what a model that is %s can do", async (kind, expectedText, code) => {
    const result = await connect(kind);
    expect(result.out).toContain(expectedText);
    expect(result.code).toBe(code);
  });

  it("looks for keys, and for model files in the home folder, and prints no key", async () => {
    const home = join(at.root, "home");
    const paths = ["models", ".lmstudio/models"].map((folder) => join(home, folder, "small.gguf"));
    for (const path of paths) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, "");
    }
    // a proxy that opens no tunnel: nothing is sent to the vendors
    const env = { ...keyed, HOME: home, HTTPS_PROXY: "http://127.0.0.1:9" };
    const { out } = await at.antiphon(["connect"], "", env);
    for (const place of [...paths, "anthropic at api.anthropic.com", "openai at api.openai.com"])
      expect(out).toContain(place);
    expect(out).not.toContain("canary");
  });

  it("finds model files in the working folder, and where programs keep them", async () => {
    const home = join(at.root, "home");
    const keptPaths = [
      join(at.root, "project", "here.gguf"),
      join(home, "models", "mine.gguf"),
      join(home, ".lmstudio", "models", "maker", "model", "theirs.GGUF"),
    ];
    const others = [join(at.root, "project", "deep", "other.gguf"), join(home, "models", "notes.txt")];
    for (const path of [...keptPaths, ...others]) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, "");
    }
    const found = await filePlaces(join(at.root, "project"), [
      join(home, "models"),
      join(home, ".lmstudio", "models"),
      join(home, "nowhere"),
    ]);
    expect(found.map(({ where }) => where)).toEqual(keptPaths);
  });

  it("names the address that doesn't answer", async () => {
    const { url, server } = await fake("tools");
    server.close();
    const { code, out } = await at.antiphon(["connect", `--url=${url}`]);
    expect(code).toBe(1);
    expect(out).toContain(`${url}/models`);
  });
});
