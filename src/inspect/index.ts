export type { Hit, Index, Raised, Symbol } from "./contract.ts";
export { openIndex } from "./open.ts";
export { type Ranked, type Ranking, ranking } from "./rank.ts";
export { words } from "./words.ts";
