/** Least and greatest number that a description lets through: `between 3 and 100`, `ranging from 0.5 (slow) to 2`. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

const number = String.raw`(-?\d[\d,]*(?:\.\d+)?)`;
const between = new RegExp(
  String.raw`\b(?:between|(?:in|within) the range(?: of)?|range(?:s|d)?(?: is)?(?: of| from)|ranging from|on a scale (?:of|from)|from)\s+${number}(?:\s*\([^)]*\)|\s*%)?\s*(?:and|to|-|–)\s*${number}`,
  "i",
);

/** The range that a description gives for a number; undefined where it gives none, or none that makes sense. */
export function boundsIn(description: string): Bounds | undefined {
  const match = between.exec(description);
  if (!match) return undefined;
  const [least, most] = [match[1], match[2]].map((text) => Number((text ?? "").replaceAll(",", "")));
  return least !== undefined && most !== undefined && least < most ? { least, most } : undefined;
}
