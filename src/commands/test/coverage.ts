import type { Count, FileCoverage, Gap } from "../../code/index.ts";
import { type Block, type Section, code, show } from "../../report/index.ts";
import type { Files } from "../../workspace/index.ts";
import { isChanged, type Changed, isTestFile, type Ran } from "../../test-runs/index.ts";

const mostFiles = 30;
const mostGaps = 40;

interface Placed extends Gap {
  readonly file: string;
  /** One of its lines differs from the last commit. */
  readonly fresh: boolean;
}

interface Ground {
  readonly files: Files;
  readonly changed: Changed | undefined;
  /** Only these files, if a line named some. */
  readonly only: readonly string[];
}

/** The coverage of files below the root, without tests. */
export function measured(runs: readonly Ran[], only: readonly string[]): readonly FileCoverage[] {
  const found = new Map<string, FileCoverage>();
  for (const { coverage, place } of runs)
    for (const fileCoverage of coverage ?? []) {
      const file = [place.folder, fileCoverage.file].filter(Boolean).join("/");
      const inside = !file.startsWith("/") && !file.startsWith("..") && !file.includes("node_modules/");
      const known = found.get(file);
      // Of several measured runs, the one that covered more counts.
      const more = !known || fileCoverage.lines.covered >= known.lines.covered;
      if (inside && !isTestFile(file) && (only.length === 0 || only.includes(file)) && more)
        found.set(file, { ...fileCoverage, file });
    }
  return [...found.values()];
}

/** Uncovered code: changed lines first, then the files with most of it. */
export function ranked(files: readonly FileCoverage[], changed: Changed | undefined): readonly Placed[] {
  const fresh = ({ line, endLine }: Gap, file: string): boolean =>
    changed !== undefined && isChanged(changed, file, [line, endLine]);
  return [...files]
    .sort((a, b) => b.gaps.length - a.gaps.length || (a.file < b.file ? -1 : 1))
    .flatMap(({ file, gaps }) => gaps.map((gap) => ({ ...gap, file, fresh: fresh(gap, file) })))
    .sort((a, b) => Number(b.fresh) - Number(a.fresh));
}

export async function coverageSections(runs: readonly Ran[], ground: Ground): Promise<readonly Section[]> {
  const files = measured(runs, ground.only);
  const last = runs.findLast(({ coverage }) => coverage !== undefined);
  if (!last) return [];
  const gaps = ranked(files, ground.changed);
  const claim = `coverage: lines ${share(files.map(({ lines }) => lines))}, branches ${share(files.map(({ branches }) => branches))}`;
  const rows = [...files]
    .sort((a, b) => b.gaps.length - a.gaps.length || (a.file < b.file ? -1 : 1))
    .slice(0, mostFiles)
    .map((file) => [code(file.file), share([file.lines]), share([file.branches]), file.gaps.length]);
  const rest = files.length - rows.length;
  const head: readonly Block[] = [
    show.check(claim, last.run, last.run.exitCode === 0),
    ...(rows.length
      ? [show.table(["File", "Lines", "Branches", "Gaps"], rows)]
      : [show.list(["No file of the project was reached"])]),
    ...(rest > 0 ? [show.list([`and ${rest} more files`])] : []),
  ];
  const gapTexts = await Promise.all(gaps.slice(0, mostGaps).map((gap) => describeGap(gap, ground.files)));
  const more = gaps.length - gapTexts.length;
  const items = [...gapTexts, ...(more > 0 ? [`and ${more} more`] : [])];
  return [
    show.section("coverage", "Coverage", head),
    ...show.sections("gaps", "Not covered", show.lists(items)),
  ];
}

export function share(counts: readonly Count[]): string {
  const covered = counts.reduce((sum, count) => sum + count.covered, 0);
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  return total ? `${((100 * covered) / total).toFixed(1)} % (${covered} of ${total})` : "none";
}

const kinds = { branch: "branch", function: "function never called", lines: "never run" } as const;

async function describeGap(
  { file, line, endLine, kind, what, fresh }: Placed,
  files: Files,
): Promise<string> {
  const text = await files.tryRead(file).catch(() => null);
  const source = text?.split("\n")[line - 1]?.trim() ?? "";
  const place = code(endLine > line ? `${file}:${line}-${endLine}` : `${file}:${line}`);
  const about = [kinds[kind], what && code(what)].filter(Boolean).join(" ");
  return [place, fresh ? "changed," : "", `${about}:`, code(source.slice(0, 120))].filter(Boolean).join(" ");
}
