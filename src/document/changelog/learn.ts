/** What a decision is made from: names of what holds, such as `type:fix` or `touch:tests`. */
export type Traits = readonly string[];

export interface Sample {
  readonly traits: Traits;
  readonly yes: boolean;
}

/** Odds of yes, as a natural logarithm. */
export type Judge = (traits: Traits) => number;

const rounds = 30;
/** How far each sample moves a weight, at first; less with each round. */
const rate = 0.15;
const fading = 0.2;
/** How strongly each weight is drawn back to what was believed beforehand. */
const caution = 0.03;

/**
 * Logistic regression that begins at `belief` (a trait's weight before any sample was seen) and moves from there only as
 * far as the samples demand, the last ones most; without samples it is the belief. The same samples always give the same judge.
 */
export function learn(samples: readonly Sample[], belief: (trait: string) => number): Judge {
  const places = new Map<string, number>();
  const believed: number[] = [];
  const rows = samples.map(({ traits }) =>
    traits.map((trait) => {
      const place = places.get(trait) ?? believed.push(belief(trait)) - 1;
      places.set(trait, place);
      return place;
    }),
  );
  const weights = Float64Array.from(believed);
  const weigh = (row: readonly number[]): number => {
    let sum = 0;
    for (const place of row) sum += weights[place] ?? 0;
    return sum;
  };
  for (let round = 0; round < rounds; round++) {
    const step = rate / (1 + round * fading);
    for (const [i, row] of rows.entries()) {
      const wrong = (samples[i]?.yes ? 1 : 0) - 1 / (1 + Math.exp(-weigh(row)));
      for (const place of row) {
        const weight = weights[place] ?? 0;
        weights[place] = weight + step * (wrong - caution * (weight - (believed[place] ?? 0)));
      }
    }
  }
  return (traits) =>
    traits.reduce((sum, trait) => {
      const place = places.get(trait);
      return sum + (place === undefined ? belief(trait) : (weights[place] ?? 0));
    }, 0);
}
