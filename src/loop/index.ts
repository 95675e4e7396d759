export type * from "./loop.ts";
export * from "./tool.ts";
export type * from "./journal.ts";
