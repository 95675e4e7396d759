import { spawn } from "node:child_process";

/** Reads a repository; nothing of it is run, and nothing in it is changed. */
export interface Git {
  /** What a reading command prints; undefined where git fails: no repository, no such revision, no git. */
  read(...words: readonly string[]): Promise<string | undefined>;
}

/** A repository's own settings may name programs; none of these may run because someone asked for a log. */
const harmless = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "diff.external=",
  "log.showSignature=false",
  "color.ui=false",
  "core.quotePath=false",
].flatMap((setting) => ["-c", setting]);

const environment = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
  LC_ALL: "C.UTF-8",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_CONFIG_NOSYSTEM: "1",
};

const mostBytes = 512_000_000;

/** Git over the folder `root`, which may be any folder of a work tree. */
export function openGit(root: string): Git {
  return {
    read: (...words) =>
      new Promise((resolve) => {
        const child = spawn("git", [...harmless, ...words], {
          cwd: root,
          env: environment,
          stdio: ["ignore", "pipe", "ignore"],
        });
        const chunks: Buffer[] = [];
        let bytes = 0;
        child.stdout.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > mostBytes) child.kill();
          else chunks.push(chunk);
        });
        child.on("error", () => resolve(undefined));
        child.on("close", (code) => resolve(code === 0 ? Buffer.concat(chunks).toString() : undefined));
      }),
  };
}
