export * from "./claim.ts";
export { proof, verdict } from "./evidence.ts";
export { resultOf, resultSchema, type Failure, type Finished, type Result } from "./result.ts";
export { toMarkdown } from "./markdown.ts";
export * as show from "./show.ts";
export * from "./report.ts";
export { thin } from "./thin.ts";
export { diffLine, toTerminal, wrap } from "./terminal.ts";
export { byHand, code, escaped, shortened } from "./foreign.ts";
