export { isSpecification } from "./parse.ts";
export { readSpec } from "./read.ts";
