/** Something that a README says and the project no longer is. */
export interface Stale {
  readonly line: number;
  readonly what: string;
  /** The mended text, where there is only one way to mend it. */
  readonly edit?: { readonly start: number; readonly end: number; readonly text: string };
}

/** The same before its line is counted. */
export type Placed = Omit<Stale, "line"> & { readonly at: number };
