import type { GeneratedFile } from "../../../contracts.ts";
import { shippedFile, shippedText } from "../../shipped.ts";
import { alembicFiles } from "../sql/migrations.ts";

/** Connections, migrations and the test database; `tables` if the models come from a specification. */
export const connectFiles = (features: { readonly tables: boolean }): readonly GeneratedFile[] => [
  ...(features.tables ? [shippedFile("clock.py")] : []),
  shippedFile("database.py", {}, "sqlite/database.py"),
  { path: "tests/database.py", text: shippedText("sqlite/test_database.py") },
  ...alembicFiles(features),
];
