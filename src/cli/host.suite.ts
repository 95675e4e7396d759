import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { words } from "../commands/index.ts";
import { systemClock } from "../lib/index.ts";
import { printError } from "./error.ts";
import { expanded, takeGlobals } from "./globals.ts";
import { withGlobals, type Host } from "./io.ts";
import { lines } from "./lines.ts";
import { programs } from "./programs/table.ts";
import { run } from "./run.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Place {
  readonly root: string;
  readonly host: Host;
  /** Runs the arguments of a shell command, with `input` on stdin. */
  antiphon(args: readonly string[], input?: string, env?: Host["env"]): Promise<Ran>;
  close(): Promise<void>;
}

/** A temporary folder with its own user folders, and the command line in this process. */
export async function place(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), "antiphon-cli-"));
  const output = { out: "", err: "" };
  const hostOf = (input: string, env: Host["env"] = {}): Host => {
    const stdin = new PassThrough();
    stdin.end(input);
    const err = (text: string): void => void (output.err += text);
    return {
      out: (text) => void (output.out += text),
      err,
      draw: err,
      env,
      cwd: join(root, "project"),
      folders: { settings: join(root, "settings"), state: join(root, "state"), data: join(root, "data") },
      terminal: { input: false, output: false, errors: false, width: 80, color: false },
      clock: systemClock,
      answers: lines(() => stdin, err),
      edit: undefined,
    };
  };
  return {
    root,
    host: hostOf(""),
    async antiphon(args, input = "", env = {}) {
      output.out = output.err = "";
      const host = hostOf(input, env);
      try {
        const { globals, rest } = takeGlobals(expanded(words(args)), "antiphon");
        const io = withGlobals(host, globals, { signal: new AbortController().signal, programs });
        return { code: await run(rest, io), ...output };
      } catch (error) {
        return { code: printError(error, host, args.includes("--json")), ...output };
      }
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}
