import { functionsIn } from "../../code/index.ts";
import { type Changed, isChanged } from "../../test-runs/index.ts";
import type { Files } from "../../workspace/index.ts";
import { shortName } from "../short-name.ts";
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

/**
 * Ranks functions by how much more failing tests run them than passing ones (Ochiai, of their most suspicious line),
 * weighted by further evidence: stack depth, the failing lines, words shared with the failure, uncommitted changes,
 * and their size.
 */
export async function rankedByRuns(
  { failed, lines }: Spectrum,
  { files, onStack, named, changed, texts }: Evidence,
): Promise<readonly Suspect[]> {
  const textWords = wordsIn(texts);
  const all: { readonly score: number; readonly suspect: Suspect }[] = [];
  for (const [file, counts] of lines) {
    const text = (await files.tryRead(file).catch(() => null)) ?? "";
    const functions = await functionsIn(file, text);
    const innermost = (line: number) =>
      functions
        .filter((one) => one.line <= line && line <= one.endLine)
        .reduce<(typeof functions)[number] | undefined>(
          (best, one) => (best && best.endLine - best.line <= one.endLine - one.line ? best : one),
          undefined,
        );
    const run = [...counts].filter(([, [, bad]]) => bad > 0).sort(([a], [b]) => a - b);
    for (const [owner, ownerLines] of Map.groupBy(run, ([line]) => innermost(line))) {
      const ochiai = ([, [fine, bad]]: (typeof ownerLines)[number]): number =>
        bad / Math.sqrt(failed * (bad + fine));
      const hottest = ownerLines.reduce((best, one) => (ochiai(one) > ochiai(best) ? one : best));
      const [line, [fine, bad]] = hottest;
      const range = [owner?.line ?? line, owner?.endLine ?? line] as const;
      const holds = (place: Place): boolean =>
        place.file === file && place.line !== undefined && place.line >= range[0] && place.line <= range[1];
      const depth = onStack.findIndex(holds);
      const words = [...wordsIn(owner ? shortName(file, owner.name) : "")];
      const weight =
        1 +
        (depth < 0 ? 0 : 2 / (1 + depth)) +
        (named.some(holds) ? 0.5 : 0) +
        (words.length ? (0.3 * words.filter((word) => textWords.has(word)).length) / words.length : 0) +
        (changed && isChanged(changed, file, range) ? 1 : 0) +
        0.15 * Math.log2(1 + ownerLines.length);
      const what = owner ? `${owner.name}: ` : "";
      const passing = fine ? `${fine} that passed` : "none that passed";
      const why = `${what}run by ${bad} of ${failed} failing tests and by ${passing}${depth < 0 ? "" : "; on the stack"}`;
      const suspect = { file, line: onStack[depth]?.line ?? line, why, range };
      all.push({ score: ochiai(hottest) * weight, suspect });
    }
  }
  return all.sort((a, b) => b.score - a.score).map(({ suspect }) => suspect);
}

const shortest = 3;

/** Splits `parseHeaderValue` and `parse_header_value` into parse, header, value. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => word.length >= shortest),
  );
