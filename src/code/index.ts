export type * from "./language.ts";
export type * from "./project.ts";
export type * from "./write.ts";
