export * from "./changelog/index.ts";
export * from "./code/index.ts";
export * from "./page/index.ts";
export * from "./readme/index.ts";
export * from "./site/index.ts";
