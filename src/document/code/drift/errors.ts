import type { Checked, Drift } from "./contract.ts";
import { headingOf, removal } from "./mend.ts";

/** Errors that are named and certainly no longer raised; the last one takes its heading with it. */
export function errors(source: string, { entries, never }: Checked): readonly Drift[] {
  const said = entries.filter(({ kind, at }) => kind === "raises" && at);
  const gone = said.filter(({ name }) => never(name));
  const heading = headingOf(entries, /^raises$/i, { all: said, gone });
  return gone.map((entry, place) => ({
    kind: "raises" as const,
    what: `${entry.name} is no longer raised`,
    edits: [entry, ...(place === 0 ? heading : [])].map((one) => removal(source, one)),
  }));
}
