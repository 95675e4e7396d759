import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { served, type Served } from "../gateway/store/served.suite.ts";

const sdk = pathToFileURL(
  join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/sdk/dist/esm/"),
).href;
/** Logs each call's id to a file, and answers after a while. */
const tools = (log: string): string => `
import { appendFileSync } from "node:fs";
import { Server } from "${sdk}server/index.js";
import { StdioServerTransport } from "${sdk}server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "${sdk}types.js";
const server = new Server({ name: "weather", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{
  name: "get_weather", description: "Gets the weather of a city.",
  inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
}] }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  appendFileSync(${JSON.stringify(log)}, params._meta["antiphon/tool_use_id"] + "\\n");
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return { content: [{ type: "text", text: "18 degrees" }] };
});
await server.connect(new StdioServerTransport());
`;

let folder: string;
let server: Served | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-serve-loops-"));
});
afterEach(async () => {
  await server?.end();
  await rm(folder, { recursive: true });
});

const call = async (path: string, body?: object) => {
  const response = await fetch(`${server?.url}${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json" },
  });
  return (await response.json()) as Readonly<Record<string, unknown>>; // the documented shape
};
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it("a loop that serve runs with a server's tools goes on after kill -9 of it", async () => {
  const [log, script, config] = ["log", "tools.mjs", "antiphon.yaml"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(log, "");
  await writeFile(script, tools(log));
  await writeFile(
    config,
    `store: ${join(folder, "gateway.db")}\nloops: { servers: { weather: { command: [node, tools.mjs] } } }\n`,
  );
  server = await served([`--config=${config}`]);
  const { id } = await call("/v1/loops", {
    request: {
      model: "builtin",
      max_tokens: 256,
      messages: [{ role: "user", content: "What is the weather in Paris?" }],
    },
    servers: ["weather"],
  });
  const calls = async () => (await readFile(log, "utf8")).split("\n").filter((line) => line !== "");
  await until(calls, ({ length }) => length === 1);
  await server.end("SIGKILL");
  server = await served([`--config=${config}`]);
  expect(await call(`/v1/loops/${String(id)}`)).toMatchObject({ state: "running" });
  const done = await until(
    () => call(`/v1/loops/${String(id)}`),
    ({ state }) => state !== "running" && state !== "queued",
  );
  expect(done).toMatchObject({ state: "done", stopped: "end_turn" });
  expect(JSON.stringify(done)).toContain("18");
  // The call was open when its process died: it ran again with the same id.
  expect(await calls()).toHaveLength(2);
  expect(new Set(await calls()).size).toBe(1);
}, 120_000);
