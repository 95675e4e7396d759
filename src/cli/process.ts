import { isAbsolute, join } from "node:path";
import { homeFolder, systemClock, UserError, visible } from "../lib/index.ts";
import { printError } from "./error.ts";
import type { Host } from "./io.ts";
import { lines } from "./lines.ts";

export function processHost(): Host {
  const { stdout, stderr, env } = process;
  const draw = (text: string): void => void stderr.write(text);
  const err = (text: string): void => draw(visible(text));
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.exit(
      printError(Object.assign(error, { path: "What stdout leads to" }), { out: draw, err }, false),
    );
  });
  return {
    out: (text) => void stdout.write(text),
    err,
    draw,
    env,
    get cwd() {
      return workingFolder();
    },
    folders: folders(env),
    terminal: {
      get input() {
        return process.stdin.isTTY === true;
      },
      output: stdout.isTTY === true,
      errors: stderr.isTTY === true,
      width: stdout.columns || 100,
      color: stdout.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb",
    },
    clock: systemClock,
    // Stdin is opened on first use: help doesn't need it.
    answers: lines(() => process.stdin, err),
    get edit() {
      if (!process.stdin.isTTY) return undefined;
      return async (text: string, extension: string) =>
        (await import("./edit.ts")).edit(text, extension, env);
    },
  };
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new UserError(
      "no_folder",
      "The current folder no longer exists.",
      "Change to another folder, and run this again.",
      { cause: error },
    );
  }
}

/** Ctrl-C, and the signal by which supervisors end a process: the sandbox runtime handles it without exiting. */
const ends = { SIGINT: 130, SIGTERM: 143 };

export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code of an interruption: 128 plus the signal's number. */
  readonly code: number;
}

/** The first signal requests an orderly end, the second one exits at once. */
export function interruption(): Interruption {
  const controller = new AbortController();
  let code = ends.SIGINT;
  for (const [name, exitCode] of Object.entries(ends))
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCode);
      code = exitCode;
      controller.abort();
    });
  return {
    signal: controller.signal,
    get code() {
      return code;
    },
  };
}

function folders(env: Host["env"]): Host["folders"] {
  const home = homeFolder();
  // A relative path would be in the project, which may not be trusted; the XDG specification ignores it, too.
  const base = (variable: string, ...fallback: readonly string[]): string =>
    join(isAbsolute(env[variable] ?? "") ? (env[variable] ?? "") : join(home, ...fallback), "antiphon");
  return {
    settings: env["ANTIPHON_SETTINGS"] || base("XDG_CONFIG_HOME", ".config"),
    state: env["ANTIPHON_STATE"] || base("XDG_STATE_HOME", ".local", "state"),
    data: base("XDG_DATA_HOME", ".local", "share"),
  };
}
