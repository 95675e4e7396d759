/**
 * Applies histories of definitions to generated projects: `npx node bench/evolution.ts FOLDER [TARGET]…`, where a
 * target is `express:postgres`, `nestjs:prisma` or `fastapi:postgres`. Each subfolder with YAML files, or the folder
 * itself, is a history: its files in order of name. Each target's project is generated from the first file and then
 * updated to the others in turn; its own checks run after each step. Prints a line per step; exits with 1 if one
 * failed.
 */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { installTogether, remove, run, type Finished } from "../tests/generated/harness.ts";
import { pythonPrograms } from "../tests/generated/venv.ts";

const [folder = "", ...asked] = process.argv.slice(2);
if (!folder) throw new Error("Name a folder of definitions: npx node bench/evolution.ts FOLDER [TARGET]…");
const targets = asked.length ? asked : ["express:postgres", "nestjs:prisma", "fastapi:postgres"];
const antiphon = join(import.meta.dirname, "../bin/antiphon.js");

const definitionsIn = (place: string): readonly string[] =>
  readdirSync(place)
    .filter((name) => name.endsWith(".yaml"))
    .toSorted()
    .map((name) => join(place, name));

/** Returns the histories in a folder: the folder's own files and those of each subfolder. */
function historiesIn(place: string): readonly (readonly string[])[] {
  const inside = readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = [place, ...inside.map(({ name }) => join(place, name))];
  return folders.map(definitionsIn).filter((history) => history.length > 1);
}

/** Runs `/api-gen` on a definition, in a new or an existing project. */
function follow(root: string, definition: string, target: string, first: boolean): Promise<Finished> {
  const [framework = "", database = ""] = target.split(":");
  const flags = first ? [`--out=${root}`, `--framework=${framework}`, `--db=${database}`] : [`--cwd=${root}`];
  return run([process.execPath, antiphon, `/api-gen ${resolve(definition)}`, ...flags, "--yes"], tmpdir());
}

/** Returns the commands that check a project. */
async function checksOf(target: string): Promise<readonly (readonly string[])[]> {
  if (!target.startsWith("fastapi")) {
    return ["typecheck", "lint", "test"].map((script) => ["npm", "run", script]);
  }
  const bin = await pythonPrograms();
  const lines = ["ruff check", "ruff format --check", "mypy", "pytest -q"];
  return lines.map((line) => line.split(" ")).map(([program = "", ...args]) => [join(bin, program), ...args]);
}

/** Returns the first failing check with its output. */
async function failing(root: string, target: string): Promise<string | undefined> {
  for (const command of await checksOf(target)) {
    const { code, output } = await run(command, root);
    if (code !== 0) return `${command.map((word) => basename(word)).join(" ")}\n${output.slice(-6000)}`;
  }
  return undefined;
}

/** Returns what went wrong in a step. */
async function step(
  root: string,
  definition: string,
  target: string,
  first: boolean,
): Promise<string | undefined> {
  const made = await follow(root, definition, target, first);
  if (made.code !== 0) return `/api-gen\n${made.output.slice(-6000)}`;
  if (first && !target.startsWith("fastapi")) await installTogether(root);
  return failing(root, target);
}

let bad = 0;
for (const target of targets) {
  for (const history of historiesIn(folder)) {
    const root = join(mkdtempSync(join(tmpdir(), "antiphon-evolution-")), "project");
    for (const [index, definition] of history.entries()) {
      const started = performance.now();
      const fault = await step(root, definition, target, index === 0);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`${fault ? "FAILS" : "holds"} ${target} ${basename(definition)} (${seconds} s)`);
      if (!fault) continue;
      bad++;
      console.log(fault);
    }
    if (!process.env["KEEP"]) remove(join(root, ".."));
    else console.log(root);
  }
}
console.log(bad ? `${bad} steps failed` : "every step holds");
process.exit(bad ? 1 : 0);
