/**
 * Applies random histories to generated projects: `npx node bench/evolution/random.ts [COUNT] [SEED] [TARGET]…`, where
 * a target is for example `express:postgres`. A history has 1 to 8 changes of a definition. Each is passed to
 * `/api-gen`; its migrations run on a PostgreSQL server (initdb and pg_ctl must be on the path) with records in the
 * tables, and the sources contain manual edits. After each step the schema must equal that of a new database, and
 * records and edits must be kept. Alternatively, records stopped the migration: then nothing may have changed, and the
 * history ends. Every tenth project runs its own tests. With `--fast` everything runs in this process on embedded
 * databases, and no project is installed or tested. With `--written` the histories of `bench/evolution/written` are
 * played instead, each on every target; COUNT and SEED have no effect.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { definitionFromYaml, type ApiDefinition } from "../../src/api/index.ts";
import { startCluster } from "../../src/gateway/store/cluster.suite.ts";
import { sqlOf } from "../../src/generate/sql/prove.ts";
import { definitionOf, histories, yamlOf } from "../../tests/generated/evolution/definitions.ts";
import { assertKept, assertSame, contents, fill, type Db } from "../../tests/generated/evolution/records.ts";
import { installTogether, remove, run } from "../../tests/generated/harness.ts";
import { apiGen, embedded } from "./in-process.ts";
import { writtenIn } from "./written.ts";
import { pythonPrograms } from "../../tests/generated/venv.ts";

const isFast = process.argv.includes("--fast");
const isWritten = process.argv.includes("--written");
const [count = "12", seed = "1", ...asked] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const targets = asked.length
  ? asked
  : [
      "express:postgres",
      "nestjs:prisma",
      "fastapi:postgres",
      "nestjs:postgres",
      "fastify:prisma",
      "hono:postgres",
    ];
interface Types {
  getTypeParser(type: number, format?: string): unknown;
}
/** The part of the untyped driver that is used here. */
interface Connection {
  connect(): Promise<void>;
  query(sql: string, parameters?: unknown[]): Promise<{ readonly rows: readonly object[] }>;
  end(): Promise<void>;
}
const { Client, types } = createRequire(import.meta.url)("pg") as {
  readonly Client: new (options: { readonly connectionString: string; readonly types: Types }) => Connection;
  readonly types: Types;
}; // as it says

/** Whole numbers as generated servers read them. */
const bigint = 20;
const numbers: Types = {
  getTypeParser: (type, format) => (type === bigint ? Number : types.getTypeParser(type, format)),
};

const antiphon = join(import.meta.dirname, "../../bin/antiphon.js");
const base = mkdtempSync(join(tmpdir(), "antiphon-evolution-"));
const cluster = isFast ? undefined : await startCluster();
const place = (await cluster?.store())?.place ?? "";
const memory = isFast ? await embedded() : undefined;

const sources = (root: string): readonly string[] =>
  readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:ts|py)$/.test(path))
    .map((path) => join(root, "src", path))
    .toSorted();

const marks = (root: string): readonly string[] =>
  sources(root)
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .filter((line) => /^(?:\/\/|#) edited \d+$/.test(line))
    .toSorted();

let edits = 0;

/** Adds a manual edit: a line above a declaration. */
function edit(root: string): void {
  const all = sources(root);
  const path = all[(edits * 7) % all.length] ?? "";
  const lines = readFileSync(path, "utf8").split("\n");
  const at = lines.findIndex((line) =>
    /^(?:export (?:const|async|function|interface)|class |def )/.test(line),
  );
  if (at === -1) return;
  const comment = path.endsWith(".py") ? "#" : "//";
  writeFileSync(path, lines.toSpliced(at, 0, `${comment} edited ${++edits}`).join("\n"));
}

const migrationsIn = (root: string): readonly string[] =>
  ["migrations", "prisma/migrations"]
    .flatMap((folder) => {
      try {
        return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) =>
          join(folder, path),
        );
      } catch {
        return [];
      }
    })
    .filter((path) => /\d{4}_.*\.(?:sql|py)$|migration\.sql$/.test(path))
    .toSorted();

/** Runs new migrations and returns whether they succeeded. If records stop them, nothing may have changed. */
async function migrate(db: Db, root: string, done: Set<string>): Promise<boolean> {
  for (const path of migrationsIn(root)) {
    if (done.has(path)) continue;
    const sql = sqlOf({ path, text: readFileSync(join(root, path), "utf8") }) ?? "";
    try {
      await db.exec(`begin;\n${sql}\ncommit;`);
    } catch (error) {
      await db.exec("rollback");
      const { code = "" } = error as { readonly code?: string }; // PostgreSQL's
      if (done.size && /^(?:22P02|22003|22007|22008|23514|23505|23503|P0001)$/.test(code)) return false;
      throw error;
    }
    done.add(path);
  }
  return true;
}

/** Returns the first failure of a project's own checks, or `undefined`. */
async function faultOf(root: string, target: string, isWhole: boolean): Promise<string | undefined> {
  const python = target.startsWith("fastapi") ? await pythonPrograms() : undefined;
  const commands = python
    ? [
        [join(python, "python"), "-m", "compileall", "-q", "src"],
        ...(isWhole ? [[join(python, "pytest"), "-q"]] : []),
      ]
    : [["npm", "run", "typecheck"], ...(isWhole ? [["npm", "run", "test"]] : [])];
  for (const command of commands) {
    const { code, output } = await run(command, root);
    if (code !== 0) return `${command.join(" ")}\n${output.slice(-4000)}`;
  }
  return undefined;
}

/** Returns a new connection, or the shared embedded database. */
async function connection(): Promise<{ readonly db: Db; end(): Promise<void> }> {
  if (memory) return { db: memory, end: () => Promise.resolve() };
  const client = new Client({ connectionString: place, types: numbers });
  await client.connect();
  const db: Db = {
    query: (sql, parameters) => client.query(sql, parameters),
    exec: (sql) => client.query(sql),
  };
  return { db, end: () => client.end() };
}

interface Step {
  readonly yaml: string;
  readonly api: ApiDefinition;
}
type History = readonly Step[];

interface Played {
  readonly steps: number;
  readonly isStopped: boolean;
  readonly conflicts: number;
}

/** Runs a history; throws if something is wrong. */
async function play(
  history: History,
  target: string,
  { name, isWhole }: { readonly name: string; readonly isWhole: boolean },
): Promise<Played> {
  const [framework = "", database = ""] = target.split(":");
  const root = join(base, name, "project");
  const { db, end } = await connection();
  const schema = name.replace("-", "_");
  await db.exec(`create schema ${schema}; set search_path to ${schema}`);
  const done = new Set<string>();
  const file = join(base, name, "trees.yaml");
  mkdirSync(dirname(file), { recursive: true });
  let previous: ApiDefinition | undefined;
  let [steps, conflicts] = [0, 0];
  let isStopped = false;
  try {
    for (const { api, yaml } of history) {
      writeFileSync(file, yaml);
      const flags = previous
        ? [`--cwd=${root}`]
        : [`--out=${root}`, `--framework=${framework}`, `--db=${database}`];
      if (previous) edit(root);
      const lines = previous ? marks(root) : [];
      const { code, output } = isFast
        ? await apiGen(root, file, previous ? [] : flags.slice(1))
        : await run([process.execPath, antiphon, `/api-gen ${file}`, ...flags, "--yes"], tmpdir());
      const isMarked =
        previous && sources(root).some((path) => readFileSync(path, "utf8").includes("<<<<<<< yours"));
      if (code !== (isMarked ? 1 : 0)) throw new Error(`/api-gen exits with ${code}\n${output.slice(-4000)}`);
      if (!previous && !isFast && database && !target.startsWith("fastapi")) await installTogether(root);
      const kept = marks(root);
      if (kept.join() !== lines.join()) throw new Error(`lines were ${lines.join()}, and are ${kept.join()}`);
      // an edited file of a resource that is gone is left to its owner too
      if (isMarked || output.includes("edited by you, so kept")) {
        conflicts++;
        break;
      }
      const before = previous && (await contents(db, previous));
      if (!(await migrate(db, root, done))) {
        if (previous && before) await assertKept(db, before, { from: previous, to: previous });
        isStopped = true;
        break;
      }
      await assertSame(db, api, schema);
      if (previous && before) await assertKept(db, before, { from: previous, to: api });
      await fill(db, api);
      previous = api;
      steps++;
    }
    const fault = conflicts || isFast ? undefined : await faultOf(root, target, isWhole);
    if (fault !== undefined) throw new Error(fault);
    return { steps, isStopped, conflicts };
  } finally {
    if (memory) await db.exec(`drop schema ${schema} cascade`);
    await end();
    if (!process.env["KEEP"]) remove(join(base, name));
  }
}

const drawn = fc.sample(fc.integer({ min: 1, max: 8 }).chain(histories), {
  numRuns: Number(count),
  seed: Number(seed),
});
let [held, bad, steps, stopped, conflicts, tested] = [0, 0, 0, 0, 0, 0];
const written = writtenIn(join(import.meta.dirname, "written")).flatMap(({ name, definitions }) => {
  const history = definitions.map((yaml) => ({ yaml, api: definitionFromYaml(yaml, `${name}.yaml`) }));
  return targets.map((target) => ({ history, target, about: `${name} ` }));
});
const random = drawn.map((history, index) => ({
  history: history.map((drafts) => ({ yaml: yamlOf(drafts), api: definitionOf(drafts) })),
  target: targets[index % targets.length] ?? "",
  about: "",
}));
for (const [index, { history, target, about }] of (isWritten ? written : random).entries()) {
  // Covers every target in turn.
  const isWhole = !isFast && index % (10 * targets.length) < targets.length;
  try {
    const played = await play(history, target, { name: `history-${index}`, isWhole });
    held++;
    steps += played.steps;
    conflicts += played.conflicts;
    if (played.isStopped) stopped++;
    if (isWhole) tested++;
    console.log(
      `holds ${index} ${about}${target} (${played.steps} steps${played.isStopped ? ", then stopped by records" : ""}${played.conflicts ? ", then a conflict" : ""})`,
    );
  } catch (error) {
    bad++;
    console.log(
      `FAILS ${index} ${about}${target}\n${history.at(-1)?.yaml ?? ""}\n${String((error as Error).stack)}`,
    ); // errors only
  }
}
await cluster?.remove();
await memory?.close();
remove(base);
console.log(
  `${held} of ${held + bad} histories hold: ${steps} steps, ${stopped} stopped by records, ${conflicts} conflicts, ${tested} with tests`,
);
process.exit(bad ? 1 : 0);
