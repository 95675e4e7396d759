/**
 * Runs a set of tests: `fast` needs neither a server nor a program; `everyday` is everything a change needs; `long` is
 * all `*.long.test.ts`; `attack` and `drills` are selected from both (suites.ts). Tests that start the program use the
 * released build, which takes half the time; with arguments for vitest, such as a file name, they use its sources.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle, root } from "./bundle.ts";

const [suite = "everyday", ...rest] = process.argv.slice(2);
const built = rest.length === 0 && suite !== "fast" ? await released() : undefined;
if (built) process.on("exit", () => rmSync(built, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));

const child = spawn("vitest", ["run", "--config", "vitest.config.ts", ...rest], {
  stdio: "inherit",
  env: {
    ...process.env,
    ANTIPHON_SUITE: suite,
    ...(built && { ANTIPHON_PROGRAM: join(built, "bin/antiphon.js") }),
  },
});
child.on("exit", (code) => (process.exitCode = code ?? 1));

/** Creates a folder like the package, with only what the program itself needs. */
async function released(): Promise<string> {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "released-"));
  for (const part of ["bin", "package.json"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  await bundle(join(folder, "dist"));
  return folder;
}
