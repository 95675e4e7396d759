import { repeats, some } from "../../words/name-words.ts";
import { effect, matches, type Look, type Verb } from "./seen.ts";

/** Operations of migrations. */
const tables: readonly (readonly [Verb, RegExp])[] = [
  [["creates", "creating"], /\bop\.create_table\(\s*["'](\w+)["']/g],
  [["drops", "dropping"], /\bop\.drop_table\(\s*["'](\w+)["']/g],
];

/** Operations of database clients. */
const stores: readonly (readonly [Verb, RegExp])[] = [
  [["looks up", "looking up"], /\bprisma\.(\w+)\.(?:find\w+|count|aggregate|groupBy)\(/g],
  [["creates", "creating"], /\bprisma\.(\w+)\.(?:create\w*|upsert)\(/g],
  [["updates", "updating"], /\bprisma\.(\w+)\.update\w*\(/g],
  [["deletes", "deleting"], /\bprisma\.(\w+)\.delete\w*\(/g],
];

/** Finds `op.create_table("users")` in a migration. */
export const migrates: Look = ({ body }) =>
  tables.flatMap(([verb, pattern]) =>
    matches(body, [pattern]).map((table) => effect(verb, `the table \`${table}\``)),
  );

/** Finds `prisma.user.findMany()`. */
export const queries: Look = ({ body, name }) =>
  stores.flatMap(([verb, pattern]) => {
    const found = matches(body, [pattern]);
    const [one] = found;
    if (one === undefined) return [];
    if (!repeats(`${verb[0]} ${found.join(" ")}`, name))
      return [effect(verb, `${some(found, 3)} in the database`)];
    return [{ does: `${verb[0]} the ${one} in the database`, doing: "in the database" }];
  });
