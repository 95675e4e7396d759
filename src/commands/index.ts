export * from "./command.ts";
