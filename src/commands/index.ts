export * from "./command.ts";
export * from "./dispatch.ts";
export * from "./flags.ts";
export { examples, placeholder } from "./examples.ts";
export { withCustom } from "./custom.ts";
export { commands } from "./table.ts";
export * from "./command-words.ts";
