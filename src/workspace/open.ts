import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Clock, listed, makeFolder } from "../lib/index.ts";
import { hash } from "./content.ts";
import { recorder } from "./evidence.ts";
import { reader } from "./files.ts";
import { openHistory } from "./history.ts";
import { openNotes } from "./notes.ts";
import { realPath } from "./paths.ts";
import { openScratch } from "./scratch.ts";
import { openStore, replaceFile } from "./store.ts";
import { captured } from "./shell/captured.ts";
import type { ShellOptions } from "./shell/choose.ts";
import type { Recovery, Workspace } from "./workspace.ts";
import { type Ground, recover, writer } from "./writer.ts";

export interface WorkspaceOptions {
  /** The user's state folder, with one folder per project for checkpoints and the write-ahead journal. */
  readonly state: string;
  readonly clock: Clock;
  /** Set if programs will be run; without it the workspace has no shell. */
  readonly shell?: ShellOptions;
}

/**
 * Opens a folder, which need not exist. A write interrupted by a kill is first completed or rolled back; `recovery`
 * says which.
 */
export async function openWorkspace(root: string, options: WorkspaceOptions): Promise<Workspace> {
  const real = await realPath(resolve(root));
  const state = join(resolve(options.state), "projects", hash(real).slice(0, 32));
  await makeFolder(state, { mode: 0o700 });
  const label = join(state, "root");
  if ((await readFile(label, "utf8").catch(() => "")) !== `${real}\n`) await replaceFile(label, `${real}\n`);
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
  // Loaded only if programs are started.
  const shell = options.shell
    ? await (await import("./shell/choose.ts")).chooseShell(ground, options.shell, resolve(options.state))
    : "This command runs no programs.";
  const files = reader(real, options.clock);
  return {
    root: real,
    files: { ...files, write },
    ...(typeof shell === "string"
      ? { shell: undefined, shellMissing: shell }
      : { shell: captured(shell, real, files) }),
    checkpoints,
    git: async (words) => {
      const { runGit } = await import("./run-git.ts");
      return runGit(real, words, records);
    },
    ...(found && { recovery: { ...found, message: sentence(found) } }),
    notes: openNotes(join(state, "notes")),
    records: openNotes(join(state, "records"), { most: 16_384, largest: 256 * 1024 * 1024, durable: false }),
    scratch: () => openScratch(state),
    evidence: (since) => records.since(since),
  };
}

function sentence({ outcome, paths, left }: Omit<Recovery, "message">): string {
  const files = listed(paths.length > 4 ? [...paths.slice(0, 3), `${paths.length - 3} more`] : paths);
  const first = `The last write was interrupted; it has been ${outcome} (${files}).`;
  return left.length
    ? `${first} ${listed(left)} had been changed since and ${left.length > 1 ? "were" : "was"} left alone.`
    : first;
}
