import { existsSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Where a file of a package lies: in a release among those that it carries (`dist/packages`), else in the installed package.
 *
 * @param path from the package's folder on, such as `dist/main.wasm`
 */
export function packageFile(name: string, path: string): string {
  const carried = fileURLToPath(new URL(`../packages/${name}/${path}`, import.meta.url));
  if (existsSync(carried)) return carried;
  return join(dirname(findPackageJSON(name, import.meta.url) ?? name), path);
}
