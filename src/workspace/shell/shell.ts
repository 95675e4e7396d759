import { access, mkdir } from "node:fs/promises";
import { execPath } from "node:process";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";
import { UserError, makeFolder } from "../../lib/index.ts";
import type { Recorder } from "../evidence.ts";
import { confine, foldersAbove, isInside } from "../paths.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { which } from "../sandbox/which.ts";
import { readHeld } from "../transaction.ts";
import type { CommandRun, RunOptions, Shell } from "../workspace.ts";
import { allowed, type Environment, placed } from "./environment.ts";
import { prepare } from "./policy.ts";
import { spawnLimited } from "./spawn.ts";

const defaults = { milliseconds: 600_000, output: 32 * 1024 * 1024, processes: 512 };

/** Kernel limits of each process, if `prlimit` exists: CPU seconds, bytes of memory and of a file, processes. */
const kernelLimits = ["--cpu=1800", "--data=8589934592", "--fsize=2147483648", "--nproc=4096", "--core=0"];

export interface ShellGround {
  readonly root: string;
  readonly state: string;
  readonly environment: Environment;
  readonly recorder: Recorder;
  /** Undefined: disabled by the user's flag. */
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
    throw new UserError("run-unusable", "a command contains a null character", "Remove it.");
  await makeFolder(root);
  const folder = options.folder ? (await confine(root, options.folder)).real : root;
  const prepared = await prepare({
    ...ground,
    network: options.network ?? false,
    secrets: options.secrets ?? false,
  });
  const { temporary } = prepared.policy;
  const report = join(temporary, "report");
  const reports = join(temporary, "reports");
  if (options.reports) await mkdir(reports);
  const path = trusted(ground.environment["PATH"] ?? "/usr/bin:/bin", root);
  const programFolders = ownPrograms([folder, root, ...(await foldersAbove(root))]);
  const environment = {
    ...allowed(ground.environment),
    ...placed(temporary, sandbox && prepared.cache),
    PATH: [...programFolders, path].join(delimiter),
    ...options.environment,
  };
  const [program, ...words] = command;
  const meant = command.find((word, i) => word !== "env" && !(i > 0 && /^\w+=/.test(word))) ?? program;
  const ownPath = await ownFolder(meant, programFolders);
  const filled = words.map((word) => {
    const reported = options.report ? word.replaceAll("{report}", report) : word;
    return options.reports ? reported.replaceAll("{reports}", reports) : reported;
  });
  const inner = await limited([program, ...filled], { folder, environment, path });
  const wrapped = sandbox && (await sandbox.wrap(inner, prepared.policy));
  const started = performance.now();
  try {
    const result = await spawnLimited(wrapped?.command ?? inner, {
      folder,
      environment: { PATH: path, SHLVL: "2" }, // a first-level shell would run the user's startup files
      limits: {
        ...defaults,
        ...(options.milliseconds !== undefined && { milliseconds: options.milliseconds }),
      },
      ...(options.input !== undefined && { input: options.input }),
      ...(options.signal && { signal: options.signal }),
    }).catch(tooLong);
    return recorder.run({
      kind: "run",
      // reports contain no paths of the machine
      command: command[0] === execPath ? ["node", ...words] : command,
      folder: relative(root, folder).split(sep).join("/") || ".",
      milliseconds: performance.now() - started,
      sandbox: sandbox?.name ?? "none",
      ...(ownPath && { projectPath: relative(folder, ownPath).split(sep).join("/") }),
      ...(options.report && { report: await readReport(report) }),
      ...(options.reports && { reports: await readAll(reports, options.reports) }),
      ...result,
    });
  } finally {
    await wrapped?.done();
    await prepared.done();
  }
}

function tooLong(error: NodeJS.ErrnoException): never {
  if (error.code !== "E2BIG") throw error;
  throw new UserError("run-unusable", "a command is longer than the system accepts", "Name fewer files.", {
    cause: error,
  });
}

/** Removes the repository's folders from a PATH: the sandbox's programs must not come from it. */
const trusted = (path: string, root: string): string =>
  path
    .split(delimiter)
    .filter(
      (entry) => isAbsolute(entry) && !isInside(root, entry) && !entry.split(sep).includes("node_modules"),
    )
    .join(delimiter);

/** Folders of the project's own programs, which come first inside the sandbox. */
const ownPrograms = (folders: readonly string[]): readonly string[] =>
  [...new Set(folders)].flatMap((at) => [
    join(at, "node_modules/.bin"),
    join(at, ".venv/bin"),
    join(at, "venv/bin"),
    join(at, "vendor/bin"),
  ]);

/** Returns the folder of the project's programs that contains a program. */
async function ownFolder(program: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of program.includes("/") ? [] : folders)
    if (
      await access(join(folder, program)).then(
        () => true,
        () => false,
      )
    )
      return folder;
  return undefined;
}

const readAll = async (folder: string, names: readonly string[]): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readReport(join(folder, name))] as const)),
  );

/** Doesn't follow a link or pipe in place of the report. */
async function readReport(path: string): Promise<string> {
  const written = await readHeld(path).catch(() => null);
  return written && written.bytes.length < defaults.output ? written.bytes.toString() : "";
}

/** Runs the command with exactly this environment, folder and limits, whatever a sandbox prepends. */
async function limited(
  command: readonly [string, ...string[]],
  { folder, environment, path }: { folder: string; environment: Record<string, string>; path: string },
): Promise<readonly [string, ...string[]]> {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const prlimit = await which("prlimit", path);
  const limits = prlimit ? [prlimit, ...kernelLimits, "--"] : [];
  return [
    (await which("env", path)) ?? "/usr/bin/env",
    "-i",
    "-C",
    folder,
    ...variables,
    ...limits,
    ...command,
  ];
}
