import type { Parameter } from "../read/parameter.ts";
import { unitsNamed } from "../text/units.ts";
import { overlap, type Candidate } from "./candidates.ts";
import { assign } from "./assign.ts";

/** The scores of parameters (rows) and candidates (columns) in one assignment. */
export interface Matrix {
  readonly parameters: readonly Parameter[];
  readonly candidates: readonly Candidate[];
  readonly scores: readonly (readonly number[])[];
}

const copies = 8;

/** The remaining values once every parameter has its best: further values of the same kind, for further calls. */
export function further(
  matrix: Matrix,
  first: readonly number[],
  text: string,
): readonly (readonly [number, number])[] {
  const usedColumns = new Set(first);
  const { candidates, parameters } = matrix;
  const left = candidates
    .map((_, column) => column)
    .filter(
      (column) =>
        !usedColumns.has(column) &&
        !candidates.some((other, index) => usedColumns.has(index) && overlap(other, candidates[column])),
    );
  const rows = parameters.flatMap((_, row) =>
    (first[row] ?? -1) < 0 || left.length === 0
      ? []
      : Array.from({ length: Math.min(copies, left.length) }, () => row),
  );
  const scores = rows.map((row) =>
    left.map(
      (column) =>
        (matrix.scores[row]?.[column] ?? -9) - again({ row, column, best: first[row] ?? -1 }, matrix, text),
    ),
  );
  return assign(scores).flatMap((index, i) => {
    const [row, column] = [rows[i], left[index]];
    return row === undefined || column === undefined ? [] : [[row, column] as const];
  });
}

const kindsOf = (candidate: Candidate | undefined): string =>
  candidate?.option ? "option" : (candidate?.mentions[0]?.kind ?? "");

/** Whether two values may measure the same quantity: not metres and seconds, nor money and a share. */
function sameQuantity(candidate: Candidate | undefined, other: Candidate | undefined): boolean {
  const [a, b] = [candidate?.mentions[0], other?.mentions[0]];
  if (!a?.number || !b?.number) return true;
  const [units, others] = [a, b].map(({ unit }) => unitsNamed(unit ?? ""));
  if (!units?.length || !others?.length) return true;
  return units.some(({ quantity }) => others.some((unit) => unit.quantity === quantity));
}

/** Words between the values of two calls, not between a value and its explanation. */
const parted =
  /\b(?:and|or|also|then|another|other|next|second|third|finally|lastly|last|plus|while|but|instead|respectively|versus|vs|again|same)\b|[,;\n]|\. (?:The|A|An|In|For|If|You|It|He|She|They|What)\b/i;

/**
 * The cost of another value for a parameter: low next to its first value in one coordination, high for a different
 * kind.
 */
function again(at: { row: number; column: number; best: number }, matrix: Matrix, text: string): number {
  const { row, column, best } = at;
  const { candidates, scores } = matrix;
  const parameter = matrix.parameters[row];
  const [candidate, other] = [candidates[best], candidates[column]];
  if (kindsOf(candidate) !== kindsOf(other) || !sameQuantity(candidate, other)) return 9;
  if (parameter?.type === "array" && kindsOf(candidate) !== "list") return 0.5;
  if (candidate && other && candidate.group === other.group)
    return kindsOf(candidate) === "phrase" ? 0.05 : 0.4;
  const more = parameter?.required ? 0.9 : 0.1;
  const apart =
    candidate &&
    other &&
    !parted.test(text.slice(Math.min(candidate.end, other.end), Math.max(candidate.start, other.start)))
      ? 1
      : 0;
  const drop = (scores[row]?.[best] ?? 0) - (scores[row]?.[column] ?? 0);
  return more + apart + 0.35 * Math.max(0, drop - 1) + (kindsOf(candidate) === "phrase" ? 0.8 : 0);
}
