export { loop } from "./loop.ts";
export type { Limits, LoopEvent, LoopOptions, Outcome, Stopped } from "./options.ts";
export { client, type ClientOptions } from "../models/index.ts";
export { LoopError } from "./error.ts";
export * from "./tool.ts";
export type * from "./journal.ts";
