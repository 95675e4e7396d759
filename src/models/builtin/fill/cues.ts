import { wordSet } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import { alike } from "./alike.ts";
import type { Context, Cue } from "./context.ts";

/** Weights of words: those that the parameters of one tool share don't distinguish them. */
export type Weights = ReadonlyMap<string, number>;

export function weightsOf(parameters: readonly Parameter[]): Weights {
  const counts = new Map<string, number>();
  for (const parameter of parameters)
    for (const word of new Set([...parameter.nameStems, ...parameter.stems]))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, 1 / count] as const));
}

const weak = wordSet(`
  number name valu type id paramet given string list specifi format
`);

/** How strongly the cues indicate a parameter: 0 to about 5.6. */
export function cueScore(parameter: Parameter, cues: readonly Cue[], weights: Weights): number {
  let total = 0;
  let unsaid = 0;
  for (const word of parameter.nameStems) {
    let best = 0;
    for (const cue of cues) best = Math.max(best, alike(word, cue.stem) * cue.weight);
    total += best * (weak.has(word) ? 1.2 : 2.4) * Math.max(0.5, weights.get(word) ?? 1);
    if (best === 0 && !weak.has(word)) unsaid++;
  }
  // with `district` and `sub-district`, a `district` means the first
  if (total > 0) total -= Math.min(total, 0.15 * unsaid);
  let extra = 0;
  for (const word of new Set(parameter.stems)) {
    let best = 0;
    for (const cue of cues) if (alike(word, cue.stem) >= 0.8) best = Math.max(best, cue.weight);
    extra += best * 0.8 * (weak.has(word) ? 0.3 : 1) * (weights.get(word) ?? 1);
  }
  return Math.min(total, 4) + Math.min(extra, 1.6);
}

/** The same for the context of a place in the text. */
export const cued = (parameter: Parameter, context: Context, weights: Weights): number =>
  Math.max(cueScore(parameter, context.before, weights), cueScore(parameter, context.after, weights));
