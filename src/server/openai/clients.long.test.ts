/**
 * Unmodified clients of OpenAI's protocols, each in its own folder: they complete a tool loop at both endpoints, with
 * `builtin` and with a chat completions upstream. Skipped without a package registry.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openModel, registry, systemOutside, type ModelConfig } from "../../models/index.ts";
import { listen, type Listening } from "../listen.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "antiphon-openai-"));
const programs = fileURLToPath(new URL("clients", import.meta.url));
const packages = [
  "@ai-sdk/openai@4.0.118",
  "ai@7.0.173",
  "@langchain/openai@1.6.0",
  "@langchain/core@1.4.0",
  "zod@4.6.7",
];
const python = join(folder, "python/bin/python");

const servers: Listening[] = [];
async function start(config: ModelConfig): Promise<string> {
  const model = registry([await openModel(config, systemOutside)]);
  const server = await listen({ model, profile: "spec", keys: ["k"] });
  servers.push(server);
  return new URL("/v1", server.url).href;
}

/** Base URLs by what answers there. */
const doors: Record<string, string> = {};
beforeAll(async () => {
  const url = await start({ provider: "builtin" });
  doors["builtin"] = url;
  doors["an upstream"] = await start({ provider: "openai", options: { url, key: "k", models: ["builtin"] } });
  cpSync(programs, folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages];
  await Promise.all([
    run("npm", install, { cwd: folder }).catch(() => undefined),
    run("python3", ["-m", "venv", join(folder, "python")])
      .then(() => run(python, ["-m", "pip", "install", "--quiet", "openai"]))
      .catch(() => rmSync(python, { force: true })),
  ]);
}, 300_000);
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const paris = { city: "Paris" };
const answered = expect.stringContaining("21 degrees") as string;
const ran = async (program: string, file: string, by: string): Promise<unknown> => {
  const args = [join(folder, file), doors[by] ?? "", "k", "builtin"];
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env;
  return JSON.parse((await run(program, args, { cwd: folder, env })).stdout);
};

describe.each(["builtin", "an upstream"])("OpenAI's doors before %s", (by) => {
  it("serve the AI SDK's provider", async ({ skip }) => {
    if (!existsSync(join(folder, "node_modules/@ai-sdk/openai"))) skip("a package registry is needed");
    const loop = { inputs: [paris], steps: 2, text: answered, streamed: answered, object: { city: "Oslo" } };
    expect(await ran(process.execPath, "ai.mjs", by)).toEqual({ chat: loop, responses: loop });
  });

  it("serve LangChain's", async ({ skip }) => {
    if (!existsSync(join(folder, "node_modules/@langchain/openai"))) skip("a package registry is needed");
    const loop = { inputs: [paris], text: answered, usage: true };
    expect(await ran(process.execPath, "langchain.mjs", by)).toEqual({ chat: loop, responses: loop });
  });

  it("serve the Python SDK", async ({ skip }) => {
    if (!existsSync(python)) skip("Python 3 with venv and a package registry is needed");
    expect(await ran(python, "sdk.py", by)).toEqual({
      inputs: [JSON.stringify(paris), JSON.stringify(paris)],
      chat: answered,
      responses: answered,
      refused: [400, expect.stringContaining("n: is not supported here")],
    });
  });
});
