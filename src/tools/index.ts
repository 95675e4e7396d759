export { mcpTools, type McpServer, type McpTools } from "./mcp.ts";
export type { Ground } from "./own.ts";
export { permitted, type Rule } from "./permission.ts";
export { redact, secretValues } from "./redact.ts";
export { tools, toolTable, type ToolName } from "./table.ts";
