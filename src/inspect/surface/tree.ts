/** The files of a project in some state; contents are read on demand. */
export interface Tree {
  readonly paths: ReadonlySet<string>;
  /** Undefined if it doesn't exist, isn't text, or is too long. */
  text(path: string): Promise<string | undefined>;
}
