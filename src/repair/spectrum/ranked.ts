import { functionsIn } from "../../code/index.ts";
import { type Changed, isChanged } from "../../test-runs/index.ts";
import type { Files } from "../../workspace/index.ts";
import { shortName } from "../short-name.ts";
import { suspicionOf } from "./definitions.ts";
import type { Spectrum } from "./spectrum.ts";

/** A function that failing tests ran. */
export interface Suspect {
  readonly file: string;
  /** The line on the stack, otherwise the most suspicious one. */
  readonly line: number;
  readonly why: string;
  /** Its first and last line; a line outside of functions is its own range. */
  readonly range: readonly [first: number, last: number];
}

interface Place {
  readonly file: string;
  readonly line: number | undefined;
}

export interface Evidence {
  readonly files: Files;
  /** Deepest first. */
  readonly onStack: readonly Place[];
  /** Functions that the failing lines name, by their first lines. */
  readonly named: readonly Place[];
  readonly changed: Changed | undefined;
  /** Names and messages of the failures. */
  readonly texts: string;
}

/** A function or statement, with its most suspicious runs. */
interface Unit {
  readonly file: string;
  /** The name by which the failing lines may refer to it; empty if it has none. */
  readonly name: string;
  readonly label: string;
  readonly line: number;
  readonly range: readonly [first: number, last: number];
  readonly counts: readonly [passed: number, failed: number];
  /** How much the runs say: less if only what reads it was run. */
  readonly weight: number;
  /** Its lines that failing tests ran. */
  readonly ran: number;
}

/**
 * Ranks functions and statements outside of them by how much more failing tests run them than passing ones (Ochiai, of
 * their most suspicious line, or of the lines that read a statement's names), weighted by further evidence: stack
 * depth, the failing lines, words shared with the failure, uncommitted changes, and their size.
 */
export async function rankedByRuns(spectrum: Spectrum, evidence: Evidence): Promise<readonly Suspect[]> {
  const { failed, definitions } = spectrum;
  const { onStack, named, changed } = evidence;
  const textWords = wordsIn(evidence.texts);
  const units = [
    ...(await functionsRun(spectrum, evidence.files)),
    ...definitions.map(({ range, ...rest }): Unit => ({
      ...rest,
      label: rest.name,
      line: range[0],
      range,
      ran: 1,
    })),
  ];
  const all = units.map(({ file, name, label, line, range, counts, weight, ran }) => {
    const holds = (place: Place): boolean =>
      place.file === file && place.line !== undefined && place.line >= range[0] && place.line <= range[1];
    const depth = onStack.findIndex(holds);
    const words = [...wordsIn(name)];
    const further =
      1 +
      (depth < 0 ? 0 : 2 / (1 + depth)) +
      (named.some(holds) ? 0.5 : 0) +
      (words.length ? (0.3 * words.filter((word) => textWords.has(word)).length) / words.length : 0) +
      (changed && isChanged(changed, file, range) ? 1 : 0) +
      0.15 * Math.log2(1 + ran);
    const [fine, bad] = counts;
    const tests = `${bad} of ${failed} failing tests and by ${fine ? `${fine} that passed` : "none that passed"}`;
    const by = weight < 1 ? `read by lines run by ${tests}` : `run by ${tests}`;
    const why = `${label ? `${label}: ` : ""}${by}${depth < 0 ? "" : "; on the stack"}`;
    const suspect = { file, line: onStack[depth]?.line ?? line, why, range };
    return { score: suspicionOf(counts, failed) * weight * further, suspect };
  });
  return all.sort((a, b) => b.score - a.score).map(({ suspect }) => suspect);
}

/** Functions, and lines outside of them, that failing tests ran. */
async function functionsRun({ failed, lines }: Spectrum, files: Files): Promise<readonly Unit[]> {
  const units: Unit[] = [];
  for (const [file, counts] of lines) {
    const functions = await functionsIn(file, (await files.tryRead(file).catch(() => null)) ?? "");
    const innermost = (line: number) =>
      functions
        .filter((one) => one.line <= line && line <= one.endLine)
        .reduce<(typeof functions)[number] | undefined>(
          (best, one) => (best && best.endLine - best.line <= one.endLine - one.line ? best : one),
          undefined,
        );
    const run = [...counts].filter(([, [, bad]]) => bad > 0).sort(([a], [b]) => a - b);
    for (const [owner, ownerLines] of Map.groupBy(run, ([line]) => innermost(line))) {
      const hottest = ownerLines.reduce((best, one) =>
        suspicionOf(one[1], failed) > suspicionOf(best[1], failed) ? one : best,
      );
      units.push({
        file,
        name: owner ? shortName(file, owner.name) : "",
        label: owner?.name ?? "",
        line: hottest[0],
        range: [owner?.line ?? hottest[0], owner?.endLine ?? hottest[0]],
        counts: hottest[1],
        weight: 1,
        ran: ownerLines.length,
      });
    }
  }
  return units;
}

const shortest = 3;

/** Splits `parseHeaderValue` and `parse_header_value` into parse, header, value. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => word.length >= shortest),
  );
