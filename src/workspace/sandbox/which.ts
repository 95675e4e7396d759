import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** Finds a program in a PATH; undefined if it isn't there. */
export async function which(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue; // a relative entry belongs to the repository
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

const managers: Readonly<Record<string, string>> = {
  "apt-get": "apt-get install",
  dnf: "dnf install",
  apk: "apk add",
  pacman: "pacman -S",
  zypper: "zypper install",
  brew: "brew install",
};

/** This machine's package installer. */
async function installer(path: string): Promise<string> {
  for (const [program, line] of Object.entries(managers))
    if (await which(program, path))
      return program !== "brew" && (await which("sudo", path)) ? `sudo ${line}` : line;
  return "install";
}

/** Returns what is missing, with the command that installs it, or undefined. */
export async function missingPrograms(
  packages: Readonly<Record<string, string>>,
  path: string,
): Promise<string | undefined> {
  const missing: string[] = [];
  for (const [program, name] of Object.entries(packages))
    if (!(await which(program, path))) missing.push(name);
  return missing.length
    ? `the sandbox lacks ${missing.join(", ")} (${await installer(path)} ${missing.join(" ")})`
    : undefined;
}
