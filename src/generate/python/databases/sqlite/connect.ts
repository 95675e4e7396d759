import type { GeneratedFile } from "../../../contracts.ts";
import { shippedFile, shippedText } from "../../shipped.ts";
import { alembicFiles } from "../sql/migrations.ts";

/** Connections and migrations, and the database of the tests; `tables` where the models are those of a specification. */
export const connectFiles = (features: { readonly tables: boolean }): readonly GeneratedFile[] => [
  ...(features.tables ? [shippedFile("clock.py")] : []),
  shippedFile("database.py", {}, "sqlite/database.py"),
  { path: "tests/database.py", text: shippedText("sqlite/test_database.py") },
  ...alembicFiles(features),
];
