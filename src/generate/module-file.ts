import { joinModule } from "../code/index.ts";
import type { GeneratedFile } from "./contracts.ts";

/** A file of a generated project: a TypeScript module of these parts. */
export const moduleFile = (path: string, ...parts: Parameters<typeof joinModule>[1]): GeneratedFile => ({
  path,
  text: joinModule(path, parts),
});
