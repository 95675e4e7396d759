/** Virtual environments of Python, one for each list of requirements, kept between runs. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { variants } from "../../src/generate/index.ts";
import { apiOf, filesOf, installedFolder, remove, run } from "./harness.ts";
import { serverOf, specOf } from "./specification.ts";

const cache = installedFolder();

/** The requirements of a generated `pyproject.toml`, those of development too. */
const requirementsOf = (manifest: string): readonly string[] =>
  [...manifest.matchAll(/^ {2}"([^"]+==[^"]+)",$/gm)].map(([, requirement = ""]) => requirement).toSorted();

/** The folder of programs (`python`, `pytest`, …) of an environment that has these packages. */
export async function venv(requirements: readonly string[]): Promise<string> {
  const name = createHash("sha256").update(requirements.join("\n")).digest("hex").slice(0, 16);
  const root = join(cache, `python-${name}`);
  if (!existsSync(root)) await make(root, requirements);
  return join(root, "bin");
}

/** Made whole beside its place and then linked to it: others may be making the same. */
async function make(root: string, requirements: readonly string[]): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(`${root}-`);
  const steps = [
    ["python3", "-m", "venv", fresh],
    [join(fresh, "bin/pip"), "install", "--quiet", "--disable-pip-version-check", ...requirements],
  ];
  for (const step of steps) {
    const { code, output } = await run(step, cache);
    if (code !== 0) throw new Error(output);
  }
  try {
    symlinkSync(fresh, root);
  } catch (error) {
    if (!existsSync(root)) throw error;
    remove(fresh); // another worker was as quick
  }
}

/** The programs of one environment that has what every generated Python project needs, so that it is installed once. */
export async function pythonPrograms(): Promise<string> {
  const api = await apiOf(["User"], true);
  const projects = await Promise.all(
    variants
      .filter(({ testFramework }) => testFramework === "pytest")
      .map((variant) => filesOf(api, variant)),
  );
  const databases = ["postgres", "mongodb", "sqlite"];
  const servers = await Promise.all(
    databases.map(async (database) => serverOf(await specOf("shop.yaml"), "fastapi", database)),
  );
  const manifests = [...projects, ...servers.map(({ files }) => files)]
    .flat()
    .filter(({ path }) => path === "pyproject.toml");
  return venv([...new Set(manifests.flatMap(({ text }) => requirementsOf(text)))].toSorted());
}
