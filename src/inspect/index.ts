export type { Hit, Index, Raised, Symbol } from "./contract.ts";
export { importLines } from "./imports.ts";
export { openIndex } from "./open.ts";
export { type Ranked, type Ranking, ranking, type Term } from "./rank.ts";
export { words } from "./words.ts";
