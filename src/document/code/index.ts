export { type Count as DocumentedCount, countedAs, coverage, type Coverage } from "./coverage.ts";
export { documentFiles, type Documented, type Left } from "./files.ts";
export { examplesOf, type Tried } from "./examples.ts";
export type { FilePlan, Item, Wanted } from "./file.ts";
export { isTest, reasonToSkip } from "./skip.ts";
