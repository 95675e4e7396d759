export type * from "./contracts.ts";
