export * from "./claim.ts";
export { proof, verdict } from "./evidence.ts";
export { toJson } from "./json.ts";
export { toMarkdown } from "./markdown.ts";
export * from "./report.ts";
export { thin } from "./thin.ts";
export { diffLine, toTerminal } from "./terminal.ts";
