export * from "./changelog/index.ts";
export * from "./code/index.ts";
