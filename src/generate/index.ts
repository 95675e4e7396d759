export type * from "./contracts.ts";
export { readBaseline, type Baseline } from "./baseline.ts";
export { clients } from "./clients.ts";
export { choose, type Asked } from "./choose.ts";
export { combine } from "./combine.ts";
export { generate } from "./generate.ts";
export { mergeWith, type Merged } from "./merge.ts";
export { databaseNames, frameworkNames, testFrameworkNames, variants, type Variant } from "./variants.ts";
