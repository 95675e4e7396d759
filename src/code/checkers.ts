export type * from "./checkers/contract.ts";
export * from "./checkers/jobs.ts";
export { checkers } from "./checkers/table.ts";
