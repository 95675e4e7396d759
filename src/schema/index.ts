export type * from "./types.ts";
export { SchemaError, pointer, type Problem, type SchemaPath } from "./problem.ts";
export { withBudget } from "./budget.ts";
export { compile, refusal } from "./compile.ts";
export type { Least } from "./least.ts";
export type { Options, Validator } from "./validator.ts";
export type { Registry } from "./read/index.ts";
export { formatNames } from "./formats.ts";
export * from "./mask/index.ts";
