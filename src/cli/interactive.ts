import { split } from "../commands/index.ts";
import { endedBy, version } from "../lib/index.ts";
import { printError } from "./error.ts";
import { joined, takeGlobals, type Globals } from "./globals.ts";
import { withGlobals, type Host } from "./io.ts";
import { interruption, type Interruption } from "./process.ts";
import { programs } from "./programs/table.ts";
import { runCommand, talk } from "./run.ts";
import { openShared, startOf, type Shared } from "./shared.ts";

/** Runs the prompt, or the lines of a pipe without a terminal. Returns the exit code of the last failed line. */
export async function interactive(host: Host, globals: Globals): Promise<number> {
  const io = withGlobals(host, globals, { signal: new AbortController().signal, programs });
  const shared = await openShared(io, startOf(io));
  const interrupted = interruption();
  try {
    if (shared.past > 0) host.err(`Session ${shared.id} goes on: ${shared.past} commands so far.\n`);
    if (!host.terminal.input) return await piped(host, { globals, shared }, interrupted);
    const { terminal } = await import("./terminal.ts");
    if (!globals.quiet) host.out(await greeting(io, shared));
    const { signal: end } = interrupted;
    await terminal({ ...host, cwd: io.cwd }, shared, {
      end,
      execute: (line, host, signal) => execute(line, host, { globals, shared, signal }),
    });
    return end.aborted ? interrupted.code : 0;
  } finally {
    await shared.close();
  }
}

async function greeting({ cwd, env }: Pick<Host, "cwd" | "env">, shared: Shared): Promise<string> {
  const { welcome } = await import("./welcome.ts");
  const model = shared.model && shared.settings.model;
  return welcome({ workspace: await shared.open(cwd), model, home: env["HOME"] });
}

async function piped(host: Host, base: Omit<Line, "signal">, interrupted: Interruption): Promise<number> {
  const { signal } = interrupted;
  let code = 0;
  for (;;) {
    const line = await host.answers.next("");
    if (line === undefined || signal.aborted) return signal.aborted ? interrupted.code : code;
    if (line.trim() !== "") code = (await execute(line, host, { ...base, signal })) || code;
  }
}

interface Line {
  readonly globals: Globals;
  readonly shared: Shared;
  readonly signal: AbortSignal;
}

/** Runs one line of the prompt; errors are printed. */
async function execute(line: string, host: Host, { globals, shared, signal }: Line): Promise<number> {
  try {
    const { globals: lineGlobals, rest } = takeGlobals(split(line.trim().replace(/^antiphon\s+/, "")), "");
    const io = withGlobals(host, joined(globals, lineGlobals), { signal, programs });
    if (lineGlobals.help) {
      host.out(await (await import("./help.ts")).helpOn(rest[0]?.text ?? "/help"));
      return 0;
    }
    if (lineGlobals.version || (rest.length === 1 && /^\/?version$/.test(rest[0]?.text ?? ""))) {
      host.out(`${version()}\n`);
      return 0;
    }
    if (/^\/?connect$/.test(rest[0]?.text ?? "")) {
      const { run } = await import("./run.ts");
      return await run([{ text: "connect", gap: "", quoted: false }, ...rest.slice(1)], io);
    }
    const ran = talk(rest, io, shared).then((words) =>
      words ? runCommand(words, io, { shared, prefix: "/", interactive: true }) : 1,
    );
    return await endedBy(ran, signal);
  } catch (error) {
    if (!signal.aborted) return printError(error, host, globals.json);
    host.err("Interrupted.\n");
    return 130;
  }
}
