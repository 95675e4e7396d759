import type { GeneratedFile } from "../../../contracts.ts";
import { alembicFiles } from "../sql/migrations.ts";
import { shippedFile, shippedText } from "../../shipped.ts";

/** Connections, migrations and the test database; `tables` if the models come from a specification. */
export const connectFiles = (features: { readonly tables: boolean }): readonly GeneratedFile[] => [
  shippedFile("database.py", {}, "postgres/database.py"),
  { path: "tests/database.py", text: shippedText("postgres/test_database.py") },
  ...alembicFiles(features),
];
