import { ownedSets, type Resource } from "../../../../api/index.ts";
import { code, imported, ts } from "../../../../code/index.ts";
import { constraintName, guardsOf, joinColumns } from "../../../sql/sql-identifiers.ts";
import type { Dialect } from "../sql/functions.ts";

const foreignKeys = (resource: Resource) =>
  ownedSets(resource).map(
    (set) => [constraintName(set.through, joinColumns(resource, set).other, "fkey"), [set.field]] as const,
  );

/** PostgreSQL names the constraint that a statement violates. */
export const dialect: Dialect = {
  list: (statement) => `array(${statement})`,
  each: "unnest($2::uuid[])",
  ids: (value) => value,
  guards: (resource) => guardsOf(resource, foreignKeys(resource)),
  forUpdate: "for no key update",
  lock: "select pg_advisory_xact_lock(hashtext($1))",
  explain: (_, constraints) => ts`${imported("/src/sql.ts", "explain")}(error, ${code(constraints)})`,
};
