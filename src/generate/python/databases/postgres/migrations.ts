import type { ApiDefinition } from "../../../../api/index.ts";
import { docstring, py } from "../../../../code/index.ts";
import type { GeneratedFile, Previous } from "../../../contracts.ts";
import { changes, retiredIn } from "../../../sql/changes.ts";
import { createAll } from "../../../sql/tables.ts";

const folder = "migrations/versions";

const numbers = (paths: readonly string[]): readonly number[] =>
  paths.flatMap((path) => {
    const number = /^migrations\/versions\/(\d+)_/.exec(path)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** A text between three quotes, line by line as it stands. */
const block = (sql: string): string =>
  `"""\\\n${sql.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"').trimEnd()}\n"""`;

function revision(number: number, about: string, sql: string): GeneratedFile {
  const [own, before] = [number, number - 1].map((one) => String(one).padStart(4, "0"));
  const head = py`revision = ${own}
down_revision = ${number > 1 ? before : null}`;
  return {
    path: `${folder}/${own}_${about.toLowerCase().split(" ")[0] ?? ""}.py`,
    text: `${docstring(`${about}.`).text}

from alembic import op

${head.text}

STATEMENTS = ${block(sql)}


def upgrade() -> None:
    op.get_bind().exec_driver_sql(STATEMENTS, execution_options={"no_parameters": True})
`,
  };
}

/** The revision for what changed since the definition last generated: at first all of it, then the difference, if any. */
export function migrations(api: ApiDefinition, previous: Previous | undefined): readonly GeneratedFile[] {
  const last = Math.max(0, ...numbers(previous?.paths ?? []));
  if (!previous || last === 0) return [revision(1, "Initial tables", createAll(api.resources))];
  const number = String(last + 1).padStart(4, "0");
  const statements = changes(previous.api.resources, api.resources, retiredIn(previous, number));
  return statements.length ? [revision(last + 1, "Changes of the definition", statements.join("\n"))] : [];
}
