/** An error a declaration can raise, with the places that raise it. */
export interface Raise {
  readonly type: string;
  /** The declaration that raises it, if it is another. */
  readonly from?: string;
  readonly when?: string;
  /** The error caught before, or the call that failed. */
  readonly after?: string;
  readonly message?: string;
  /** Reached whenever nothing was returned or thrown before. */
  readonly last?: true;
  /** The raising declaration is internal to the project. */
  readonly hidden?: true;
  /** Parameter names of the raising declaration. */
  readonly takes?: readonly string[];
  /** Parameter defaults of the raising declaration. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Conditions under which the raising declaration returns before, if it raises at its end. */
  readonly exits?: readonly string[];
}
