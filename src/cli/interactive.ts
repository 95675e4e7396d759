import { split } from "../commands/index.ts";
import { printError } from "./error.ts";
import { takeGlobals, type Globals } from "./globals.ts";
import { withGlobals, type Host } from "./io.ts";
import { programs } from "./programs/table.ts";
import { runCommand } from "./run.ts";
import { openShared, type Shared } from "./wire.ts";

/** How long a cancelled command may take to end in order. */
const grace = 2000;

/** The prompt; lines of a pipe where there is no terminal. Gives the exit code of the last line that failed. */
export async function interactive(host: Host, globals: Globals): Promise<number> {
  const shared = await openShared(host);
  if (!host.terminal.input) return piped(host, globals, shared);
  const { terminal } = await import("./terminal.ts");
  return terminal(host, shared, (line, at, signal) => execute(line, at, { globals, shared, signal }));
}

async function piped(host: Host, globals: Globals, shared: Shared): Promise<number> {
  const { interruption } = await import("./process.ts");
  const signal = interruption();
  let code = 0;
  for (;;) {
    const line = await host.answers.next("");
    if (line === undefined || signal.aborted) return signal.aborted ? 130 : code;
    if (line.trim() !== "") code = (await execute(line, host, { globals, shared, signal })) || code;
  }
}

interface Running {
  readonly globals: Globals;
  readonly shared: Shared;
  readonly signal: AbortSignal;
}

/** Runs one line of the prompt; failures are printed. */
async function execute(line: string, host: Host, { globals, shared, signal }: Running): Promise<number> {
  try {
    const { globals: own, rest } = takeGlobals(split(line.trim().replace(/^antiphon\s+/, "")), "");
    const io = withGlobals(host, merge(globals, own), { signal, programs });
    if (own.help) {
      host.out(await (await import("./help.ts")).helpOn(rest[0]?.text ?? "/help"));
      return 0;
    }
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener(
        "abort",
        () => setTimeout(() => reject(signal.reason as Error), grace).unref(),
        {
          once: true,
        },
      );
    });
    return await Promise.race([runCommand(rest, io, "/", shared), cancelled]);
  } catch (error) {
    if (signal.aborted) {
      host.err("Interrupted.\n");
      return 130;
    }
    return printError(error, host, globals.json);
  }
}

const merge = (base: Globals, own: Globals): Globals => ({
  help: false,
  version: false,
  cwd: own.cwd ?? base.cwd,
  out: own.out ?? base.out,
  yes: own.yes || base.yes,
  dryRun: own.dryRun || base.dryRun,
  json: own.json || base.json,
  report: own.report ?? base.report,
  quiet: own.quiet || base.quiet,
  noColor: own.noColor || base.noColor,
});
