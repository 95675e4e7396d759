import { relative } from "node:path";
import { UserError } from "../../lib/index.ts";
import type { Recorder } from "../evidence.ts";
import { confine } from "../paths.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { which } from "../sandbox/which.ts";
import type { CommandRun, RunOptions, Shell } from "../workspace.ts";
import { allowed, type Environment, placed } from "./environment.ts";
import { prepare } from "./policy.ts";
import { spawnLimited } from "./spawn.ts";

const defaults = { milliseconds: 600_000, output: 32 * 1024 * 1024, processes: 512 };

/** What the kernel holds each process to, where `prlimit` is there: CPU seconds, bytes of memory and of a file. */
const kernelLimits = ["--cpu=1800", "--data=8589934592", "--fsize=2147483648", "--nproc=4096", "--core=0"];

export interface ShellGround {
  readonly root: string;
  readonly state: string;
  readonly environment: Environment;
  readonly recorder: Recorder;
  /** Undefined: the user's flag said to go without. */
  readonly sandbox: Sandbox | undefined;
}

export function openShell(ground: ShellGround): Shell {
  return { run: (command, options = {}) => run(ground, command, options) };
}

async function run(
  ground: ShellGround,
  command: readonly [string, ...string[]],
  options: RunOptions,
): Promise<CommandRun> {
  const { root, sandbox, recorder } = ground;
  if (command.some((word) => word.includes("\0")))
    throw new UserError("run-unusable", "a command holds a zero character", "Leave it out.");
  const folder = options.folder ? (await confine(root, options.folder)).real : root;
  const prepared = await prepare({
    ...ground,
    network: options.network ?? false,
    secrets: options.secrets ?? false,
  });
  const environment = {
    ...allowed(ground.environment),
    ...placed(prepared.cache, prepared.policy.temporary),
    ...options.environment,
  };
  const path = environment["PATH"] ?? "/usr/bin:/bin";
  const inner = await limited(command, { folder, environment, path });
  const wrapped = sandbox && (await sandbox.wrap(inner, prepared.policy));
  const started = performance.now();
  try {
    const result = await spawnLimited(wrapped?.command ?? inner, {
      folder,
      environment: { PATH: path, SHLVL: "2" }, // a shell of the first level would run the user's start files
      limits: {
        ...defaults,
        ...(options.milliseconds !== undefined && { milliseconds: options.milliseconds }),
      },
      ...(options.input !== undefined && { input: options.input }),
      ...(options.signal && { signal: options.signal }),
    });
    return recorder.run({
      kind: "run",
      command,
      folder: relative(root, folder) || ".",
      milliseconds: performance.now() - started,
      sandbox: sandbox?.name ?? "none",
      ...result,
    });
  } finally {
    await wrapped?.done();
    await prepared.done();
  }
}

/** The command with exactly this environment, folder and these limits, whatever a sandbox adds before it. */
async function limited(
  command: readonly [string, ...string[]],
  { folder, environment, path }: { folder: string; environment: Record<string, string>; path: string },
): Promise<readonly [string, ...string[]]> {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const limits = (await which("prlimit", path)) ? ["prlimit", ...kernelLimits, "--"] : [];
  return ["env", "-i", "-C", folder, ...variables, ...limits, ...command];
}
