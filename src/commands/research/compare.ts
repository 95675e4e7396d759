import { detectProject } from "../../code/index.ts";
import { usageError } from "../../lib/index.ts";
import { type Section, show } from "../../report/index.ts";
import type { Context } from "../command.ts";
import { type Depth, gather, type Gathered, inert, place, readQuestion } from "../../research/index.ts";

const most = 5;

interface Alternative {
  readonly name: string;
  readonly all: Gathered;
  /** The range in the manifest. */
  readonly declared: string | undefined;
}

/** Returns the 2 to `most` alternatives of "A or B", "A vs. B", "A, B or C". Raises UserError for fewer or more. */
export function alternativesIn(question: string): readonly string[] {
  const parts = question
    .replace(/[?.!]+$/, "")
    .split(/\s*,\s*(?:or\s+|and\s+)?|\s+(?:or|vs\.?|versus|against|compared\s+(?:to|with))\s+/i)
    .map((item) => item.trim())
    .filter(Boolean);
  const [first = "", ...rest] = parts;
  // The first alternative follows the question's words: "should we cache with redis or memory".
  const width = Math.max(1, ...rest.map((item) => item.split(/\s+/).length));
  const head = first.split(/\s+/).slice(-width).join(" ");
  const names = [...new Set([head, ...rest])].filter(Boolean);
  if (names.length >= 2 && names.length <= most) return names;
  throw usageError(
    "compare_what",
    names.length < 2
      ? "The question names only one thing to compare."
      : `More than ${most} things can't be compared.`,
    'Name them with or: /research "redis or memory for sessions" --compare',
  );
}

/** Searches the project for each alternative separately. */
export async function compared(question: string, depth: Depth, context: Context): Promise<Section> {
  const names = alternativesIn(question);
  const { dependencies } = await detectProject(context.session.source.files);
  const found: Alternative[] = [];
  for (const name of names) {
    const all = await gather(readQuestion(name), depth, context);
    const key = Object.keys(dependencies).find((item) => item.toLowerCase() === name.toLowerCase());
    found.push({ name, all, declared: key && dependencies[key] });
  }
  const rows = found.map(({ name, all: { searched, findings, relations, history, packages }, declared }) => [
    inert(name),
    searched.fitting,
    findings[0] ? place(findings[0].file, findings[0].line) : "none",
    relations.reduce((sum, relation) => sum + relation.callers.length, 0),
    new Set([...history.last, ...history.related].map(({ commit }) => commit.hash)).size,
    declared
      ? inert(declared)
      : packages.some((item) => item.passages.length)
        ? "not declared, documented"
        : "no",
  ]);
  const used = [...found].sort((a, b) => b.all.searched.fitting - a.all.searched.fitting);
  const [first, second] = used;
  const clear = first && second && first.all.searched.fitting > second.all.searched.fitting;
  return show.section("alternatives", "Alternatives", [
    show.table(["Alternative", "Files that fit", "Best place", "Callers", "Commits", "Declared"], rows),
    show.list([
      clear
        ? `Most of the project speaks of ${inert(first.name)}: ${first.all.searched.fitting} files, ${second.all.searched.fitting} of the next. That is what is there, and no advice.`
        : "The project speaks of none more than of the others.",
    ]),
  ]);
}
