/** Features for a decision: names such as `type:fix` or `touch:tests`. */
export type Traits = readonly string[];

export interface Sample {
  readonly traits: Traits;
  readonly yes: boolean;
}

/** Returns the log odds of yes. */
export type Judge = (traits: Traits) => number;

const rounds = 30;
/** Initial learning rate; it decreases each round. */
const rate = 0.15;
const fading = 0.2;
/** Strength of the pull towards the prior weights. */
const caution = 0.03;

/**
 * Logistic regression with prior weights `belief`. Samples move the weights only as far as needed, later
 * samples most; without samples the result is the prior. Deterministic.
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
