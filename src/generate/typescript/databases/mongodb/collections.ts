import type { ApiDefinition } from "../../../../api/index.ts";
import { imported, joined, ts, type Code } from "../../../../code/index.ts";
import { indexes, validator } from "../../../mongo/rules.ts";
import { tableName } from "../../../sql/sql-identifiers.ts";

export { documentField } from "../../../mongo/rules.ts";

/** `src/collections.ts`: names, rules and indexes of the collections. */
export const collectionsModule = (api: ApiDefinition): Code => ts`
/** A collection, the rules that MongoDB keeps for it, and its indexes. */
export interface CollectionSettings {
  readonly name: string;
  readonly validator: ${imported("mongodb", "type Document")};
  readonly indexes: readonly ${imported("mongodb", "type IndexDescription")}[];
}

export const collections: readonly CollectionSettings[] = [
  ${joined(
    api.resources.map(
      (resource) => ts`{
    name: ${tableName(resource)},
    validator: ${validator(resource)},
    indexes: ${indexes(resource)},
  },`,
    ),
  )}
];
`;
