export type * from "./definition.ts";
