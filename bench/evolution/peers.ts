/**
 * Adds one field to a resource of a project that somebody has edited: Antiphon, JHipster's incremental changelog and
 * `nest g resource` side by side. `npx node bench/evolution/peers.ts [FOLDER]`, where FOLDER holds the others (`npm
 * install --ignore-scripts @nestjs/cli generator-jhipster`); one that is not there is skipped. Prints a line for each.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { remove, run } from "../../tests/generated/harness.ts";

const [folder = "."] = process.argv.slice(2);
const program = (name: string): string => join(resolve(folder), "node_modules/.bin", name);
const antiphon = [process.execPath, join(import.meta.dirname, "../../bin/antiphon.js")];

const jdl = (fields: string): string => `application {
  config { baseName shop, packageName org.shop, applicationType monolith, databaseType sql,
    devDatabaseType postgresql, prodDatabaseType postgresql, skipClient true, authenticationType jwt }
  entities Task
}
entity Task { ${fields} }
`;

interface Peer {
  readonly name: string;
  /** Its program, which may not be installed. */
  readonly needs?: string;
  /** The source that somebody edits. */
  readonly edited: RegExp;
  start(root: string): Promise<unknown>;
  addField(root: string): Promise<{ readonly code: number | null; readonly output: string }>;
}

const jhipster = (root: string, fields: string) => {
  writeFileSync(join(root, "app.jdl"), jdl(fields));
  const flags = ["--skip-install", "--skip-git", "--force", "--incremental-changelog"];
  return run([process.execPath, program("jhipster"), "jdl", "app.jdl", ...flags], root);
};
const nest = (root: string, ...words: readonly string[]) => run([program("nest"), ...words], root);
const resource = ["g", "resource", "tasks", "--type", "rest", "--crud"];

const peers: readonly Peer[] = [
  {
    name: "Antiphon",
    edited: /^src\/controllers\/task\.ts$/,
    start: (root) => run([...antiphon, "/api-gen Task", "--yes"], root),
    addField: (root) => run([...antiphon, "/api-gen 'Task also has points, an integer'", "--yes"], root),
  },
  {
    name: "JHipster",
    needs: "jhipster",
    edited: /domain\/Task\.java$/,
    start: (root) => jhipster(root, "title String required"),
    addField: (root) => jhipster(root, "title String required, points Integer"),
  },
  {
    name: "nest g resource (has no fields: run again)",
    needs: "nest",
    edited: /^src\/tasks\/tasks\.service\.ts$/,
    async start(root) {
      await nest(root, "new", "app", "--directory", ".", "--skip-install", "--skip-git", "-p", "npm");
      return nest(root, ...resource);
    },
    addField: (root) => nest(root, ...resource),
  },
];

const edit = "// An edit by hand.\n";

async function measure(peer: Peer): Promise<string> {
  if (peer.needs !== undefined && !existsSync(program(peer.needs)))
    return `${peer.name}: skipped, ${program(peer.needs)} is not installed`;
  const root = join(mkdtempSync(join(tmpdir(), "antiphon-peers-")), "project");
  mkdirSync(root);
  try {
    await run(["git", "init", "-q"], root);
    await peer.start(root);
    const file = readdirSync(root, { recursive: true, encoding: "utf8" }).find((path) =>
      peer.edited.test(path),
    );
    if (file === undefined) return `${peer.name}: its first run made no ${peer.edited.source}`;
    const text = readFileSync(join(root, file), "utf8");
    writeFileSync(join(root, file), edit + text);
    const git = (...words: readonly string[]) =>
      run(["git", "-c", "user.name=bench", "-c", "user.email=bench@example.com", ...words], root);
    await git("add", "-A");
    await git("commit", "-q", "-m", "before");
    const { code, output } = await peer.addField(root);
    await git("add", "-A");
    const shown = (await git("diff", "--cached", "--numstat", "--", ".", ":!.antiphon", ":!.yo-rc*")).output;
    const files = shown.split("\n").filter(Boolean);
    const lines = files.reduce(
      (sum, line) => sum + Number(line.split("\t")[0]) + Number(line.split("\t")[1]),
      0,
    );
    const kept = readFileSync(join(root, file), "utf8").includes(edit);
    const isNamed = (await git("diff", "--cached", "-i", "-G", "points", "--name-only")).output.trim() !== "";
    return [
      `${peer.name}: exit ${String(code)}, field ${isNamed ? "added" : "not added"}`,
      `${files.length} files with ${lines} changed lines, edit ${kept ? "kept" : "LOST"}`,
      `report of ${output.trim().split("\n").length} lines`,
    ].join(", ");
  } finally {
    if (!process.env["KEEP"]) remove(join(root, ".."));
  }
}

for (const peer of peers) console.log(await measure(peer));
