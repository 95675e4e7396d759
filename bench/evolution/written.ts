/** Written histories: YAML files whose documents are the definitions of a project in their order. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface Written {
  readonly name: string;
  readonly definitions: readonly string[];
}

/** Returns the histories in a folder; a file with one document is none. */
export const writtenIn = (folder: string): readonly Written[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .toSorted()
    .map((name) => ({
      name: basename(name, ".yaml"),
      definitions: readFileSync(join(folder, name), "utf8").split(/^---$/m),
    }))
    .filter(({ definitions }) => definitions.length > 1);
