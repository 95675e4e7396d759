import { appendFileSync } from "node:fs";

/** What a bench measured, and what another program took in the same run. */
export interface Figure {
  /** Unique among all benches: results of versions are compared by it. */
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly better: "more" | "less";
  readonly peer?: { readonly name: string; readonly value: number };
}

/** Keeps a figure for the page of `npm run bench`, which names a file in the environment; else nothing happens. */
export function record(figure: Figure): void {
  const file = process.env["ANTIPHON_BENCH_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** How many times better than its peer; undefined without one. */
export const ratioOf = ({ value, better, peer }: Figure): number | undefined =>
  peer && (better === "more" ? value / peer.value : peer.value / value);
