import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { mcpTools } from "./mcp.ts";

const sdk = pathToFileURL(
  join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/sdk/dist/esm/"),
).href;

/** A server based on the unmodified SDK, with a working tool, one that fails, and one with a malicious schema. */
const server = `
import { Server } from "${sdk}/server/index.js";
import { StdioServerTransport } from "${sdk}/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "${sdk}/types.js";
const server = new Server({ name: "test", version: "1" }, { capabilities: { tools: {} } });
const object = (properties) => ({ type: "object", properties });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [
  { name: "add.two", description: "Adds.", inputSchema: object({ a: { type: "number" } }) },
  { name: "fails", inputSchema: object({}) },
  { name: "trap", inputSchema: { ...object({}), $async: true } },
] }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => params.arguments.end ? process.exit() : params.name === "fails"
  ? { content: [{ type: "text", text: "it broke" }], isError: true }
  : { content: [{ type: "text", text: String(params.arguments.a + 2) }, { type: "image", data: "", mimeType: "image/png" }, { type: "text", text: Object.keys(process.env).join() }] });
await server.connect(new StdioServerTransport());
`;
const context = { id: "1", signal: AbortSignal.timeout(20_000), progress: () => undefined };

it("uses the tools of a server", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "antiphon-mcp-")), "server.mjs");
  await writeFile(path, server);
  process.env["ANTIPHON_TEST_KEY"] = "secret";
  const { tools, refused, close } = await mcpTools("my server", { command: ["node", path] });
  try {
    expect(tools.map(({ name }) => name)).toEqual(["mcp__my_server__add_two", "mcp__my_server__fails"]);
    expect(refused).toEqual([expect.stringMatching(/^trap: /)]);
    const [add, fails] = tools;
    const output = await add?.run({ a: 1 } as never, context);
    expect(output).toMatchObject({ is_error: false, content: expect.stringMatching(/^3\n\[image\]\n/) });
    expect(JSON.stringify(output)).not.toContain("ANTIPHON_TEST_KEY");
    expect(await fails?.run({} as never, context)).toEqual({ content: "it broke", is_error: true });
  } finally {
    delete process.env["ANTIPHON_TEST_KEY"];
    await close();
  }
});

it("tells when its server has ended", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "antiphon-mcp-")), "server.mjs");
  await writeFile(path, server);
  const { tools, closed } = await mcpTools("short", { command: ["node", path] });
  await expect(tools[0]?.run({ end: true } as never, context)).rejects.toThrow();
  await closed;
});

it("says which server doesn't answer", async () => {
  await expect(mcpTools("gone", { command: ["/nonexistent/server"] })).rejects.toMatchObject({
    code: "mcp-unreachable",
    message: expect.stringContaining("gone"),
  });
});
