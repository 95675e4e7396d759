import { joinModule } from "../code/index.ts";
import type { GeneratedFile } from "./contracts.ts";

/** Returns a TypeScript module of these parts, as a file of a generated project. */
export const moduleFile = (path: string, ...parts: Parameters<typeof joinModule>[1]): GeneratedFile => ({
  path,
  text: joinModule(path, parts),
});
