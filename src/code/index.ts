export type * from "./language.ts";
export { languageOf, languages } from "./languages.ts";
export type * from "./project.ts";
export { detectProject } from "./project/detect.ts";
export { runTests, type TestOptions } from "./runners/run.ts";
export { runners } from "./runners/table.ts";
export type * from "./testing.ts";
export * from "./write.ts";
