import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { run as agent } from "../examples/agent/agent.ts";
import "../examples/testing/vitest.test.mjs";
import { run as withAiSdk } from "../examples/tool-loop/with-ai-sdk.ts";
import { run as withLoop } from "../examples/tool-loop/with-loop.ts";
import { run as withSdk } from "../examples/tool-loop/with-sdk.ts";
import { run as withSdk0 } from "../examples/tool-loop/with-sdk-0.ts";
import { program } from "../src/lib/program.suite.ts";
import { startServer, type TestServer } from "../src/testing/index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ key: "sk-example-0123456789" });
});
afterAll(() => server.close());

const asked = [
  ["get_weather", "London"],
  ["get_weather", "Oslo"],
  ["get_weather", "Paris"],
];
const calls = (content: readonly { readonly type: string }[]) =>
  content
    .flatMap((block) =>
      "name" in block && "input" in block ? [[block.name, (block.input as { city?: string }).city]] : [],
    )
    .toSorted();

describe("the tool-loop example, against our server", () => {
  it("runs by our loop: parallel calls, one of them failing, one turn of results", async () => {
    const { stopped, messages } = await withLoop(server.baseURL, server.apiKey, () => undefined);
    expect(stopped).toBe("end_turn");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    const [, answer, results, last] = messages.map(({ content }) =>
      typeof content === "string" ? [] : content,
    );
    expect(calls(answer ?? [])).toEqual(asked);
    expect(
      results?.map((block) => block.type === "tool_result" && (block.is_error ?? false)).toSorted(),
    ).toEqual([false, false, true]);
    expect(JSON.stringify(last)).toMatch(/21 °C[\s\S]*16 °C|16 °C[\s\S]*21 °C/);
    expect(JSON.stringify(last)).toContain("station of Oslo is offline");
  });

  it.each([
    ["1.x", withSdk],
    ["0.x", withSdk0],
  ])("runs by the official SDK %s, unmodified", async (_version, run) => {
    const [answer, last, ...more] = await run(server.baseURL, server.apiKey);
    expect(more).toEqual([]);
    expect(answer?.stop_reason).toBe("tool_use");
    expect(calls(answer?.content ?? [])).toEqual(asked);
    expect(last?.stop_reason).toBe("end_turn");
    expect(JSON.stringify(last?.content)).toMatch(/21 °C[\s\S]*16 °C|16 °C[\s\S]*21 °C/);
    expect(JSON.stringify(last?.content)).toContain("station of Oslo is offline");
  });
});

it("runs by the AI SDK's agent", async () => {
  const { text, steps } = await withAiSdk(server.baseURL, server.apiKey);
  expect(steps).toHaveLength(2);
  expect(text).toMatch(/21 °C[\s\S]*16 °C|16 °C[\s\S]*21 °C/);
});

const started = promisify(execFile);
const folder = join(import.meta.dirname, "../examples/testing");
const env = { ...process.env, NODE_OPTIONS: "--conditions=antiphon-source" };

it("the examples of testing run with node:test", async () => {
  const { stdout } = await started(process.execPath, ["--test", join(folder, "node.test.mjs")], { env });
  expect(stdout).toMatch(/pass 5\b/);
});

it("the examples of testing run with pytest", async ({ skip }) => {
  const known = await started("python3", ["-c", "import pytest"]).catch(() => undefined);
  if (!known) skip("pytest is needed");
  const { stdout } = await started("python3", ["-m", "pytest", "-q", "-p", "no:cacheprovider", folder], {
    env: {
      ...env,
      PATH: `${join(process.execPath, "..")}:${process.env["PATH"]}`,
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  expect(stdout).toContain("5 passed");
});

it("the agent example calls three tools side by side, meets an error, recovers and sums up", async () => {
  const [first, second, last, ...more] = await agent();
  expect(more).toEqual([]);
  expect(calls(first?.content ?? [])).toEqual([
    ["get_time", "Tokyo"],
    ["get_traffic", "Rome"],
    ["get_weather", "London"],
    ["get_weather", "Paris"],
  ]);
  expect(calls(second?.content ?? [])).toEqual([["get_traffic", "Rome"]]);
  expect(last?.stop_reason).toBe("end_turn");
  expect(JSON.stringify(last?.content)).toContain("light traffic in Rome");
});

it("the editor's configuration starts a server with the commands as tools", async () => {
  const text = readFileSync(join(import.meta.dirname, "../examples/mcp.json"), "utf8");
  const { mcpServers } = JSON.parse(text) as {
    readonly mcpServers: { readonly antiphon: { readonly args: readonly string[] } };
  };
  const [name, ...words] = mcpServers.antiphon.args;
  expect(name).toBe("antiphon");
  const client = new Client({ name: "editor", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, ...words] }));
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(["review", "test", "doc"]));
});

it("the workflow that reviews pull requests calls the program as it is", async () => {
  const text = readFileSync(join(import.meta.dirname, "../examples/review.yml"), "utf8");
  const { jobs } = parse(text) as {
    readonly jobs: { readonly review: { readonly steps: readonly { readonly run?: string }[] } };
  };
  const line = jobs.review.steps
    .flatMap(({ run }) => run ?? [])
    .find((run) => run.startsWith("npx antiphon"));
  const flags = line?.match(/--[a-z-]+/g) ?? [];
  const { stdout } = await started(process.execPath, [program, "review", "--help"], { env });
  expect(flags.filter((flag) => !stdout.includes(flag))).toEqual([]);
  expect(flags).toContain("--sarif");
});
