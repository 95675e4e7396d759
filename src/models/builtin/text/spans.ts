import { remembered } from "../../../lib/index.ts";
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The first index in a sorted list from which on a test holds. */
function firstAt<T>(list: readonly T[], test: (item: T) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = list[middle];
    if (item !== undefined && test(item)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The index of the first span that begins at a place or after it, in an ordered list. */
export const beginningAt = (spans: readonly Span[], place: number): number =>
  firstAt(spans, ({ start }) => start >= place);

/** The number of spans that end before or at a place, in an ordered list without overlaps. */
export const endedBy = (spans: readonly Span[], place: number): number =>
  firstAt(spans, ({ end }) => end > place);

/** The spans between two places, from an ordered list without overlaps. */
export function between<T extends Span>(spans: readonly T[], start: number, end: number): readonly T[] {
  const from = beginningAt(spans, start);
  return spans.slice(
    from,
    Math.max(
      from,
      firstAt(spans, (span) => span.end > end),
    ),
  );
}

/** The spans inside a range, from a list ordered by beginnings, which may overlap. */
export const inside = <T extends Span>(spans: readonly T[], { start, end }: Span): readonly T[] =>
  spans.slice(beginningAt(spans, start), beginningAt(spans, end + 1)).filter((span) => span.end <= end);

/** Many spans, sorted once so that each query takes logarithmic time. */
export interface Spans {
  /** Whether one of them contains another span. */
  readonly hold: (span: Span) => boolean;
  /** Whether one of them overlaps another span. */
  readonly touch: (span: Span) => boolean;
}

export function spansOf(spans: readonly Span[]): Spans {
  let furthest = Number.NEGATIVE_INFINITY;
  const sorted = spans
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => ({ start, reach: (furthest = Math.max(furthest, end)) }));
  const reach = (count: number): number => sorted[count - 1]?.reach ?? Number.NEGATIVE_INFINITY;
  return {
    hold: ({ start, end }) => reach(firstAt(sorted, (span) => span.start > start)) >= end,
    touch: ({ start, end }) => reach(firstAt(sorted, (span) => span.start >= end)) > start,
  };
}

/** The same for a list that doesn't change, such as a reading's mentions: sorted once. */
export const indexed = remembered(spansOf);

/** A text with the spans, in order, replaced by blanks. */
export function blanked(text: string, spans: readonly Span[]): string {
  let blank = "";
  for (const { start, end } of spans) {
    if (end <= blank.length) continue;
    blank += text.slice(blank.length, Math.max(blank.length, start));
    blank += " ".repeat(end - blank.length);
  }
  return blank + text.slice(blank.length);
}
