/** An error that a declaration can raise, with the places that raise it. */
export interface Raise {
  readonly type: string;
  /** The declaration that raises it, where it is another. */
  readonly from?: string;
  readonly when?: string;
  /** What was caught before, or what failed. */
  readonly after?: string;
  readonly message?: string;
  /** Reached wherever nothing was returned or thrown before. */
  readonly last?: true;
  /** It comes through public functions alone: their own docstrings tell of it. */
  readonly passed?: true;
  /** More than one function stands between. */
  readonly far?: true;
  /** The declaration that raises it is nobody's business but the project's. */
  readonly hidden?: true;
  /** Of the declaration that raises it: the names of its parameters. */
  readonly takes?: readonly string[];
  /** Of the declaration that raises it: what stands for parameters that are left out. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Of the declaration that raises it, where it does so at last: when it has returned before. */
  readonly exits?: readonly string[];
  /** Of the declaration that raises it: what takes all keywords that it doesn't know, in Python. */
  readonly keywords?: string;
  /** The body itself calls the declaration that raises it. */
  readonly near?: true;
  /** Where the body calls the declaration that raises it only through others: those that it calls itself. */
  readonly through?: readonly string[];
  /** A type that the project declares: that it comes says something by itself. */
  readonly own?: true;
}
