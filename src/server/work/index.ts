export type { About, ReaderName, ReadBody, Written } from "./jobs.ts";
export { isolated } from "./isolated.ts";
export { judging } from "./judging.ts";
export { workPool, type Work } from "./pool.ts";
export { bodyReader } from "./read.ts";
