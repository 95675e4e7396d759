/** How one of several tokens is chosen. */
export interface Sampling {
  /** 0: always the likeliest. */
  readonly temperature: number;
  readonly topP: number;
  readonly topK: number;
  readonly random: () => number;
}

/** One of the tokens, by their logits; `undefined` if there are none. */
export function pick(
  logits: Iterable<readonly [token: number, logit: number]>,
  { temperature, topP, topK, random }: Sampling,
): number | undefined {
  const sorted = [...logits]
    .filter(([, logit]) => !Number.isNaN(logit))
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const [best] = sorted;
  if (!best || temperature <= 0) return best?.[0];
  const kept = sorted.slice(0, topK);
  const weights = kept.map(([, logit]) => Math.exp((logit - best[1]) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  let among = 0;
  while (among < kept.length && reached < topP * total) reached += weights[among++] ?? 0;
  let left = random() * reached;
  for (let i = 0; i < among; i++) {
    left -= weights[i] ?? 0;
    if (left < 0) return kept[i]?.[0];
  }
  return best[0];
}
