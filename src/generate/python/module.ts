import { docstring, joinPythonModule, type Code } from "../../code/index.ts";
import type { GeneratedFile } from "../contracts.ts";

/** Returns the Python module at `path`; its docstring is `about`. */
export const module = (path: string, about: string, ...parts: readonly Code[]): GeneratedFile => ({
  path,
  text: `${docstring(about).text}\n\n${joinPythonModule(path, parts)}`,
});
