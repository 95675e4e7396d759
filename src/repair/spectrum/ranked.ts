import { type Changed, isChanged } from "../../test-runs/index.ts";
import { shortName, stemOf } from "../short-name.ts";
import { suspicionOf } from "./definitions.ts";
import type { Source, Sources } from "./sources.ts";
import type { Spectrum } from "./spectrum.ts";

/** A function, or lines outside of functions, that may cause failures. */
export interface Suspect {
  readonly file: string;
  /** The line on the stack, otherwise the most suspicious one. */
  readonly line: number;
  readonly why: string;
  /** The first and last line. */
  readonly range: readonly [first: number, last: number];
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/** What is known of the failures. */
export interface Failures {
  readonly tests: readonly string[];
  /** Deepest first. */
  readonly onStack: readonly Place[];
  /** How many lines before a failing line names are read or called; 0 for those on it. */
  readonly named: ReadonlyMap<string, number>;
  readonly changed: Changed | undefined;
  /** Names and messages of the failures. */
  readonly texts: string;
}

/** A function or statement. */
interface Unit {
  readonly file: string;
  /** The name by which tests may refer to it; empty if it has none. */
  readonly name: string;
  readonly label: string;
  readonly line: number;
  readonly range: readonly [first: number, last: number];
  /** Of its most suspicious line; undefined if nothing was recorded. */
  readonly counts?: readonly [passed: number, failed: number];
  /** How much the runs say: less if only what reads it was run. */
  readonly weight: number;
  /** Its lines that failing tests ran. */
  readonly ran: number;
}

interface Known extends Failures {
  /** Of the failures' texts. */
  readonly words: ReadonlySet<string>;
  /** The units of each name. */
  readonly alike: ReadonlyMap<string, readonly Unit[]>;
}

interface Row {
  readonly weight: number;
  /** How much it speaks for a unit, usually from 0 to 1. */
  of(unit: Unit, known: Known): number;
  readonly why?: string;
}

const isIn = ({ file, range }: Unit, place: Place): boolean =>
  place.file === file && place.line >= range[0] && place.line <= range[1];

/** A name that more units have means little. */
const mostAlike = 2;

/** What speaks for a place besides the runs of the tests; each row adds to the weight of those. */
const evidence: readonly Row[] = [
  {
    weight: 2,
    of(unit, { onStack }) {
      const depth = onStack.findIndex((place) => isIn(unit, place));
      return depth < 0 ? 0 : 1 / (1 + depth);
    },
    why: "on the stack",
  },
  {
    weight: 0.5,
    of({ name }, { named, alike }) {
      const distance = named.get(name);
      const isCommon = (alike.get(name)?.length ?? 0) > mostAlike;
      return distance === undefined ? 0 : 1 / (1 + distance / 4 + (isCommon ? 3 : 0));
    },
    why: "the failing lines name it",
  },
  {
    weight: 0.3,
    of({ name }, { words }) {
      const own = [...wordsIn(name)];
      return own.length ? own.filter((word) => words.has(word)).length / own.length : 0;
    },
  },
  { weight: 0.15, of: ({ ran }) => Math.log2(1 + ran) },
  {
    weight: 0.5,
    of: ({ file }, { tests }) => (tests.some((test) => stemOf(test) === stemOf(file)) ? 1 : 0),
  },
  {
    weight: 1,
    of: ({ file, range }, { changed }) => (changed && isChanged(changed, file, range) ? 1 : 0),
    why: "changed since the last commit",
  },
];

/**
 * Ranks functions, and statements outside of them, by how much more failing tests run them than passing ones (Ochiai, of
 * their most suspicious line, or of the lines that read a statement's names), weighted by the table of evidence. Where
 * nothing was recorded, all functions of the used files are ranked by the table alone.
 */
export async function rankedPlaces(
  { spectrum, sources, used }: { spectrum: Spectrum | undefined; sources: Sources; used: readonly string[] },
  failures: Failures,
): Promise<readonly Suspect[]> {
  const run = spectrum ? await unitsRun(spectrum) : [];
  const units = run.length ? run : await unitsIn(used, sources);
  const known = {
    ...failures,
    words: wordsIn(failures.texts),
    alike: Map.groupBy(units, ({ name }) => name),
  };
  const all = units.map((unit) => {
    const { counts, weight, file, range, label } = unit;
    const rows = evidence.map((row) => ({ row, value: row.of(unit, known) }));
    const further = rows.reduce((sum, { row, value }) => sum + row.weight * value, 1);
    const runs = counts && spectrum ? suspicionOf(counts, spectrum.failed) * weight : 1;
    const reasons = rows.flatMap(({ row, value }) => (value > 0 ? (row.why ?? []) : []));
    const why = [...(counts && spectrum ? [runBy(counts, weight, spectrum.failed)] : []), ...reasons].join(
      "; ",
    );
    const line = failures.onStack.find((place) => isIn(unit, place))?.line ?? unit.line;
    return {
      score: runs * further,
      suspect: { file, line, range, why: [label, why].filter(Boolean).join(": ") },
      isKnown: counts !== undefined || reasons.length > 0,
    };
  });
  return all
    .filter(({ isKnown }) => isKnown)
    .sort((a, b) => b.score - a.score)
    .map(({ suspect }) => suspect);
}

const runBy = ([fine, bad]: readonly [number, number], weight: number, failed: number): string =>
  `${weight < 1 ? "read by lines run" : "run"} by ${bad} of ${failed} failing tests and by ${fine ? `${fine} that passed` : "none that passed"}`;

/** All functions of files. */
async function unitsIn(paths: readonly string[], sources: Sources): Promise<readonly Unit[]> {
  const read = await Promise.all(paths.map((path) => sources.of(path)));
  return read.flatMap((source) =>
    (source?.functions ?? []).map(({ name, line, endLine }) => ({
      file: source?.file ?? "",
      name: shortName(source?.file ?? "", name),
      label: name,
      line,
      range: [line, endLine] as const,
      weight: 1,
      ran: 0,
    })),
  );
}

/** Functions, and statements outside of them, that failing tests ran or whose names they read. */
async function unitsRun({ failed, lines, definitions, sources }: Spectrum): Promise<readonly Unit[]> {
  const units: Unit[] = definitions.map(({ range, ...rest }) => ({
    ...rest,
    label: rest.name,
    line: range[0],
    range,
    ran: 1,
  }));
  for (const [file, counts] of lines) {
    const source = await sources.of(file);
    const run = [...counts].filter(([, [, bad]]) => bad > 0).sort(([a], [b]) => a - b);
    for (const [owner, ownerLines] of Map.groupBy(run, ([line]) => innermost(line, source))) {
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

/** The smallest function around a line. */
const innermost = (line: number, source: Source | undefined): Source["functions"][number] | undefined =>
  source?.functions
    .filter((one) => one.line <= line && line <= one.endLine)
    .toSorted((a, b) => a.endLine - a.line - (b.endLine - b.line))[0];

const shortest = 3;

/** Splits `parseHeaderValue` and `parse_header_value` into parse, header, value. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => word.length >= shortest),
  );
