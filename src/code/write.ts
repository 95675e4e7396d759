export * from "./write/code.ts";
export { doc, member, pattern, ts } from "./write/typescript.ts";
export { docstring, py } from "./write/python.ts";
export { joinModule, joinPythonModule } from "./write/join.ts";
