/** What a command may access. Paths are absolute and real. */
export interface Policy {
  readonly root: string;
  /** Writable besides the root: the command's own temporary folder and caches. */
  readonly writable: readonly string[];
  /** Inside the root, but not writable, even to create them; deepest last. */
  readonly sealed: readonly string[];
  /** Folders with hidden content, and exceptions that are visible. */
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
  /** Files that read as empty. */
  readonly blank: readonly string[];
  readonly temporary: string;
  readonly network: boolean;
}

export interface Wrapped {
  readonly command: readonly [string, ...string[]];
  /** Called after the command ended, however it ended. */
  done(): Promise<void>;
}

/** A kind of sandbox. Every implementation passes `sandbox.suite.ts`. */
export interface Sandbox {
  readonly name: string;
  /** Returns undefined if it can be used here, otherwise what is missing and how to install it. */
  missing(path: string): Promise<string | undefined>;
  /** Returns the command that runs `command` confined to `policy`. */
  wrap(command: readonly [string, ...string[]], policy: Policy): Promise<Wrapped>;
}
