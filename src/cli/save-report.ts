import { dirname, relative } from "node:path";
import type { Dispatched } from "../commands/index.ts";
import { toMarkdown } from "../report/index.ts";
import type { Json } from "../lib/index.ts";
import type { Session } from "../session/index.ts";
import { namedPlace, openWorkspace } from "../workspace/index.ts";
import type { Io } from "./io.ts";

/**
 * Writes a report to the file of `--report`, with the usual safety rules: never into `.git`, not through links that
 * lead out, undoable. Outside the working folder, the file's own folder is the limit.
 */
export async function saveReport(
  { report, style }: Dispatched,
  result: Json | undefined,
  { io, journal }: { readonly io: Io; readonly journal: Session["journal"] | undefined },
): Promise<void> {
  const { cwd, folders, clock, globals } = io;
  if (globals.report === undefined) return;
  const { path, isInside } = await namedPlace(cwd, globals.report);
  const folder = isInside ? cwd : dirname(path);
  const { files, root } = await openWorkspace(folder, { state: folders.state, clock });
  const place = isInside ? relative(root, path) : path.slice(dirname(path).length + 1);
  const after = globals.report.endsWith(".json")
    ? `${JSON.stringify(result, null, 2)}\n`
    : await toMarkdown(report, style);
  await files.write([{ path: place, before: await files.tryRead(place), after }]);
  if (!isInside) await journal?.append({ type: "folder", path: root });
}
