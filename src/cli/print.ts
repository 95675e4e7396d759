import { writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { makeFolder } from "../lib/index.ts";
import type { Dispatched } from "../commands/index.ts";
import { unifiedDiff, type Change } from "../workspace/index.ts";
import { diffLine, toJson, toMarkdown, toTerminal } from "../report/index.ts";
import type { Io } from "./io.ts";

/** Prints a report as the flags ask for it. */
export async function print(
  { report, style }: Dispatched,
  io: Io,
  unwritten: readonly Change[],
): Promise<void> {
  const { globals, terminal } = io;
  if (globals.report !== undefined) {
    const path = resolve(io.cwd, globals.report);
    const text = path.endsWith(".json")
      ? `${JSON.stringify(toJson(report), null, 2)}\n`
      : await toMarkdown(report, style);
    await makeFolder(dirname(path));
    await writeFile(path, text);
  }
  if (globals.events) return io.out(`${JSON.stringify({ type: "result", report: toJson(report) })}\n`);
  if (globals.dryRun && !globals.json) return printDiff(unwritten, io);
  if (globals.json) return io.out(`${JSON.stringify(toJson(report), null, 2)}\n`);
  if (report.plain !== undefined) return io.out(report.plain);
  if (globals.quiet) return;
  if (!terminal.output) return io.out(await toMarkdown(report, style));
  const text = await toTerminal(report, style, terminal.width);
  io.out(terminal.color ? text : stripVTControlCharacters(text));
}

/** Nothing but the diff goes to stdout, so that `git apply` takes it. */
function printDiff(changes: readonly Change[], io: Io): void {
  const text = unifiedDiff(changes);
  io.out(io.terminal.color ? text.split("\n").map(diffLine).join("\n") : text);
  io.err(
    `Dry run: ${changes.length} ${changes.length === 1 ? "file" : "files"} would be written; nothing was.\n`,
  );
}
