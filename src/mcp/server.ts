import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { call, type McpHost } from "./call.ts";
import { mcpTools } from "./tools.ts";

/** Creates an MCP server with our commands, to be connected to any transport of the SDK. */
export async function mcpServer(host: McpHost): Promise<Server> {
  const [{ Server: SdkServer }, { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError }] =
    await Promise.all([
      import("@modelcontextprotocol/sdk/server/index.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]);
  const tools = await mcpTools(host.commands);
  const server = new SdkServer({ name: "antiphon", version: host.version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema: structuredClone(inputSchema) as { type: "object" }, // the SDK's type is mutable
      ...(annotations && { annotations }),
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const { name, arguments: input, _meta } = params;
    if (!tools.some((tool) => tool.name === name))
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name.slice(0, 60)}.`);
    let steps = 0;
    const progress = (message: string): void => {
      const progressToken = _meta?.progressToken;
      if (progressToken === undefined) return;
      const note = { progressToken, progress: ++steps, message };
      void sendNotification({ method: "notifications/progress", params: note }).catch(() => undefined);
    };
    const { text, data, failed } = await call(host, { name, input, signal, progress });
    const structuredContent = data as Record<string, unknown>; // a report is an object
    return { content: [{ type: "text", text }], structuredContent, isError: failed };
  });
  return server;
}
