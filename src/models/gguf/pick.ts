/** How one of several tokens is chosen. */
export interface Sampling {
  /** 0: always the likeliest. */
  readonly temperature: number;
  readonly topP: number;
  readonly topK: number;
  readonly random: () => number;
}

type Rated = readonly [token: number, logit: number];

/** One of the tokens, by their logits; `undefined` if there are none. */
export function pick(logits: Iterable<Rated>, sampling: Sampling): number | undefined {
  const { temperature, topP, topK, random } = sampling;
  const rated = [...logits].filter(([, logit]) => !Number.isNaN(logit));
  const [first] = rated;
  if (!first) return undefined;
  if (temperature <= 0) return rated.reduce((best, one) => (order(one, best) < 0 ? one : best), first)[0];
  // sorting is the greater part of the work, and chance alone needs none
  const kept = topK < rated.length || topP < 1 ? rated.sort(order).slice(0, topK) : rated;
  const top = kept.reduce((most, [, logit]) => Math.max(most, logit), Number.NEGATIVE_INFINITY);
  const weights = kept.map(([, logit]) => Math.exp((logit - top) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  let among = 0;
  while (among < kept.length && reached < topP * total) reached += weights[among++] ?? 0;
  let left = random() * reached;
  for (let i = 0; i < among; i++) {
    left -= weights[i] ?? 0;
    if (left < 0) return kept[i]?.[0];
  }
  return kept[0]?.[0];
}

/** The likelier first; of equals the one with the lower number. */
const order = (a: Rated, b: Rated): number => b[1] - a[1] || a[0] - b[0];
