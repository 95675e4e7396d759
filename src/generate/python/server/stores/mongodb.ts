import type { Storage } from "../../../../api/index.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { collectionIndexes } from "../../../specification/server/indexes.ts";
import { literal } from "../../client/python-identifiers.ts";
import { testDatabaseModule } from "../../databases/mongodb/connect.ts";
import { module } from "../../module.ts";
import { shippedFile } from "../../shipped.ts";

/** `src/collections.py` */
function collectionsText(storage: Storage): string {
  const collections = collectionIndexes(storage).map(({ name, indexes }) => {
    const texts = indexes.map(({ key, name: called, partialFilterExpression: partial }) => {
      const fields = Object.keys(key).map((field) => `(${literal(field)}, 1)`);
      const more = partial ? `, partialFilterExpression=${literal(partial)}` : "";
      return `IndexModel([${fields.join(", ")}], name=${literal(called)}, unique=True${more})`;
    });
    return `    Collection(${literal(name)}, indexes=[${texts.join(", ")}]),\n`;
  });
  return `"""Names, rules and indexes of the collections."""

from dataclasses import dataclass, field
from typing import Any

from pymongo import IndexModel


@dataclass(frozen=True)
class Collection:
    """A collection, the rules that MongoDB keeps for it, and its indexes."""

    name: str
    validator: dict[str, Any] = field(default_factory=dict)
    indexes: list[IndexModel] = field(default_factory=list)


COLLECTIONS = [
${collections.join("")}    Collection("counters"),
]
`;
}

/** Storage in this database for servers from specifications. */
export const mongodbStore: SpecStore = {
  module: "mongodb",
  part: (storage) => ({
    files: [
      shippedFile("store/mongodb.py"),
      { path: "src/collections.py", text: collectionsText(storage) },
      shippedFile("database.py", {}, "mongodb/database.py"),
      module("tests/database.py", "The database of the tests.", testDatabaseModule),
    ],
  }),
};
