export * from "./changelog/index.ts";
