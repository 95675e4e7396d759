export type * from "./session.ts";
