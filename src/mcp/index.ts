export type { McpHost } from "./call.ts";
export { mcpRoute } from "./route.ts";
export { mcpServer } from "./server.ts";
export { mcpTools, type McpTool } from "./tools.ts";
