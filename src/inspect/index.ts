export type { Hit, Index, Symbol } from "./contract.ts";
export { openIndex } from "./open.ts";
