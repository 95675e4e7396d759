import { synonymGroups } from "../knowledge/stop-words.ts";
import { stem } from "../../../language/index.ts";

export const groups = synonymGroups(stem);

/** Similarity in meaning: 1 same, 0.8 one begins the other, 0.6 synonyms, 0.55 one ends the other, or 0. */
export function alike(a: string, b: string): number {
  if (a === b) return 1;
  if (
    a.length > 3 &&
    b.length > 3 &&
    Math.abs(a.length - b.length) < 4 &&
    (a.startsWith(b) || b.startsWith(a))
  )
    return 0.8;
  // `quake` is in `earthquake`
  if (a.length > 4 && b.length > 4 && (a.endsWith(b) || b.endsWith(a))) return 0.55;
  const of = groups(a);
  if (of.size === 0) return 0;
  for (const group of groups(b)) if (of.has(group)) return 0.6;
  return 0;
}
