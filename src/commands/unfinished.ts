import { firstItems } from "../lib/index.ts";
import { code, type Block, type Report, type Section, show } from "../report/index.ts";
import type { Change, CommandRun, Evidence, Written } from "../workspace/index.ts";

export interface Unfinished {
  readonly title: string;
  /** Why it ended, and what to do. */
  readonly error: NonNullable<Report["error"]>;
  /** The reports of the command, and of those it ran, if they ended now. */
  readonly reports: readonly Report[];
  readonly evidence: readonly Evidence[];
  /** The changes it wrote, in their current state. */
  readonly files: readonly Change[];
  /** The text before a command's name. */
  readonly prefix: string;
}

const mostShown = 20;
const longestCommand = 300;

/** The error of an interrupted command; `doing`: the last progress shown. */
export const interruption = (doing: string): Unfinished["error"] => ({
  code: "interrupted",
  message: `Interrupted${doing && ` at: ${doing}`}.`,
  fix: "What is listed was done; the rest was not. Run the command again for all of it.",
});

/** The report of a command that ended early: what was done until then, without claiming completion. */
export function unfinished({ title, error, reports, evidence, files, prefix }: Unfinished): Report {
  const sections = reports
    .flatMap(({ sections: all }) => all)
    .flatMap((section): readonly Section[] => {
      const blocks = section.blocks.filter(({ kind }) => kind !== "claim");
      return blocks.length ? [{ ...section, blocks }] : [];
    });
  const shownEvidence = new Set(
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "check" ? block.evidence : [])),
    ),
  );
  const runs = evidence.filter(
    (item): item is CommandRun => isRun(item) && isNamed(item) && !shownEvidence.has(item),
  );
  const text = `${error.message} ${error.fix}`;
  return {
    title,
    outcome: "failed",
    error,
    sections: [
      show.section("trouble", "", [show.answer(text)]),
      ...sections,
      ...ran(runs),
      ...written(files, prefix),
    ],
  };
}

const isRun = (evidence: Evidence): evidence is CommandRun =>
  (evidence as CommandRun | Written).kind === "run";

/** Whether a person would recognise the command: generated scripts carry their text, and git only reads. */
const isNamed = ({ command }: CommandRun): boolean =>
  command[0] !== "git" && command.join(" ").length <= longestCommand;

function ran(runs: readonly CommandRun[]): readonly Section[] {
  if (runs.length === 0) return [];
  const earlier = runs.length - mostShown;
  const blocks: readonly Block[] = [
    ...(earlier > 0 ? [show.list([`${earlier} earlier runs`])] : []),
    ...runs
      .slice(-mostShown)
      .map((run) =>
        show.check(
          run.stopped === undefined ? "ran to its end" : "ended before it was done",
          run,
          run.exitCode === 0,
        ),
      ),
  ];
  return [show.section("ran", "What ran", blocks)];
}

function written(files: readonly Change[], prefix: string): readonly Section[] {
  if (files.length === 0) return [];
  const items = files.map(({ path, before, after }) => {
    const what = after === null ? "removed" : before === null ? "created" : "changed";
    return `${code(path)} ${what}`;
  });
  const back = `${prefix}undo takes ${files.length === 1 ? "it" : "them"} back`;
  return [show.section("written", "What was written", [show.list([...firstItems(items, mostShown), back])])];
}
