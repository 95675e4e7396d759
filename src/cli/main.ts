import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { words } from "../commands/index.ts";
import { version, usageError } from "../lib/index.ts";
import { printError } from "./error.ts";
import { expanded, takeGlobals } from "./globals.ts";
import { withGlobals, type Host } from "./io.ts";
import { interruption, processHost } from "./process.ts";
import { programs } from "./programs/table.ts";

/** Pre-rendered next to the release bundle, so that help loads no commands. */
const writtenHelp = (): Promise<string | undefined> =>
  readFile(new URL("./help.txt", import.meta.url), "utf8").catch(() => undefined);

/** A missing folder is reported instead of created, to catch typos; `--out` creates folders. */
async function checkFolder(host: Host, cwd: string | undefined): Promise<void> {
  if (cwd === undefined) return;
  const found = await stat(resolve(host.cwd, cwd)).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw usageError(
    "no_folder",
    `--cwd=${cwd} names ${found ? "a file" : "nothing that exists"}; it is the folder to work in.`,
    "Name an existing folder, or write into a new one with --out.",
  );
}

async function main(host: Host, argv: readonly string[]): Promise<number> {
  const { globals, rest } = takeGlobals(expanded(words(argv)), "antiphon");
  if (globals.version) {
    host.out(`${version()}\n`);
    return 0;
  }
  if (globals.help && rest.length === 0) {
    host.out((await writtenHelp()) ?? (await (await import("./help.ts")).help()));
    return 0;
  }
  await checkFolder(host, globals.cwd);
  if (rest.length === 0) return (await import("./interactive.ts")).interactive(host, globals);
  const interrupted = interruption();
  const io = withGlobals(host, globals, { signal: interrupted.signal, programs });
  const { run } = await import("./run.ts");
  const code = await run(rest, io).catch((error: unknown) => {
    if (!io.signal.aborted) throw error;
    io.err("Interrupted.\n");
    return interrupted.code;
  });
  if (io.signal.aborted && code !== 0) process.exit(interrupted.code); // a question may still hold stdin open
  return code;
}

const host = processHost();
const argv = process.argv.slice(2);
try {
  process.exitCode = await main(host, argv);
} catch (error) {
  process.exitCode = printError(error, host, argv.includes("--json"));
}
