import type { GeneratedFile } from "../../../contracts.ts";
import { shippedFile, shippedText } from "../../shipped.ts";

const template = `"""\${message}."""

\${imports if imports else ""}
from alembic import op

revision = \${repr(up_revision)}
down_revision = \${repr(down_revision)}


def upgrade() -> None:
    \${upgrades if upgrades else "pass"}
`;

/** Connections and migrations, and the database of the tests; `tables` where the models are those of a specification. */
export const connectFiles = (features: { readonly tables: boolean }): readonly GeneratedFile[] => [
  shippedFile("database.py", {}, "postgres/database.py"),
  { path: "tests/database.py", text: shippedText("postgres/test_database.py") },
  { path: "migrations/env.py", text: shippedText("postgres/environment.py", features) },
  { path: "migrations/script.py.mako", text: template },
];
