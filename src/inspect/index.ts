export type { Declared, Hit, Index, Raised, Symbol } from "./contract.ts";
export { type More, openDeclared } from "./declared.ts";
export type { Facts } from "./facts.ts";
export { foundIn } from "./kept.ts";
export { importLines } from "./imports.ts";
export { openIndex } from "./open.ts";
export { type Ranked, type Ranking, ranking, type Term } from "./rank.ts";
export { words } from "./words.ts";
