/** A README statement that is no longer true of the project. */
export interface Stale {
  readonly line: number;
  readonly what: string;
  /** The corrected text, if there is only one way to correct it. */
  readonly edit?: { readonly start: number; readonly end: number; readonly text: string };
}

/** The same with an offset instead of a line. */
export type Placed = Omit<Stale, "line"> & { readonly at: number };
