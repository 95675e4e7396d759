import type { Parameter } from "../read/parameter.ts";
import { overlap, type Candidate } from "./candidates.ts";
import type { Matrix } from "./further.ts";
import type { Filler } from "./role.ts";

/**
 * `19 in the bedroom and 22 in the bathroom`: if one parameter has several values, and another has some of equally many
 * values between them, the other gets all of them. Returns rows with columns.
 */
export function evened(
  { parameters, candidates, scores }: Matrix,
  roles: ReadonlyMap<Parameter, readonly Filler[]>,
  keptCandidates: readonly Candidate[],
): readonly (readonly [number, number])[] {
  const [longest] = [...roles.entries()]
    .filter(([parameter, fillers]) => parameter.type !== "array" && fillers.length > 1)
    .toSorted((a, b) => b[1].length - a[1].length);
  if (!longest) return [];
  const [model, marks] = longest;
  return parameters.flatMap((parameter, row) => {
    const fillers = roles.get(parameter) ?? [];
    if (
      parameter === model ||
      fillers.length === 0 ||
      fillers.length >= marks.length ||
      parameter.type === "array"
    )
      return [];
    const first = candidates.find(({ start }) => start === fillers[0]?.start);
    const kind = first?.mentions[0]?.kind;
    const more = candidates.flatMap((candidate, column) =>
      kind !== undefined &&
      candidate.mentions[0]?.kind === kind &&
      (scores[row]?.[column] ?? 0) > 0 &&
      !keptCandidates.some((other) => overlap(other, candidate))
        ? [{ column, start: candidate.start }]
        : [],
    );
    const places = [...fillers, ...more].map(({ start }) => start).sort((a, b) => a - b);
    return places.length === marks.length && alternate(places, marks)
      ? more.map(({ column }) => [row, column] as const)
      : [];
  });
}

/** Whether one of the places precedes each mark, or one follows each, with none elsewhere between them. */
function alternate(places: readonly number[], marks: readonly Filler[]): boolean {
  const ahead = (places[0] ?? 0) < (marks[0]?.start ?? 0);
  return marks.every(({ start }, i) => {
    const [place = 0, next] = [places[i], marks[i + 1]?.start ?? Number.POSITIVE_INFINITY];
    const before = marks[i - 1]?.start ?? -1;
    return ahead ? place < start && place > before : place > start && place < next;
  });
}
