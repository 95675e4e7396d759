import { changelogOf } from "../../document/index.ts";
import { changelogReport } from "./changelog-report.ts";
import type { DocReport } from "./data.ts";
import type { DocFlags, DocTarget } from "./contract.ts";

async function run(flags: DocFlags, { session }: Parameters<DocTarget["run"]>[1]): Promise<DocReport> {
  session.progress("Reading the history");
  const { workspace, clock } = session;
  const composed = await changelogOf(workspace, { ...flags, now: clock.now() });
  const written =
    composed.changed && !flags.check ? await workspace.files.write([composed.change]) : undefined;
  return changelogReport({ ...composed, written, check: flags.check });
}

const changelog: DocTarget = { formats: ["md"], run };
export default changelog;
