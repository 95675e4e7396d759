export { loop } from "./loop.ts";
export { run, type Run } from "./events.ts";
export type { Approval, Limits, LoopEvent, LoopOptions, Outcome, Step, Stopped, Talk } from "./options.ts";
export { client, type ClientOptions } from "../models/index.ts";
export { LoopError } from "./error.ts";
export * from "./tool.ts";
export type { Standard } from "./standard.ts";
export type * from "./journal.ts";
