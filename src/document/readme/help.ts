import type { CommandRun, Files, Shell, Workspace } from "../../workspace/index.ts";
import type { Manifest } from "../page/manifest.ts";
import { sourceOf } from "./command-lines.ts";

/** A program that was asked for its help, and the outcome. */
export interface Asked {
  readonly program: string;
  readonly run?: CommandRun;
  readonly why?: string;
}

interface Ground {
  readonly manifest: Manifest;
  readonly files: Files;
}

type Command = readonly [string, ...string[]];

/** Returns how to run a project's program from its sources, or a text that says why that isn't possible. */
async function commandOf(
  program: string,
  place: string,
  { manifest, files }: Ground,
): Promise<Command | string> {
  if (manifest.ecosystem === "node") {
    const path = place.replace(/^\.\//, "");
    return (await files.bytes(path).catch(() => undefined))
      ? ["node", path, "--help"]
      : `${path} isn't built`;
  }
  const [, module, name] = /^([\w.]+):(\w+)$/.exec(place) ?? [];
  if (module === undefined || !/^[\w.-]+$/.test(program)) return `${place} names no function`;
  if (!readers.test(await sourceOf(files, module))) return `${module} reads no options that are known`;
  const lines = [
    "import sys",
    "sys.path[:0] = ['src', '.']",
    `sys.argv = ['${program}', '--help']`,
    `from ${module} import ${name}`,
    `sys.exit(${name}())`,
  ];
  return ["python3", "-B", "-c", lines.join("; ")];
}

/** Libraries that answer `--help`; a program without one would just run. */
const readers = /\b(?:argparse|click|typer|docopt|optparse|cyclopts)\b/;

/** Runs the programs of a Node.js or Python package with `--help`, in the sandbox. */
export async function helpOf(
  { shell, shellMissing, files }: Workspace,
  manifest: Manifest | undefined,
  signal: AbortSignal,
): Promise<readonly Asked[]> {
  if (!manifest || manifest.ecosystem === "go") return [];
  const helpRuns: Asked[] = [];
  for (const [program, place] of Object.entries(manifest.programs).slice(0, 3)) {
    const command = await commandOf(program, place, { manifest, files });
    if (!shell) helpRuns.push({ program, why: shellMissing ?? "no programs are run here" });
    else if (typeof command === "string") helpRuns.push({ program, why: command });
    else helpRuns.push(await answerOf(program, command, { shell, signal }));
  }
  return helpRuns;
}

async function answerOf(
  program: string,
  command: Command,
  { shell, signal }: { readonly shell: Shell; readonly signal: AbortSignal },
): Promise<Asked> {
  const run = await shell.run(command, { signal, milliseconds: 20_000 }).catch(() => undefined);
  return run ? { program, run } : { program, why: `${command[0]} isn't there` };
}
