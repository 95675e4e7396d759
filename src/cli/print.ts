import { stripVTControlCharacters } from "node:util";
import type { Dispatched } from "../commands/index.ts";
import { unifiedDiff, type Change } from "../workspace/index.ts";
import { diffLine, resultOf, toMarkdown, toTerminal } from "../report/index.ts";
import type { Session } from "../session/index.ts";
import type { Io } from "./io.ts";
import { saveReport } from "./save-report.ts";

interface Printing {
  /** What a dry run didn't write. */
  readonly unwritten?: readonly Change[];
  /** The session's; programs have none. */
  readonly journal?: Session["journal"];
}

export async function print(
  done: Dispatched,
  io: Io,
  { unwritten = [], journal }: Printing = {},
): Promise<void> {
  const { globals, terminal } = io;
  const { report, style } = done;
  const files = globals.dryRun ? unwritten : (done.files ?? []);
  const data = globals.json || globals.events || globals.report?.endsWith(".json");
  const result = data ? resultOf({ ...done, files, dryRun: globals.dryRun }) : undefined;
  if (globals.report !== undefined) await saveReport(done, result, { io, journal });
  if (globals.events) return io.out(`${JSON.stringify({ type: "result", result })}\n`);
  if (globals.dryRun && !globals.json) {
    printDiff(unwritten, io);
    if (unwritten.length > 0) return; // otherwise the report says why
  }
  if (globals.json) return io.out(`${JSON.stringify(result, null, 2)}\n`);
  if (report.plain !== undefined) return io.out(report.plain);
  if (globals.quiet) return;
  if (!terminal.output) return io.out(await toMarkdown(report, style));
  const text = await toTerminal(report, style, terminal.width);
  io.out(terminal.color ? text : stripVTControlCharacters(text));
}

/** Prints only the diff to stdout, so that `git apply` accepts it. */
function printDiff(changes: readonly Change[], io: Io): void {
  const text = unifiedDiff(changes);
  io.out(io.terminal.color ? text.split("\n").map(diffLine).join("\n") : text);
  io.err(
    `Dry run: ${changes.length} ${changes.length === 1 ? "file" : "files"} would be written; nothing was.\n`,
  );
}
