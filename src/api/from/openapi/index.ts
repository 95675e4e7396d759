export { readSpec } from "./read.ts";
