export { type Count as DocumentedCount, countedAs, coverage, type Coverage } from "./coverage.ts";
export { documentFiles, type Documented } from "./files.ts";
export { examplesOf, type Tried } from "./examples.ts";
export type { FilePlan, Left, Wanted } from "./contract.ts";
export type { Item } from "./items.ts";
export { type Settled, settled } from "./settled.ts";
export { isTest, reasonToSkip } from "./skip.ts";
