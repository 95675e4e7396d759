export type * from "./contracts.ts";
export { generate, type Choice } from "./generate.ts";
