import type { Context } from "../command.ts";
import type { DocFlags, DocTarget } from "./contract.ts";
import { pathOf } from "./place.ts";
import { unchanged } from "./unchanged.ts";
import type { DocReport } from "./data.ts";

/** The code that reads and documents is loaded only if something changed since the last update. */
async function run(flags: DocFlags, context: Context, argument: string): Promise<DocReport> {
  if (flags.format === "html") return (await import("./site.ts")).run(flags, context, argument);
  const isKept = flags.update && pathOf(argument).symbol === undefined;
  const past = isKept
    ? await unchanged<DocReport>(`doc ${JSON.stringify([argument, flags])}`, context.session.workspace)
    : undefined;
  if (past?.known) return past.known;
  const { documentCode } = await import("./code-run.ts");
  const { report, changes } = await documentCode(flags, context, { argument, past });
  if (changes === 0 && report.outcome === "done") await past?.keep(report);
  return report;
}

const code: DocTarget = { formats: ["md", "html"], run };
export default code;
