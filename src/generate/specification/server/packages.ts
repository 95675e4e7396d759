import type { Part } from "../../contracts.ts";
import type { Database } from "../../leaves.ts";
import { nothing } from "./nothing.ts";

/** Returns what a database adds to a project, whatever is stored. */
export function packagesOf(database: Database): Part {
  const options = { name: "", previous: undefined, project: undefined, auth: false };
  const { files: _, ...rest } = database.project(nothing, options, { sharesModules: false });
  return rest;
}
