import type { Parameter } from "../read/parameter.ts";
import type { Filler, Roles } from "./role.ts";

/** The values of one call. */
export type Frame = ReadonlyMap<Parameter, Filler>;

const most = 16;

/**
 * Determines how many calls the roles describe, and which value belongs to which: a parameter with one value applies to
 * all, parameters with as many values as there are calls give one to each, in order.
 */
export function framesOf(roles: Roles, text: string): readonly Frame[] {
  const lists = new Map<Parameter, readonly Filler[]>();
  for (const [parameter, fillers] of roles)
    lists.set(
      parameter,
      parameter.type === "array" ? (counted(fillers, text) ? fillers : joined(fillers)) : fillers,
    );
  const count = Math.min(most, Math.max(1, ...[...lists.values()].map((fillers) => fillers.length)));
  if (count === 1)
    return [
      new Map([...lists].flatMap(([parameter, [filler]]) => (filler ? [[parameter, filler] as const] : []))),
    ];
  const crossed = product(lists, text);
  if (crossed) return crossed;
  const anchors = anchorsOf(lists, count);
  for (const [parameter, fillers] of roles)
    if (parameter.type === "array" && fillers.length > 1 && lists.get(parameter)?.length !== count)
      lists.set(parameter, spread(fillers, anchors));
  return Array.from({ length: count }, (_, i) => {
    const frame = new Map<Parameter, Filler>();
    for (const [parameter, fillers] of lists) {
      const filler = fillers.length === count ? fillers[i] : nearest(fillers, anchors, i);
      if (filler) frame.set(parameter, filler);
    }
    return frame;
  });
}

/**
 * Distributes the elements of a list parameter by the call in whose part of the text they are; shared if any part has
 * none.
 */
function spread(fillers: readonly Filler[], anchors: readonly number[]): readonly Filler[] {
  const parts = anchors.map((from, i) =>
    fillers.filter(
      (filler) =>
        (i === 0 || filler.start >= from) && filler.start < (anchors[i + 1] ?? Number.POSITIVE_INFINITY),
    ),
  );
  const all = parts.every((part) => part.length > 0) ? parts : [fillers];
  return all.flatMap((part) => gathered(part));
}

/** `the first likes A, the second B`: enumerated elements belong to one call each. */
const counted = (fillers: readonly Filler[], text: string): boolean =>
  fillers.length > 1 &&
  fillers
    .slice(1)
    .every(({ start }, i) =>
      /\b(?:second|third|fourth|fifth|sixth|another|last)\b/i.test(
        text.slice(fillers[i]?.end ?? start, start),
      ),
    );

/** Joins single elements to one list; whole lists stay lists. */
function joined(fillers: readonly Filler[]): readonly Filler[] {
  const whole = fillers.filter(
    (filler) => filler.group < 0 || (Array.isArray(filler.value) && filler.value.length !== 1),
  );
  return whole.length > 0 ? whole : gathered(fillers);
}

function gathered(fillers: readonly Filler[]): readonly Filler[] {
  const [first] = fillers;
  if (!first) return [];
  const value = fillers.flatMap((filler) => (Array.isArray(filler.value) ? filler.value : [filler.value]));
  return [{ ...first, value, end: fillers.at(-1)?.end ?? first.end }];
}

/** Two coordinations, `A and B in X, Y and Z`, mean all combinations, unless they are paired by `respectively`. */
function product(
  lists: ReadonlyMap<Parameter, readonly Filler[]>,
  text: string,
): readonly Frame[] | undefined {
  const many = [...lists].filter(([, fillers]) => fillers.length > 1);
  const [first, second] = many;
  if (many.length !== 2 || !first || !second) return undefined;
  if (first[1].length === second[1].length && /\brespective(?:ly)?\b/i.test(text)) return undefined;
  const together = (fillers: readonly Filler[]): boolean =>
    fillers.every((filler) => filler.group === fillers[0]?.group);
  if (!together(first[1]) || !together(second[1])) return undefined;
  if (first[1].length * second[1].length > most) return undefined;
  const shared = [...lists].filter(([, fillers]) => fillers.length === 1);
  return first[1].flatMap((a) =>
    second[1].map(
      (b) =>
        new Map([
          ...shared.flatMap(([parameter, [filler]]) => (filler ? [[parameter, filler] as const] : [])),
          [first[0], a] as const,
          [second[0], b] as const,
        ]),
    ),
  );
}

/** Where each call begins and ends in the text, by the values that only it has. */
function anchorsOf(lists: ReadonlyMap<Parameter, readonly Filler[]>, count: number): readonly number[] {
  const full = [...lists.values()].filter((fillers) => fillers.length === count);
  return Array.from({ length: count }, (_, i) => Math.min(...full.map((fillers) => fillers[i]?.start ?? 0)));
}

/** If there are too few values: the one inside the call, else the last before it, else the first. */
function nearest(fillers: readonly Filler[], anchors: readonly number[], i: number): Filler | undefined {
  if (fillers.length === 1) return fillers[0];
  const from = i === 0 ? -1 : (anchors[i] ?? 0);
  const to = anchors[i + 1] ?? Number.POSITIVE_INFINITY;
  return (
    fillers.find((filler) => filler.start >= from && filler.start < to) ??
    fillers.findLast((filler) => filler.start < from) ??
    fillers[0]
  );
}
