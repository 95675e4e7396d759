export type * from "./workspace.ts";
