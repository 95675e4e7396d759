import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** Where the programs stand in a PATH; undefined for those that don't. */
export async function which(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue; // a relative entry is the repository's own
    const candidate = join(folder, name);
    if (
      await access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  }
  return undefined;
}

/** One sentence that names the packages to install, or undefined. */
export async function missingPrograms(
  packages: Readonly<Record<string, string>>,
  path: string,
): Promise<string | undefined> {
  const missing: string[] = [];
  for (const [program, name] of Object.entries(packages))
    if (!(await which(program, path))) missing.push(name);
  return missing.length
    ? `Programs aren't run, because the sandbox lacks ${missing.join(", ")}: sudo apt-get install ${missing.join(" ")}`
    : undefined;
}
