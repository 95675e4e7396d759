export { apiDifference, differenceOf, stepOfApi, type Difference } from "./difference.ts";
