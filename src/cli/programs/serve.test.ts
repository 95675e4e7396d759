import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { words } from "../../commands/index.ts";
import { readConfig } from "../../config/index.ts";
import { collect } from "../../messages/index.ts";
import { openModel, parseModel, registry, systemOutside } from "../../models/index.ts";
import { limits, workPool } from "../../server/index.ts";
import { takeGlobals } from "../globals.ts";
import { place, type Place } from "../host.suite.ts";
import { withGlobals } from "../io.ts";
import { run } from "../run.ts";
import { openModels } from "../served-models.ts";
import { programs } from "./table.ts";

let at: Place;
const services: Server[] = [];
beforeEach(async () => {
  at = await place();
});
afterEach(async () => {
  for (const service of services.splice(0)) service.close();
  await at.close();
});

/** A service that lists a model, and the keys it received. */
async function service(): Promise<{ readonly url: string; readonly keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const listener = createServer(({ headers }, response) => {
    keys.push(headers.authorization ?? headers["x-api-key"]?.toString());
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: [{ id: "m" }] }));
  });
  services.push(listener);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, keys }; // it listens on a TCP port
}

const ioOf = (line: readonly string[], env: Readonly<Record<string, string>>) => {
  const { globals, rest } = takeGlobals(words(line), "antiphon");
  return {
    rest,
    io: withGlobals({ ...at.host, env }, globals, { signal: AbortSignal.abort(), programs }),
  };
};

/** Serves, lists the models, and ends at once. */
const serve = (model: string, env: Readonly<Record<string, string>>): Promise<number> =>
  serveWith(`--model=${model}`, env);
const serveWith = (flag: string, env: Readonly<Record<string, string>>): Promise<number> => {
  const { rest, io } = ioOf(["serve", "--port=0", flag], env);
  return run(rest, io);
};
const env = {
  ANTHROPIC_API_KEY: "canary-anthropic",
  OPENAI_API_KEY: "canary-openai",
  ANTIPHON_ANTHROPIC_UPSTREAM_KEY: "own-anthropic",
  ANTIPHON_OPENAI_UPSTREAM_KEY: "own-openai",
};

it("sends each upstream the key of its own protocol, and none of the vendors'", async () => {
  const [one, other] = [await service(), await service()];
  expect(await serve(`anthropic:${one.url},openai:${other.url}`, env)).toBe(0);
  expect(new Set(one.keys)).toEqual(new Set(["own-anthropic"]));
  expect(new Set(other.keys)).toEqual(new Set(["Bearer own-openai"]));
});

it.each([
  [true, [["own", null]]],
  [false, undefined],
])("upstreams without a route have a breaker, with a gateway: %s", async (breaks, expected) => {
  const work = workPool(limits);
  const config = await readConfig("upstreams: { own: builtin }\n", "antiphon.yaml");
  const sources = { model: undefined, record: undefined, config, work, telemetry: undefined, breaks };
  const { model, routes } = await openModels(sources, ioOf([], {}).io);
  expect(routes?.status().map(({ upstream, route }) => [upstream, route])).toEqual(expected);
  const messages = [{ role: "user", content: "Hello there" }] as const;
  const context = { signal: new AbortController().signal, requestId: "req_1" };
  const events = model.stream({ model: "builtin", max_tokens: 64, messages }, context);
  let underWay: readonly (number | undefined)[] = [];
  for await (const event of events)
    if (event.type === "message_start")
      underWay = routes?.status().map(({ open_requests: open }) => open) ?? [undefined];
  expect(underWay).toEqual([breaks ? 1 : undefined]);
  await model.close();
  await work.close();
});

it("records what it serves into the folder of --record", async () => {
  const [work, record] = [workPool(limits), join(at.root, "recorded")];
  const sources = { model: "builtin", record, config: undefined, work, telemetry: undefined, breaks: false };
  const { model } = await openModels(sources, ioOf([], {}).io);
  const messages = [{ role: "user", content: "Hello there" }] as const;
  const request = { model: "builtin", max_tokens: 64, messages };
  const context = { signal: new AbortController().signal, requestId: "req_1" };
  const { content } = await collect(model.stream(request, context));
  const playing = registry([await openModel(parseModel(`replay:${record}`), systemOutside)]);
  expect((await collect(playing.stream(request, context))).content).toEqual(content);
  await work.close();
});

it("doesn't share a key between two origins", async () => {
  const [one, other] = [await service(), await service()];
  const models = `openai:${one.url},openai:${other.url}/v1`;
  await expect(serve(models, env)).rejects.toMatchObject({
    code: "shared_key",
    message: `The key in ANTIPHON_OPENAI_UPSTREAM_KEY would be sent to both ${one.url} and ${other.url}.`,
  });
  expect([...one.keys, ...other.keys]).toEqual([]);
  expect(await serve(models, {})).toBe(0);
});

/** Serves the upstreams of a configuration file in the working folder. */
async function serveConfig(text: string, env: Readonly<Record<string, string>>): Promise<number> {
  await mkdir(at.host.cwd, { recursive: true });
  await writeFile(join(at.host.cwd, "antiphon.yaml"), text);
  return serveWith("--config=antiphon.yaml", env);
}

it("reads each upstream's key from its variable, file or command", async () => {
  const [one, two, three] = [await service(), await service(), await service()];
  await mkdir(at.host.cwd, { recursive: true });
  await writeFile(join(at.host.cwd, "key"), "from-file\n");
  const text = `upstreams:
  a: { provider: openai, url: "${one.url}", key: { env: MY_KEY } }
  b: { provider: anthropic, url: "${two.url}", key: { file: key } }
  c: { provider: openai, url: "${three.url}", key: { command: [printf, "from;$command"] } }
`;
  expect(await serveConfig(text, { ...env, MY_KEY: "from-variable", PATH: process.env["PATH"] ?? "" })).toBe(
    0,
  );
  expect(new Set(one.keys)).toEqual(new Set(["Bearer from-variable"]));
  expect(new Set(two.keys)).toEqual(new Set(["from-file"]));
  expect(new Set(three.keys)).toEqual(new Set(["Bearer from;$command"]));
});

it("sends no key that an upstream of the file doesn't name", async () => {
  const one = await service();
  expect(await serveConfig(`upstreams: { a: { provider: openai, url: "${one.url}" } }`, env)).toBe(0);
  expect(new Set(one.keys)).toEqual(new Set([undefined]));
});

it.each([
  ["key: { env: NONE }", "key of upstream a can't be read: the variable NONE is not set"],
  ["key: { file: gone }", "the file gone can't be read"],
  ["key: { command: [/nowhere] }", "the command /nowhere failed"],
])("refuses to start where a key can't be read: %s", async (key, message) => {
  const text = `upstreams: { a: { provider: openai, url: "http://127.0.0.1:9", ${key} } }`;
  await expect(serveConfig(text, {})).rejects.toMatchObject({
    code: "upstream_key",
    message: expect.stringContaining(message),
    place: { file: "antiphon.yaml", line: 1 },
  });
});

it("doesn't share a key between two origins of the file", async () => {
  const text = `upstreams:
  a: { provider: openai, url: "http://127.0.0.1:9", key: { env: MY_KEY } }
  b: { provider: openai, url: "http://127.0.0.1:10", key: { env: MY_KEY } }
`;
  await expect(serveConfig(text, { MY_KEY: "k" })).rejects.toMatchObject({
    code: "shared_key",
    place: { line: 3 },
  });
});

it("follows nothing that the folder says in which it starts: it may be anybody's", async () => {
  const other = await service();
  const { cwd } = at.host;
  await mkdir(join(cwd, ".antiphon"), { recursive: true });
  const key = `key: { command: [touch, "${join(cwd, "ran")}"] }`;
  const text = `store: ./gateway.db\nupstreams: { a: { provider: openai, url: "${other.url}", ${key} } }\n`;
  for (const file of ["antiphon.yaml", "antiphon.json", ".antiphon/antiphon.yaml"])
    await writeFile(join(cwd, file), text);
  const lines = ["ANTIPHON_STORE=./gateway.db", "ANTIPHON_SETTINGS=.antiphon", `HTTPS_PROXY=${other.url}`];
  await writeFile(join(cwd, ".env"), lines.join("\n"));
  const before = (await readdir(cwd)).toSorted();
  expect(await serveWith("--profile=spec", env)).toBe(0);
  expect(other.keys).toEqual([]);
  expect((await readdir(cwd)).toSorted()).toEqual(before);
  // With --config it would have been used.
  await expect(serveWith("--config=antiphon.yaml", env)).rejects.toMatchObject({ code: "upstream_key" });
  expect(await readdir(cwd)).toContain("ran");
});
