export { mcpTools, type McpServer, type McpTools } from "./mcp.ts";
export { get, isInside, type Got } from "./fetch/get.ts";
export type { Ground, Role } from "./builtin-tool.ts";
export { permitted, type Rule } from "./permission.ts";
export { redact, secretValues } from "./redact.ts";
export { tools, toolTable } from "./table.ts";
