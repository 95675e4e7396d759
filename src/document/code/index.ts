export { checked, type Described, type Refused, type Silent } from "./says/described.ts";
export { documentFiles, type Documented } from "./files.ts";
export { examplesOf, type Tried } from "./examples/index.ts";
export type { FilePlan, Left, Source, Wanted } from "./contract.ts";
export type { Item } from "./items.ts";
export { asksOthers, type Settled, settled } from "./settled.ts";
export { isExample, isTest, reasonToSkip } from "./skip.ts";
