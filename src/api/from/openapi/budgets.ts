/** Limits for specifications. Real ones stay far below: the largest known has 40 MB and 25 levels. */
export const budgets = {
  characters: 100_000_000,
  depth: 400,
  values: 20_000_000,
  /** Expansions of YAML aliases in one file. */
  aliases: 10_000,
  files: 20_000,
  /** References followed from one to the next, and parameters or responses that refer to each other. */
  hops: 32,
  schemas: 200_000,
} as const;
