export * from "./table.ts";
export * from "./json.ts";
export * from "./errors.ts";
export * from "./text.ts";
export * from "./clock.ts";
export { Numbering } from "./numbering.ts";
export { atTurnsEnd } from "./turn.ts";
export { version } from "./version.ts";
export { once } from "./once.ts";
