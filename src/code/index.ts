export type * from "./language.ts";
export type * from "./project.ts";
export { detectProject } from "./project/detect.ts";
export type * from "./testing.ts";
export * from "./write.ts";
