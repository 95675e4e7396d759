export { apiDifference, differenceOf, stepOfApi, type Difference } from "./difference.ts";
export { entrancesOf } from "./entries.ts";
