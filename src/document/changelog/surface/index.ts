export { apiDifference, differenceOf, stepOfApi, type Difference } from "./difference.ts";
export { entrancesOf, sourcesOf } from "./entries.ts";
export { reached } from "./flags.ts";
