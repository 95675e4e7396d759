/** A part of a text, by its places. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The first index of a list in order at which a test holds that holds from there on. */
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

/** The place in a list of spans in order of the first that begins at a place or behind it. */
export const beginningAt = (spans: readonly Span[], place: number): number =>
  firstAt(spans, ({ start }) => start >= place);

/** How many of some spans in order, none of which overlaps another, end before or at a place. */
export const endedBy = (spans: readonly Span[], place: number): number =>
  firstAt(spans, ({ end }) => end > place);

/** Of spans in order, none of which overlaps another, those between two places. */
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

/** Of spans by their beginnings, which may overlap, those within a part of the text. */
export const inside = <T extends Span>(spans: readonly T[], { start, end }: Span): readonly T[] =>
  spans.slice(beginningAt(spans, start), beginningAt(spans, end + 1)).filter((span) => span.end <= end);

/** Many spans, sorted once so that a question about them costs the logarithm of their number. */
export interface Spans {
  /** Whether one of them holds all of another span. */
  readonly hold: (span: Span) => boolean;
  /** Whether one of them shares text with another span. */
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

const known = new WeakMap<readonly Span[], Spans>();

/** The same of a reading's mentions or another list that stays: sorted once. */
export function indexed(spans: readonly Span[]): Spans {
  const made = known.get(spans) ?? spansOf(spans);
  known.set(spans, made);
  return made;
}

/** A text with blanks where the spans, in order, stand. */
export function blanked(text: string, spans: readonly Span[]): string {
  let made = "";
  for (const { start, end } of spans) {
    if (end <= made.length) continue;
    made += text.slice(made.length, Math.max(made.length, start));
    made += " ".repeat(end - made.length);
  }
  return made + text.slice(made.length);
}
