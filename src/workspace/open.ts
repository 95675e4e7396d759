import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Clock, listed } from "../lib/index.ts";
import { hash } from "./content.ts";
import { recorder } from "./evidence.ts";
import { reader } from "./files.ts";
import { runGit } from "./run-git.ts";
import { openHistory } from "./history.ts";
import { realPath } from "./paths.ts";
import { openStore, replaceFile } from "./store.ts";
import { chooseSandbox, type SandboxChoice } from "./sandbox/choose.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Environment } from "./shell/environment.ts";
import { openShell } from "./shell/shell.ts";
import type { Recovery, Shell, Workspace } from "./workspace.ts";
import { type Ground, recover, writer } from "./writer.ts";

export interface WorkspaceOptions {
  /** The user's state folder: checkpoints and the write-ahead journal are kept there, a folder a project. */
  readonly state: string;
  readonly clock: Clock;
  /** Asked for where programs are to be run; without it the workspace has no shell. */
  readonly shell?: {
    /** Of which programs get the allowed part. */
    readonly environment: Environment;
    /** `none` is the user's explicit word to go without; `auto` takes the first that works. */
    readonly sandbox: SandboxChoice | "none";
  };
}

/**
 * Opens a folder, which need not exist yet. A write that a kill cut short is finished or rolled back
 * first; `recovery` says which.
 */
export async function openWorkspace(root: string, options: WorkspaceOptions): Promise<Workspace> {
  const real = await realPath(resolve(root));
  const state = join(resolve(options.state), "projects", hash(real).slice(0, 32));
  await mkdir(state, { recursive: true, mode: 0o700 });
  await replaceFile(join(state, "root"), `${real}\n`);
  const records = recorder(options.clock);
  const ground: Ground = {
    root: real,
    state,
    store: openStore(join(state, "contents")),
    history: openHistory(state),
    recorder: records,
    clock: options.clock,
  };
  const found = await recover(ground);
  const { write, checkpoints } = writer(ground);
  const shell = await shellOf(ground, options);
  return {
    root: real,
    files: { ...reader(real), write },
    ...(typeof shell === "string" ? { shell: undefined, shellMissing: shell } : { shell }),
    checkpoints,
    git: (words) =>
      runGit({ root: real, shell: typeof shell === "string" ? undefined : shell }, words, records),
    ...(found && { recovery: { ...found, message: sentence(found) } }),
    evidence: (since) => records.since(since),
  };
}

async function shellOf(
  { root, state, recorder }: Ground,
  options: WorkspaceOptions,
): Promise<Shell | string> {
  if (!options.shell) return "This command runs no programs.";
  const { environment, sandbox: choice } = options.shell;
  const open = (sandbox: Sandbox | undefined): Shell =>
    openShell({ root, state, environment, recorder, sandbox });
  if (choice === "none") return open(undefined);
  const sandbox = await chooseSandbox(choice, resolve(options.state), environment);
  return typeof sandbox === "string" ? sandbox : open(sandbox);
}

function sentence({ outcome, paths, left }: Omit<Recovery, "message">): string {
  const files = listed(paths.length > 4 ? [...paths.slice(0, 3), `${paths.length - 3} more`] : paths);
  const first = `The last write was interrupted; it has been ${outcome} (${files}).`;
  return left.length
    ? `${first} ${listed(left)} had been changed since and ${left.length > 1 ? "were" : "was"} left alone.`
    : first;
}
