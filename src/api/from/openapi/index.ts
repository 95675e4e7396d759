export { describeWarnings } from "./lines.ts";
export { isSpecification } from "./parse.ts";
export { readSpec } from "./read.ts";
