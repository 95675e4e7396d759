export type * from "./contracts.ts";
export type * from "./leaves.ts";
export type { Held } from "./specification/held.ts";
export { asCorrected, readBaseline, type Baseline, type Kind } from "./baseline.ts";
export {
  definitionChanges,
  definitionFile,
  followed,
  moved,
  moveText,
  readDefinition,
  targetIn,
  withSettings,
  type Definition,
} from "./definition-file.ts";
export { clients } from "./clients.ts";
export { choose, type Asked } from "./choose.ts";
export { combine } from "./combine.ts";
export { ownResources } from "./existing/own-resources.ts";
export { generateInto } from "./existing/table.ts";
export type { Into } from "./existing/setting.ts";
export { applicationsBelow, targetOf, type Target } from "./existing/recognise.ts";
export { pastOf, type Past } from "./history.ts";
export { generate, generateServer, servedBy } from "./generate.ts";
export { mergeLines } from "./merge-lines.ts";
export { isMigration, mergeWith, type Merged } from "./merge.ts";
export { databaseNames, frameworkNames, testFrameworkNames, variants, type Variant } from "./variants.ts";
