export type * from "./permission.ts";
