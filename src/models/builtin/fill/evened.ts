import type { Parameter } from "../read/parameter.ts";
import { overlap, type Candidate } from "./candidates.ts";
import type { Matrix } from "./further.ts";
import type { Filler } from "./role.ts";

/**
 * `19 in the bedroom and 22 in the bathroom`: if one parameter has several values, and another could have as many, it gets
 * all of them. Returns rows with columns.
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
        ? [[row, column] as const]
        : [],
    );
    return fillers.length + more.length === marks.length ? more : [];
  });
}
