import { wordsOf } from "../../name-spelling.ts";
import type { StoredResource } from "./types.ts";

const longest = 50;

/** Returns a name in SQL, where it is always quoted. */
const sqlName = (name: string): string => wordsOf(name).join("_").slice(0, longest) || "value";

/** Returns unique SQL names for the columns of a table. */
export function namesOfColumns({ columns }: Pick<StoredResource, "columns">): ReadonlyMap<string, string> {
  const usedNames = new Set(["made_at_position"]);
  return new Map(
    columns.map(({ name }) => {
      const base = sqlName(name);
      let free = base;
      for (let n = 2; usedNames.has(free); n++) free = `${base}_${n}`;
      usedNames.add(free);
      return [name, free];
    }),
  );
}
