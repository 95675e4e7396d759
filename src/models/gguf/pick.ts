export interface Sampling {
  /** 0: always the most likely token. */
  readonly temperature: number;
  readonly topP: number;
  readonly topK: number;
  readonly random: () => number;
}

type Rated = readonly [token: number, logit: number];

/** Samples one of the tokens by their logits; `undefined` if there are none. */
export function pick(logits: Iterable<Rated>, sampling: Sampling): number | undefined {
  const { temperature, topP, topK, random } = sampling;
  let rated: Rated[] = [];
  let best: Rated | undefined;
  for (const logit of logits) {
    if (Number.isNaN(logit[1])) continue;
    rated.push(logit);
    if (!best || order(logit, best) < 0) best = logit;
  }
  if (!best || temperature <= 0) return best?.[0];
  // sorting is most of the work, and a purely random choice needs none
  if (topK < rated.length || topP < 1) rated = rated.sort(order).slice(0, topK);
  const top = best[1];
  const weights = new Float64Array(rated.length);
  let total = 0;
  for (const [i, [, logit]] of rated.entries()) total += weights[i] = Math.exp((logit - top) / temperature);
  let reached = 0;
  let among = 0;
  while (among < rated.length && reached < topP * total) reached += weights[among++] ?? 0;
  let left = random() * reached;
  for (let i = 0; i < among; i++) {
    left -= weights[i] ?? 0;
    if (left < 0) return rated[i]?.[0];
  }
  return rated[0]?.[0];
}

/** The more likely first; ties by the lower number. */
const order = (a: Rated, b: Rated): number => b[1] - a[1] || a[0] - b[0];
