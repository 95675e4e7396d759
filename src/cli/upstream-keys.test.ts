import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../config/index.ts";
import type { JsonObject } from "../lib/index.ts";
import { parseModel } from "../models/index.ts";
import { configured } from "./configured.ts";
import { fromSettings, withKeys } from "./upstream-keys.ts";

const page = readFileSync(new URL("../../docs/models.md", import.meta.url), "utf8");

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "antiphon-upstreams-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const [, example = ""] = /```yaml\n(upstreams:[^]*?)```/.exec(page) ?? [];

/** The rows of the page's table of variables. */
const rows = [...page.matchAll(/^\| `(\w+_KEY)` \| (.*?) \|$/gm)].map(
  ([, variable = "", to = ""]) => [variable, to] as const,
);
const env = Object.fromEntries(rows.map(([variable]) => [variable, `value of ${variable}`]));

it.each(rows)("the key in %s goes to %s", async (variable, to) => {
  const [, address = "", provider = ""] = /`(?:(https:.*)|(\w+):URL)`/.exec(to) ?? [];
  const vendor = variable.startsWith("ANTHROPIC") ? "anthropic" : "openai";
  const model = address === "" ? `${provider}:http://127.0.0.1:9/v1` : `${vendor}:${address}/v1`;
  const [config] = await withKeys([parseModel(model)], { env, cwd });
  expect(config?.options).toMatchObject({ key: env[variable] });
});

it("no key but these goes to an upstream of --model", () => {
  expect(rows).toHaveLength(4);
});

it("the page's upstreams are read, with their keys, proxy and certificates beside the file", async () => {
  const file = join(cwd, "antiphon.yaml");
  await writeFile(join(cwd, "local.key"), "key-of-local\n");
  await writeFile(join(cwd, "office-ca.pem"), "-----BEGIN CERTIFICATE-----\n");
  const upstreams = Object.values(configured(await readConfig(example, file)));
  const environment = { CLAUDE_KEY: "key-of-claude", HTTPS_PROXY: "http://proxy.example:1" };
  const [claude, local, office, small] = await withKeys(upstreams, { env: environment, cwd: tmpdir() });
  expect(claude).toEqual({
    provider: "anthropic",
    options: { url: "https://api.anthropic.com/v1", key: "key-of-claude", proxy: "http://proxy.example:1" },
  });
  expect(local?.options).toMatchObject({ key: "key-of-local", models: ["qwen3-8b"], context_window: 32768 });
  expect(office?.options).toMatchObject({
    proxy: "http://proxy.office.example:3128/",
    ca: "-----BEGIN CERTIFICATE-----\n",
  });
  expect(small).toEqual(parseModel("gguf:models/small.gguf"));
});

it("the settings read the page's upstreams as a configuration file does", async () => {
  const inFile = configured(await readConfig(example, "antiphon.yaml"));
  const inSettings = Object.entries<JsonObject>(parse(example).upstreams).flatMap(
    ([name, { provider, ...options }]) =>
      provider === undefined
        ? []
        : [
            [
              name,
              fromSettings(name, { provider: String(provider), options, file: "settings.yaml" }, {}),
            ] as const,
          ],
  );
  expect(inSettings).toHaveLength(3);
  const text = (options: unknown) =>
    JSON.stringify(options, (name, value: unknown) => (name === "place" ? undefined : value));
  for (const [name, { options }] of inSettings) expect(text(options)).toBe(text(inFile[name]?.options));
});

it("none as an upstream's proxy disables the environment's", async () => {
  const text = 'upstreams: { a: { provider: openai, url: "https://a.example", proxy: none } }';
  const upstreams = Object.values(configured(await readConfig(text, "antiphon.yaml")));
  const [model] = await withKeys(upstreams, { env: { HTTPS_PROXY: "http://proxy.example:1" }, cwd });
  expect(model?.options).toEqual({ url: "https://a.example/" });
});

it("upstreams of --model use the environment's proxy", async () => {
  const environment = { HTTPS_PROXY: "http://proxy.example:1" };
  const [model] = await withKeys([parseModel("anthropic:https://a.example/v1")], { env: environment, cwd });
  expect(model?.options).toEqual({ url: "https://a.example/v1", proxy: "http://proxy.example:1" });
});
