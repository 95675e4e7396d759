export { type Citation, cited } from "./cited.ts";
export { deep, shallow, type Depth, type Finding, type Package, type Relation } from "./contract.ts";
export { isTest, rankFiles } from "./files.ts";
export { gather, type Gathered } from "./gather.ts";
export { inert, named, place, symbolPlace } from "./place.ts";
export { readQuestion } from "./question.ts";
export { checkTarget, heading, save } from "./save.ts";
