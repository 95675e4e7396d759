import type { Workspace } from "../workspace/index.ts";

/** A quotation that was found at the stated place. */
export interface Citation {
  /** A path, or `commit HASH`. */
  readonly file: string;
  /** From 1; 0 for a commit. */
  readonly line: number;
  readonly quote: string;
}

const least = 6;
const near = 5;
const squeezed = (text: string): string => text.replaceAll(/\s+/g, "");

/** Returns the citation with the actual line of its quotation; empty if it isn't found. */
export async function cited(
  rawClaim: Readonly<Record<string, unknown>>,
  workspace: Workspace,
): Promise<readonly Citation[]> {
  const { file, line, quote, commit } = rawClaim;
  if (typeof quote !== "string" || squeezed(quote).length < least) return [];
  if (typeof commit === "string") return ofCommit(commit, quote, workspace);
  if (typeof file !== "string" || typeof line !== "number") return [];
  const path = await workspace.files.resolve(file).catch(() => undefined);
  const text = path === undefined ? null : await workspace.files.tryRead(path).catch(() => null);
  if (path === undefined || text === null || /(?:^|\/)\.env(?:\.|$)/.test(path)) return [];
  const squeezedLine = squeezed(quote.split("\n")[0] ?? "");
  if (squeezedLine.length < least) return [];
  const lines = text.split("\n");
  const places = lines.flatMap((line, i) => (squeezed(line).includes(squeezedLine) ? [i + 1] : []));
  const away = (place: number): number => Math.abs(place - line);
  const [index] = places.sort((a, b) => away(a) - away(b));
  // Line numbers may be miscounted; a quotation that occurs once is accepted.
  if (index === undefined || (away(index) > near && places.length > 1)) return [];
  return [{ file: path, line: index, quote: (lines[index - 1] ?? "").trim().slice(0, 240) }];
}

async function ofCommit(hash: string, quote: string, workspace: Workspace): Promise<readonly Citation[]> {
  if (!/^[\da-f]{7,40}$/.test(hash)) return [];
  const run = await workspace.git(["show", "-s", "--format=%B", `${hash}^{commit}`]).catch(() => undefined);
  if (run?.exitCode !== 0) return [];
  const line = run.stdout.split("\n").find((item) => squeezed(item).includes(squeezed(quote)));
  return line === undefined
    ? []
    : [{ file: `commit ${hash.slice(0, 10)}`, line: 0, quote: line.trim().slice(0, 240) }];
}
