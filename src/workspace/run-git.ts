import { UserError } from "../lib/index.ts";
import type { Recorder } from "./evidence.ts";
import { allowed } from "./shell/environment.ts";
import { spawnLimited } from "./shell/spawn.ts";
import { which } from "./sandbox/which.ts";
import type { CommandRun, Workspace } from "./workspace.ts";

/** Read-only commands, with options that prevent starting programs configured in the repository. */
const subcommands: Readonly<Record<string, readonly string[]>> = {
  log: ["--no-ext-diff", "--no-textconv", "--no-show-signature"],
  show: ["--no-ext-diff", "--no-textconv", "--no-show-signature"],
  diff: ["--no-ext-diff", "--no-textconv", "--ignore-submodules=all"],
  status: ["--ignore-submodules=all"],
  blame: ["--no-textconv"],
  "rev-parse": [],
  "ls-files": [],
  "ls-tree": [],
  "for-each-ref": [],
  describe: [],
  "merge-base": [],
  config: ["--local", "--list", "-z"],
};

const settings: Readonly<Record<string, string>> = {
  "core.fsmonitor": "false",
  "core.hooksPath": "/dev/null",
  "core.pager": "cat",
  "core.quotePath": "false",
  "diff.external": "",
  "credential.helper": "",
  "core.sshCommand": "false",
  "log.showSignature": "false",
  "protocol.allow": "never",
};

const places = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin";

/** Repository settings that make git start programs, or read elsewhere, when it compares files. */
const dangerous = /^(?:filter\.|include|core\.(?:worktree|fsmonitor|gitproxy|alternaterefscommand))/im;

/**
 * Runs a read-only git command on the workspace's repository. Programs in its settings are disabled; what can't be
 * disabled only runs in a sandbox.
 */
export async function runGit(
  workspace: Pick<Workspace, "root" | "shell">,
  words: readonly [string, ...string[]],
  recorder: Recorder,
): Promise<CommandRun> {
  const [name, ...rest] = words;
  const forced = subcommands[name];
  if (!forced) throw new UserError("git-command", `git ${name} isn't a reading command`, "Run it yourself.");
  const program = await which("git", places);
  if (!program) throw new UserError("git-missing", "git isn't installed", "sudo apt-get install git");
  const head = [
    "--literal-pathspecs",
    "--no-optional-locks",
    ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
  ];
  const command = [program, ...head, name, ...forced, ...(name === "config" ? [] : rest)] as const;
  if (comparesFiles(name, rest)) {
    const { stdout } = await runGit(workspace, ["config"], recorder);
    if (dangerous.test(stdout.replaceAll("\0", "\n"))) {
      if (workspace.shell) return workspace.shell.run(command);
      throw new UserError(
        "git-unsafe",
        "this repository's settings start programs when files are compared",
        "Remove filter.* and include.* from .git/config, or install a sandbox.",
      );
    }
  }
  const started = performance.now();
  const result = await spawnLimited(command, {
    folder: workspace.root,
    environment: {
      ...allowed({ PATH: places, HOME: "/nonexistent", LC_ALL: "C.UTF-8" }),
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_OPTIONAL_LOCKS: "0",
    },
    limits: { milliseconds: 60_000, output: 256 * 1024 * 1024, processes: 64 },
  });
  return recorder.run({
    kind: "run",
    command: ["git", ...words],
    folder: ".",
    milliseconds: performance.now() - started,
    sandbox: "none",
    ...result,
  });
}

/** Reading the working tree runs filters; reading commits doesn't. */
const comparesFiles = (name: string, words: readonly string[]): boolean =>
  name === "status" ||
  (name === "blame" && words.every((word) => word.startsWith("-"))) ||
  (name === "diff" && !words.some((word) => word.includes("..")));
