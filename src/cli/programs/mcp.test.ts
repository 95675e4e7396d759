import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const main = join(import.meta.dirname, "..", "main.ts");

describe("antiphon mcp, called by the SDK's own client", () => {
  let folder = "";
  let env: Record<string, string> = {};
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-mcp-"));
    const { PATH = "", HOME = "" } = process.env;
    env = { PATH, HOME, ANTIPHON_STATE: join(folder, "state"), ANTIPHON_SETTINGS: join(folder, "settings") };
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGINT");
    await rm(folder, { recursive: true, force: true });
  });

  const overStdio = () =>
    new StdioClientTransport({ command: process.execPath, args: [main, "mcp", `--cwd=${folder}`], env });

  async function serve(...args: readonly string[]): Promise<URL> {
    const options = [main, "mcp", "--http", "--port=0", `--cwd=${folder}`, ...args];
    const child = spawn(process.execPath, options, { env, stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    let text = "";
    for await (const data of child.stdout) {
      text += String(data);
      const url = /http:\S+\/mcp/.exec(text)?.[0];
      if (url) return new URL(url);
    }
    throw new Error(text);
  }

  const connected = async (
    transport: StdioClientTransport | StreamableHTTPClientTransport,
  ): Promise<Client> => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport as Parameters<Client["connect"]>[0]); // its types lack exact optional properties
    return client;
  };

  it.each([
    ["stdio", async () => overStdio()],
    ["HTTP", async () => new StreamableHTTPClientTransport(await serve())],
  ])("lists and calls tools over %s", async (_name, transport) => {
    const client = await connected(await transport());
    const { tools } = await client.listTools();
    const mode = tools.find(({ name }) => name === "mode");
    expect(mode?.inputSchema).toMatchObject({
      type: "object",
      properties: { argument: { type: "string" }, list: { type: "boolean" }, yes: { type: "boolean" } },
    });
    expect(tools.map(({ name }) => name)).not.toContain("help");
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint);
    expect(reading.map(({ name }) => name).toSorted()).toEqual(["cost", "diff"]);
    const listed = await client.callTool({ name: "mode", arguments: { list: true } });
    expect(listed).toMatchObject({ isError: false, structuredContent: { title: "Modes", outcome: "done" } });
    expect(JSON.stringify(listed.content)).toContain("token-efficient");
    await client.callTool({ name: "mode", arguments: { argument: "token-efficient" } });
    const now = await client.callTool({ name: "mode", arguments: {} });
    expect(now).toMatchObject({ structuredContent: { title: "Mode token-efficient" } });
    await client.close();
  });

  it("gives failures as results that name the fix, and takes no flag from an argument", async () => {
    const client = await connected(overStdio());
    const wrong = await client.callTool({ name: "mode", arguments: { argument: "tokenefficient" } });
    expect(wrong).toMatchObject({ isError: true, structuredContent: { error: { code: "unknown_mode" } } });
    const hidden = await client.callTool({ name: "mode", arguments: { argument: "--list" } });
    expect(hidden).toMatchObject({ isError: true, structuredContent: { error: { code: "unknown_mode" } } });
    const foreign = await client.callTool({ name: "mode", arguments: { "dry-run": true } });
    expect(foreign).toMatchObject({ isError: true, structuredContent: { error: { code: "unknown_flag" } } });
    await writeFile(join(folder, "broken.yaml"), "openapi: 3.0.0\ninfo: [\n");
    const broken = await client.callTool({ name: "api-gen", arguments: { argument: "broken.yaml" } });
    expect(broken.structuredContent).toMatchObject({
      error: { code: "broken_spec", message: expect.stringMatching(/^broken\.yaml:3:1: is not valid YAML/) },
    });
    await expect(client.callTool({ name: "help" })).rejects.toThrow("There is no tool help");
    await client.close();
  });

  it("writes nothing that nobody agreed to, and undoes what was written", async () => {
    const client = await connected(overStdio());
    const source =
      "export function half(n: number): number {\n  if (n < 0) throw new RangeError('negative');\n  return n / 2;\n}\n";
    const path = join(folder, "half.ts");
    await writeFile(path, source);
    const doc = (more: Readonly<Record<string, unknown>>) =>
      client.callTool({ name: "doc", arguments: { argument: "half.ts", ...more } });
    for (const more of [{}, { yes: false }, { yes: "true" }]) {
      const refused = await doc(more);
      expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "not-agreed" } } });
      expect(JSON.stringify(refused.content)).toContain("half.ts");
      expect(await readFile(path, "utf8")).toBe(source);
    }
    await doc({ yes: true });
    const written = await readFile(path, "utf8");
    expect(written).toContain("/**");
    expect(await client.callTool({ name: "undo", arguments: {} })).toMatchObject({ isError: true });
    expect(await readFile(path, "utf8")).toBe(written);
    await client.callTool({ name: "undo", arguments: { yes: true } });
    expect(await readFile(path, "utf8")).toBe(source);
    await client.close();
  });

  it("writes into git or through a link that leads out not even with a yes", async () => {
    const client = await connected(overStdio());
    await mkdir(join(folder, ".git/hooks"), { recursive: true });
    await symlink(tmpdir(), join(folder, "link"));
    for (const sarif of [".git/hooks/pre-commit", "link/antiphon-attack.sarif", "../antiphon-attack.sarif"]) {
      const call = { name: "review", arguments: { argument: "half.ts", sarif, yes: true } };
      expect(await client.callTool(call), sarif).toMatchObject({
        isError: true,
        structuredContent: { error: { code: expect.stringMatching(/^path-/) } },
      });
    }
    expect(await readdir(join(folder, ".git/hooks"))).toEqual([]);
    expect(await readdir(tmpdir())).not.toContain("antiphon-attack.sarif");
    const unasked = { name: "review", arguments: { argument: "half.ts", sarif: "review.sarif" } };
    expect(await client.callTool(unasked)).toMatchObject({
      structuredContent: { error: { code: "not-agreed" } },
    });
    await client.close();
  });

  it("refuses a foreign Host, a foreign Origin and a wrong key over HTTP", async () => {
    const url = await serve("--key=right-key");
    const post = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
    expect((await post({})).status).toBe(401);
    expect((await post({ "x-api-key": "right-ke" })).status).toBe(401);
    expect((await post({ "x-api-key": "right-key", origin: "http://evil.example" })).status).toBe(403);
    const good = await post({ "x-api-key": "right-key" });
    expect(good.status).toBe(200);
    expect(await good.text()).toContain('"name":"mode"');
  });
});
