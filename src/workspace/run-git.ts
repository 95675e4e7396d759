import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../lib/index.ts";
import type { Recorder } from "./evidence.ts";
import { allowed } from "./shell/environment.ts";
import { type Spawned, spawnLimited } from "./shell/spawn.ts";
import { which } from "./sandbox/which.ts";
import type { CommandRun } from "./workspace.ts";

/** Read-only commands, with options that keep git from the programs of diff drivers and from nested repositories. */
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
  config: ["--includes", "--list", "-z"],
};

/** Options, also cut short, that lead back to such a program or to another git in a nested repository. */
const refused = /^--(?:ext(?:-|$)|textc|show-si|show-su|ignore-su|sub|recu|dirt|brok|remer|diff-m)/;

const settings: Readonly<Record<string, string>> = {
  "core.alternateRefsCommand": "false",
  "core.askPass": "false",
  "core.fsmonitor": "false",
  "core.hooksPath": "/dev/null",
  "core.pager": "cat",
  "core.quotePath": "false",
  "core.sshCommand": "false",
  "credential.helper": "",
  "diff.external": "",
  "diff.submodule": "short",
  "gpg.program": "false",
  "log.diffMerges": "separate",
  "log.showSignature": "false",
  "safe.bareRepository": "explicit",
};

/** Settings of drivers, remotes and the like that name a program: each is overridden by nothing. */
const programs =
  /^filter\.|\..+\.(?:command|cmd|textconv|driver|program|helper|update|uploadpack|receivepack|vcs|defaultkeycommand)$/;

const places = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin";

/** Runs a read-only git command on the repository of a folder; no program that the repository names is started. */
export async function runGit(
  root: string,
  [name, ...rest]: readonly [string, ...string[]],
  recorder: Recorder,
): Promise<CommandRun> {
  const forced = subcommands[name];
  const end = rest.indexOf("--");
  const option = (end < 0 ? rest : rest.slice(0, end)).find((word) => refused.test(word));
  if (!forced || option !== undefined)
    throw new UserError(
      "git-command",
      `git ${name} ${option ?? ""}`.trim() + " isn't a reading command",
      "Run it yourself.",
    );
  const started = performance.now();
  const git = await gitIn(root);
  const { options, environment } = await overrides(root, git);
  const words = [name, ...forced, ...(name === "config" ? [] : rest)];
  const result = await git([...options, ...words], environment);
  return recorder.run({
    kind: "run",
    command: ["git", name, ...rest],
    folder: ".",
    milliseconds: performance.now() - started,
    sandbox: "none",
    ...result,
  });
}

type Environment = Readonly<Record<string, string>>;
type Git = (words: readonly string[], environment?: Environment) => Promise<Spawned>;

/** Git with the fixed settings. */
async function gitIn(folder: string): Promise<Git> {
  const program = await which("git", places);
  if (!program) throw new UserError("git-missing", "git isn't installed", "sudo apt-get install git");
  const fixed = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const base = {
    ...allowed({ PATH: places, HOME: "/nonexistent", LC_ALL: "C.UTF-8" }),
    GIT_ALLOW_PROTOCOL: "", // a partial clone fetches what is missing, by programs that its remote names
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
  const limits = { milliseconds: 60_000, output: 256 * 1024 * 1024, processes: 64 };
  return (words, environment) =>
    spawnLimited([program, "--literal-pathspecs", "--no-optional-locks", "--no-pager", ...fixed, ...words], {
      folder,
      environment: { ...base, ...environment },
      limits,
    });
}

interface Overrides {
  readonly options: readonly string[];
  readonly environment: Environment;
}

/**
 * Takes every program from the settings, also from those of included files and of linked working trees, and brings
 * the working tree back to where `.git` is. Raises UserError where that isn't possible.
 */
async function overrides(root: string, git: Git): Promise<Overrides> {
  const { exitCode, stopped, stdout, stderr } = await git(["config", ...(subcommands["config"] ?? [])]);
  const unsafe = (problem: string): UserError => new UserError("git-unsafe", problem, "Correct .git/config.");
  if (exitCode !== 0 || stopped)
    throw unsafe(`the repository's settings can't be read: ${stderr.trim().split("\n")[0] ?? ""}`);
  const keys = new Set(stdout.split("\0").map((entry) => entry.split("\n", 1)[0] ?? ""));
  const named = [...keys].filter((key) => programs.test(key));
  const odd = named.find((key) => key.includes("="));
  if (odd !== undefined)
    throw unsafe(`the setting ${JSON.stringify(odd.slice(0, 80))} names a program and can't be overridden`);
  const top = keys.has("core.worktree") ? await topOf(root) : undefined;
  return {
    options: named.flatMap((key) => ["-c", `${key}=`]),
    environment: top === undefined ? {} : { GIT_WORK_TREE: top },
  };
}

/** The nearest folder upwards that holds `.git`. */
async function topOf(folder: string): Promise<string | undefined> {
  if ((await stat(join(folder, ".git")).catch(() => undefined)) !== undefined) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : topOf(above);
}
