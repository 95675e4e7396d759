import { existsSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The path of a package's file: in a release, the bundled copy (`dist/packages`), otherwise in the installed package.
 *
 * @param path relative to the package's folder, such as `dist/main.wasm`
 */
export function packageFile(name: string, path: string): string {
  const carried = fileURLToPath(new URL(`../packages/${name}/${path}`, import.meta.url));
  if (existsSync(carried)) return carried;
  return join(dirname(findPackageJSON(name, import.meta.url) ?? name), path);
}
