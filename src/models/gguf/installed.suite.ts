import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const version = "3.22.1";
/** Where long tests install node-llama-cpp; everyday tests use it if it exists. */
const cache = join(tmpdir(), `antiphon-node-llama-cpp-${version}`);
const finished = join(cache, "finished");

/** The option by which node-llama-cpp is found. */
export interface Installed {
  readonly peer?: string;
}

/** Returns `undefined` if it isn't installed here. */
export function installed(): Installed | undefined {
  if (existsSync(finished)) return { peer: cache };
  try {
    return existsSync(fileURLToPath(import.meta.resolve("node-llama-cpp"))) ? {} : undefined;
  } catch {
    return undefined; // not resolvable
  }
}

/** Installs it without its scripts, and without packages for graphics cards. */
export async function install(): Promise<Installed> {
  const there = installed();
  if (there) return there;
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, "package.json"), '{"private":true}');
  const packages = ["node-llama-cpp", `@node-llama-cpp/linux-${process.arch}`].map(
    (name) => `${name}@${version}`,
  );
  const flags = ["--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", ["install", ...flags, ...packages], { cwd: cache });
  await writeFile(finished, "");
  return { peer: cache };
}
