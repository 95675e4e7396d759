import type { ApiDefinition } from "../../../../api/index.ts";
import { code, docstring, py } from "../../../../code/index.ts";
import { capital } from "../../../../lib/index.ts";
import type { GeneratedFile, Previous } from "../../../contracts.ts";
import { inThreeQuotes } from "../../../sql/answers.ts";
import type { Engine } from "../../../sql/engine.ts";
import { migrationOf } from "../../../sql/migrations.ts";
import type { Features } from "../../../shipped.ts";
import { shippedText } from "../../shipped.ts";

const folder = "migrations/versions";

const template = `"""\${message}."""

\${imports if imports else ""}
from alembic import op

revision = \${repr(up_revision)}
down_revision = \${repr(down_revision)}


def upgrade() -> None:
    \${upgrades if upgrades else "pass"}
`;

/** Alembic's files; `tables` if the models come from a specification. */
export const alembicFiles = (features: Features = {}): readonly GeneratedFile[] => [
  { path: "migrations/env.py", text: shippedText("migrations/environment.py", features) },
  { path: "migrations/script.py.mako", text: template },
];

/** A file's revision and the revisions before it. */
interface Revision {
  readonly revision: string;
  readonly before: readonly string[];
}

const assigned = (text: string, name: string): readonly string[] => {
  const value = new RegExp(`^${name}\\b[^=\\n]*=\\s*(\\([^)]*\\)|.*)`, "m").exec(text)?.[1] ?? "";
  return [...value.matchAll(/["']([^"']+)["']/g)].map(([, id = ""]) => id);
};

const revisionIn = ({ text }: GeneratedFile): readonly Revision[] =>
  assigned(text, "revision").map((revision) => ({ revision, before: assigned(text, "down_revision") }));

/** Returns the revisions that no other follows; one, unless somebody branched. */
function headsOf(history: readonly GeneratedFile[]): readonly string[] {
  const all = history.filter(({ path }) => path.endsWith(".py")).flatMap(revisionIn);
  const followed = new Set(all.flatMap(({ before }) => before));
  return all.map(({ revision }) => revision).filter((revision) => !followed.has(revision));
}

interface Named {
  readonly number: number;
  readonly name: string;
  readonly about: string;
  readonly heads: readonly string[];
}

function revisionFile({ number, name, about, heads }: Named, sql: string): GeneratedFile {
  const revision = String(number).padStart(4, "0");
  const [only] = heads;
  const before =
    heads.length > 1
      ? py`(${heads.map((head, index) => py`${index ? code(", ") : code("")}${head}`)})`
      : py`${only ?? null}`;
  const head = py`revision = ${revision}
down_revision = ${before}`;
  return {
    path: `${folder}/${revision}_${name}.py`,
    text: `${docstring(`${about}.`).text}

from alembic import op

from src.database import run_script

${head.text}

STATEMENTS = ${inThreeQuotes(sql)}


def upgrade() -> None:
    run_script(op.get_bind(), STATEMENTS, __file__)
`,
  };
}

const numbers = (paths: readonly string[]): readonly number[] =>
  paths.flatMap((path) => {
    const number = /^migrations\/versions\/(\d{1,6})_/.exec(path)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/**
 * Returns the revision for what changed since the last generated definition: everything at first, then the difference,
 * if any.
 */
export function migrations(
  api: ApiDefinition,
  previous: Previous | undefined,
  engine: Engine,
): readonly GeneratedFile[] {
  const ownNumbers = numbers(previous?.paths ?? []);
  const last = Math.max(0, ...ownNumbers, ...numbers((previous?.history ?? []).map(({ path }) => path)));
  const migration = migrationOf(api, ownNumbers.length ? previous : undefined, engine);
  if (!migration) return [];
  const { name, sql } = migration;
  const about = ownNumbers.length ? capital(name.replaceAll("_", " ")) : "Initial tables";
  const known = headsOf(previous?.history ?? []);
  const heads = known.length || last === 0 ? known : [String(last).padStart(4, "0")];
  return [revisionFile({ number: last + 1, name, about, heads }, sql)];
}
