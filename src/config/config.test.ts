import { describe, expect, it } from "vitest";
import { compile } from "../schema/index.ts";
import { checkConfig, configSchema, readConfig } from "./index.ts";

const problems = async (text: string): Promise<readonly string[]> =>
  (await checkConfig(text, "antiphon.yaml")).problems.map(
    ({ place, message, fix }) => `${place.line}:${place.column} ${message} ${fix}`,
  );

describe("a configuration file", () => {
  it("gives its upstreams, each with its place", async () => {
    const text = `upstreams:
  local:
    provider: openai
    url: http://127.0.0.1:8000/v1
    key: { env: LOCAL_KEY }
    models: [small, large]
    aliases: { fast: small }
    context_window: 8192
    timeouts: { first_byte: 2.5 }
    headers: { x-team: shop }
  file: gguf:models/small.gguf
`;
    const { upstreams } = await readConfig(text, "antiphon.yaml");
    expect(upstreams?.["file"]).toBe("gguf:models/small.gguf");
    expect(upstreams?.["local"]).toMatchObject({
      place: { file: "antiphon.yaml", line: 3, column: 5 },
      url: new URL("http://127.0.0.1:8000/v1"),
      key: { env: "LOCAL_KEY" },
      aliases: { fast: "small" },
      timeouts: { first_byte: 2.5 },
    });
  });

  it("may be empty", async () => {
    expect(await readConfig("# nothing yet\n", "antiphon.yaml")).toMatchObject({});
  });

  it.each([
    ["upstream: {}", "1:1 upstream isn't known. Did you mean upstreams?"],
    ["upstreams: [a]", "1:12 upstreams must be names with values. Change upstreams."],
    [
      "upstreams:\n  a:\n    provider: openai\n    ulr: http://x",
      "4:5 upstreams.a.ulr isn't known. Did you mean url?",
    ],
    [
      "upstreams:\n  a:\n    provider: opneai",
      "3:15 upstreams.a.provider must be anthropic or openai. Change upstreams.a.provider.",
    ],
    [
      "upstreams:\n  a: { url: http://x }",
      "2:6 upstreams.a.provider is missing; it must be anthropic or openai. Add provider.",
    ],
    [
      "upstreams:\n  a: { provider: openai, url: 'ftp://x' }",
      "2:31 upstreams.a.url must be an http or https URL without a password. Change upstreams.a.url.",
    ],
    [
      "upstreams:\n  a: { provider: openai, key: { env: A, file: b } }",
      "2:31 upstreams.a.key must be exactly one of env, file, command or stored. Change upstreams.a.key.",
    ],
    [
      "upstreams:\n  a: { provider: openai, key: secret }",
      "2:31 upstreams.a.key must be an object of env, file, command and stored. Change upstreams.a.key.",
    ],
    [
      "upstreams:\n  a: { provider: openai, proxy: 'https://proxy.example' }",
      "2:33 upstreams.a.proxy must be an http URL, or none. Change upstreams.a.proxy.",
    ],
    [
      "upstreams:\n  a: { provider: openai, invalid_calls: yes }",
      "2:41 upstreams.a.invalid_calls must be refuse or pass_on. Change upstreams.a.invalid_calls.",
    ],
    [
      "upstreams:\n  a: { provider: openai, key: { command: [] } }",
      "2:31 upstreams.a.key must be exactly one of env, file, command or stored. Change upstreams.a.key.",
    ],
    [
      "upstreams:\n  a: { provider: openai, headers: { Authorization: x } }",
      "2:35 upstreams.a.headers must be names of headers, which Authorization can't be. Change upstreams.a.headers.",
    ],
    ["prices:\n  m: { input: -3, output: 15 }", "2:15 prices.m.input must be a number from 0 to 100000."],
    [
      "prices: { m: { input: 3, output: 1, outputs: 2 } }",
      "1:37 prices.m.outputs isn't known. Did you mean output?",
    ],
    [
      "limits: { all: { spend_per_dya: 5 } }",
      "1:18 limits.all.spend_per_dya isn't known. Did you mean spend_per_day?",
    ],
    ["queue: { seconds: 0 }", "1:19 queue.seconds must be a number from 0.1 to 600."],
    ["a: &x 1\nupstreams: *x", "2:12 Aliases (&, *) aren't supported here. Write the value out."],
    ["upstreams: {", "1:13 "],
    ["upstreams: {}\nupstreams: {}", "2:1 Map keys must be unique Correct the YAML there."],
  ])("says where and what is wrong in %j", async (text, expected) => {
    expect((await problems(text)).join("\n")).toContain(expected);
  });

  it("lists unknown names beside values that are wrong", async () => {
    const text = `upstreams:
  a: { provider: openai, url: nonsense }
routes:
  m: { targets: [{ upstream: c, model: x }], fallbacks: { any: [nowhere, broken] } }
  broken: { targets: 3 }
`;
    expect((await problems(text)).map((problem) => problem.split(/ (?:must|isn't)/)[0])).toEqual([
      "2:31 upstreams.a.url",
      "4:6 nowhere",
      "4:18 c",
      "5:22 routes.broken.targets",
    ]);
  });

  it("lists all problems in the order of the file", async () => {
    const text = "upstreams:\n  a: { provider: x, models: 3 }\nlimit: 1\nupstream: 2";
    expect((await problems(text)).map((problem) => problem.split(" ")[0])).toEqual([
      "2:18",
      "2:29",
      "3:1",
      "4:1",
    ]);
    await expect(readConfig(text, "antiphon.yaml")).rejects.toMatchObject({
      code: "config",
      place: { file: "antiphon.yaml", line: 2, column: 18 },
    });
  });

  it("has a schema that editors can follow, which agrees with the reader", async () => {
    const { check } = compile(configSchema());
    const good = { upstreams: { a: { provider: "openai", key: { env: "A" } }, b: "builtin" } };
    expect(check(good)).toEqual([]);
    for (const bad of [{ upstream: {} }, { upstreams: { a: { provider: "x" } } }, { upstreams: { a: {} } }]) {
      expect(check(bad)).not.toEqual([]);
      expect(await problems(JSON.stringify(bad))).not.toEqual([]);
    }
  });
});
