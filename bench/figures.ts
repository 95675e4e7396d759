import { appendFileSync } from "node:fs";

/** A measurement, with that of a peer program in the same run. */
export interface Figure {
  /** Unique among all benches, because it identifies the figure across versions. */
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly better: "more" | "less";
  readonly peer?: { readonly name: string; readonly value: number };
}

/** Records a figure if `npm run bench` named a file for it in the environment. */
export function record(figure: Figure): void {
  const file = process.env["ANTIPHON_BENCH_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** Returns how many times better the figure is than its peer's, or `undefined` without a peer. */
export const ratioOf = ({ value, better, peer }: Figure): number | undefined =>
  peer && (better === "more" ? value / peer.value : peer.value / value);
