import type { Answer, Call, Route } from "../server/index.ts";
import type { McpHost } from "./call.ts";
import { mcpServer } from "./server.ts";

/** MCP over HTTP at `/mcp`, stateless: each request is independent. The server checks keys, Host and Origin. */
export const mcpRoute = (host: McpHost): Route => ({
  method: "POST",
  path: "/mcp",
  access: "use",
  handle: (request) => handle(host, request),
});

async function handle(host: McpHost, { headers, body, signal }: Call): Promise<Answer> {
  const { WebStandardStreamableHTTPServerTransport } =
    await import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js");
  const server = await mcpServer(host);
  const transport = new WebStandardStreamableHTTPServerTransport({});
  await server.connect(transport);
  signal.addEventListener("abort", () => void server.close());
  const known = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  const request = new Request("http://localhost/mcp", { method: "POST", headers: known });
  const answer = await transport.handleRequest(request, { parsedBody: body });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: answer.body ? closing(answer.body, () => server.close()) : "",
  };
}

async function* closing(body: ReadableStream<Uint8Array>, close: () => Promise<void>): AsyncIterable<string> {
  try {
    yield* body.pipeThrough(new TextDecoderStream());
  } finally {
    await close();
  }
}
