import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Files } from "../workspace/index.ts";
import type { Depth, Documents } from "./contract.ts";

interface Ground {
  readonly files: Files;
  readonly root: string;
}

/** Folders of virtual environments. */
const environments = [".venv", "venv", "env"];

/** Reads an installed distribution's description (which contains the README), and its sources' docstrings. */
export async function pythonPackage(
  ground: Ground,
  name: string,
  depth: Depth,
): Promise<Documents | undefined> {
  const plain = normal(name);
  if (!/^[a-z0-9_]+$/.test(plain)) return undefined;
  for (const folder of await sitePackages(ground)) {
    const names = await list(ground, folder);
    const info = names.find(
      (name) => name.endsWith(".dist-info") && normal(name.split("-")[0] ?? "") === plain,
    );
    const package_ = names.find((name) => normal(name.replace(/\.py$/, "")) === plain);
    if (!info && !package_) continue;
    const paths = [
      ...(info ? [`${folder}/${info}/METADATA`] : []),
      ...(package_?.endsWith(".py") ? [`${folder}/${package_}`] : []),
      ...(package_ && !package_.endsWith(".py") ? await sources(ground, `${folder}/${package_}`, depth) : []),
    ];
    const found: { file: string; text: string }[] = [];
    for (const file of paths) {
      const text = await ground.files.tryRead(file).catch(() => null);
      if (text !== null) found.push({ file, text });
    }
    const version = /-(\d[^-]*)\.dist-info$/.exec(info ?? "")?.[1];
    return { name, version, files: found };
  }
  return undefined;
}

const normal = (name: string): string => name.toLowerCase().replaceAll(/[-.]/g, "_");

async function sitePackages(ground: Ground): Promise<readonly string[]> {
  const found: string[] = [];
  for (const environment of environments)
    for (const version of await list(ground, `${environment}/lib`))
      if (version.startsWith("python")) found.push(`${environment}/lib/${version}/site-packages`);
  return found;
}

async function sources(ground: Ground, folder: string, depth: Depth): Promise<readonly string[]> {
  const names = (await list(ground, folder)).filter((name) => /\.pyi?$/.test(name));
  return names.slice(0, depth.declarationFiles).map((name) => `${folder}/${name}`);
}

/** Lists a folder of the project; empty if it is missing or leads outside. */
async function list({ files, root }: Ground, folder: string): Promise<readonly string[]> {
  const real = await files.resolve(folder).catch(() => undefined);
  if (real === undefined) return [];
  return (await readdir(join(root, real)).catch(() => [])).sort();
}
