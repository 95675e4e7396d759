import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, it } from "vitest";
import { eventsOf, frame } from "../src/messages/index.ts";
import { admin, served, type Served } from "../src/gateway/store/served.suite.ts";

const servers: Server[] = [];
let server: Served | undefined;
let folder: string | undefined;
afterEach(async () => {
  await server?.end();
  for (const each of servers.splice(0)) each.close();
  if (folder) await rm(folder, { recursive: true });
});

async function serviceOf(answer: (path: string, headers: IncomingHttpHeaders, body: string) => string) {
  const made = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => response.end(answer(request.url ?? "", request.headers, body)));
  });
  servers.push(made);
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`; // it listens on a port
}

const events = [
  ...eventsOf({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m-2026",
    content: [{ type: "text", text: "canary-answer" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 5 },
  }),
].map(frame);

const trace = "0af7651916cd43dd8448eb211c80319c";
const parent = "b7ad6b7169203331";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}
const attributesOf = ({ attributes }: Pick<Span, "attributes">) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown])); // OTLP in JSON

const spansOf = (collected: readonly { readonly path: string; readonly body: string }[]): readonly Span[] =>
  collected
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) =>
      JSON.parse(body).resourceSpans.flatMap((each: { scopeSpans: { spans: Span[] }[] }) => each.scopeSpans),
    )
    .flatMap(({ spans: all }: { spans: Span[] }) => all);

/** Starts a gateway in front of an upstream; returns what the upstream and a collector received. */
async function started(isWatched: boolean) {
  const asked: IncomingHttpHeaders[] = [];
  const collected: { readonly path: string; readonly body: string }[] = [];
  const upstream = await serviceOf((_path, headers) => {
    asked.push(headers);
    return events.join("");
  });
  const collector = await serviceOf((path, _headers, body) => {
    collected.push({ path, body });
    return "{}";
  });
  folder = await mkdtemp(join(tmpdir(), "antiphon-telemetry-"));
  const config = join(folder, "antiphon.yaml");
  await writeFile(config, `upstreams: { u: { provider: anthropic, url: "${upstream}", models: [m] } }\n`);
  const before = isWatched ? `export OTEL_EXPORTER_OTLP_ENDPOINT=${collector}` : ":";
  server = await served([`--config=${config}`, `--store=${join(folder, "gateway.db")}`], before);
  return { server, asked, collected, upstream };
}

async function ask({ url }: Served, headers: Readonly<Record<string, string>>): Promise<string> {
  const body = {
    model: "m",
    max_tokens: 50,
    stream: true,
    messages: [{ role: "user", content: "canary-question" }],
  };
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return response.text();
}

it("exports spans of a request and of its upstream in the caller's trace, and metrics, without contents", async () => {
  const { server: running, asked, collected, upstream } = await started(true);
  expect(await ask(running, { traceparent: `00-${trace}-${parent}-01`, tracestate: "a=b" })).toContain(
    "canary-answer",
  );
  await running.end();
  const spans = spansOf(collected);
  const [client, root] = [spans.find(({ kind }) => kind === 3), spans.find(({ kind }) => kind === 2)];
  expect(spans).toHaveLength(2);
  expect(root).toMatchObject({ traceId: trace, parentSpanId: parent, name: "chat m" });
  expect(client).toMatchObject({ traceId: trace, parentSpanId: root?.spanId });
  expect(asked[0]).toMatchObject({ traceparent: `00-${trace}-${client?.spanId}-01`, tracestate: "a=b" });
  expect(attributesOf(client ?? { attributes: [] })).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "anthropic",
    "gen_ai.request.model": "m",
    "gen_ai.response.model": "m-2026",
    "gen_ai.usage.input_tokens": 12,
    "gen_ai.usage.output_tokens": 3,
    "gen_ai.usage.cache_read.input_tokens": 5,
    "server.port": Number(new URL(upstream).port),
  });
  const sent = collected.map(({ body }) => body).join("\n");
  const names = [
    "gen_ai.client.operation.duration",
    "gen_ai.client.token.usage",
    "gen_ai.server.request.duration",
  ];
  for (const name of [...names, "gen_ai.server.time_to_first_token"]) expect(sent).toContain(`"${name}"`);
  expect(sent).not.toContain("canary-");
  expect(sent).not.toContain(admin);
});

it("passes a caller's trace on without a collector, but no header that isn't one", async () => {
  const { server: running, asked } = await started(false);
  const traceparent = `00-${trace}-${parent}-01`;
  await ask(running, { traceparent });
  await ask(running, { traceparent: "canary", tracestate: "a=b" });
  expect(asked.map((headers) => [headers["traceparent"], headers["tracestate"]])).toEqual([
    [traceparent, undefined],
    [undefined, undefined],
  ]);
});

const sdk = pathToFileURL(
  join(import.meta.dirname, "../node_modules/@modelcontextprotocol/sdk/dist/esm/"),
).href;
const clock = `
import { Server } from "${sdk}/server/index.js";
import { StdioServerTransport } from "${sdk}/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "${sdk}/types.js";
const server = new Server({ name: "clock", version: "1" }, { capabilities: { tools: {} } });
const tool = (name) => ({ name, description: "Tells the time.", inputSchema: { type: "object" } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool("now"), tool("broken")] }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: "text", text: "canary-result" }], isError: params.name === "broken" }));
await server.connect(new StdioServerTransport());
`;

it("exports a loop with its requests and tools below it, without contents", async () => {
  const collected: { readonly path: string; readonly body: string }[] = [];
  const collector = await serviceOf((path, _headers, body) => {
    collected.push({ path, body });
    return "{}";
  });
  const upstream = await serviceOf((_path, _headers, body) => {
    const isOver = body.includes("tool_result");
    const call = (id: string, name: string) => ({ type: "tool_use", id, name, input: {} }) as const;
    const parts = eventsOf({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: isOver
        ? [{ type: "text", text: "noon" }]
        : [call("toolu_1", "mcp__clock__now"), call("toolu_2", "mcp__clock__broken")],
      stop_reason: isOver ? "end_turn" : "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    });
    return [...parts].map(frame).join("");
  });
  folder = await mkdtemp(join(tmpdir(), "antiphon-telemetry-"));
  const [config, program] = [join(folder, "antiphon.yaml"), join(folder, "clock.mjs")];
  await writeFile(program, clock);
  await writeFile(
    config,
    `upstreams: { u: { provider: anthropic, url: "${upstream}", models: [m] } }
loops: { servers: { clock: { command: ["${process.execPath}", "${program}"] } } }
store: ${join(folder, "gateway.db")}
`,
  );
  server = await served([`--config=${config}`], `export OTEL_EXPORTER_OTLP_ENDPOINT=${collector}`);
  const { url } = server;
  const request = { model: "m", max_tokens: 50, messages: [{ role: "user", content: "canary-question" }] };
  const begun = await fetch(`${url}/v1/loops`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ request, servers: ["clock"] }),
  });
  const { id } = (await begun.json()) as { readonly id: string }; // as documented
  expect(await (await fetch(`${url}/v1/loops/${id}/events`)).text()).toContain("noon");
  await server.end();
  const spans = spansOf(collected);
  const root = spans.find(({ name }) => name === "invoke_agent");
  expect(attributesOf(root ?? { attributes: [] })).toEqual({
    "gen_ai.operation.name": "invoke_agent",
    "antiphon.loop_id": id,
  });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(below.map(({ name }) => name).toSorted()).toEqual([
    "chat m",
    "chat m",
    "execute_tool mcp__clock__broken",
    "execute_tool mcp__clock__now",
  ]);
  const tools = below.filter(({ name }) => name.startsWith("execute_tool")).map(attributesOf);
  expect(tools.map((tool) => [tool["gen_ai.tool.call.id"], tool["error.type"]]).toSorted()).toEqual([
    ["toolu_1", undefined],
    ["toolu_2", "tool_error"],
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(collected.map(({ body }) => body).join("\n")).not.toContain("canary-");
});
