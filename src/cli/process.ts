import { homedir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../lib/index.ts";
import type { Host } from "./io.ts";
import { lines } from "./lines.ts";

/** The real process. */
export function processHost(): Host {
  const { stdin, stdout, stderr, env } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const err = (text: string): void => void stderr.write(text);
  const input = stdin.isTTY === true;
  return {
    out: (text) => void stdout.write(text),
    err,
    env,
    cwd: process.cwd(),
    folders: folders(env),
    terminal: {
      input,
      output: stdout.isTTY === true,
      errors: stderr.isTTY === true,
      width: stdout.columns ?? 100,
      color: stdout.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb",
    },
    clock: systemClock,
    answers: lines(stdin, err),
    edit: input
      ? async (text, extension) => (await import("./edit.ts")).edit(text, extension, env)
      : undefined,
  };
}

/** The first Ctrl-C asks for an orderly end, the second one ends. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.on("SIGINT", () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  });
  return controller.signal;
}

function folders(env: Host["env"]): Host["folders"] {
  const home = homedir();
  const base = (variable: string, ...fallback: readonly string[]): string =>
    join(env[variable] || join(home, ...fallback), "antiphon");
  return {
    settings: env["ANTIPHON_SETTINGS"] || base("XDG_CONFIG_HOME", ".config"),
    state: env["ANTIPHON_STATE"] || base("XDG_STATE_HOME", ".local", "state"),
  };
}
