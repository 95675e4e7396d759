export { apiDifference, stepOfApi } from "./difference.ts";
export { reached } from "./flags.ts";
