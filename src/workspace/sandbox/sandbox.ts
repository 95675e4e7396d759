/** What a command may touch. Paths are absolute and real. */
export interface Policy {
  readonly root: string;
  /** Written to besides the root: the command's own temporary folder and caches. */
  readonly writable: readonly string[];
  /** Inside the root, and still not to be written or created; deepest last. */
  readonly sealed: readonly string[];
  /** Folders whose content isn't shown, and what is shown of them all the same. */
  readonly hidden: readonly string[];
  readonly shown: readonly string[];
  /** Files that read as empty. */
  readonly blank: readonly string[];
  readonly temporary: string;
  readonly network: boolean;
}

export interface Wrapped {
  readonly command: readonly [string, ...string[]];
  /** After the command ended, however it ended. */
  done(): Promise<void>;
}

/** One way of holding a program. Every implementation passes `sandbox.suite.ts`. */
export interface Sandbox {
  readonly name: string;
  /** Undefined when it can be used here, otherwise what is missing and how to get it. */
  missing(path: string): Promise<string | undefined>;
  /** The command that runs `command` held to `policy`. */
  wrap(command: readonly [string, ...string[]], policy: Policy): Promise<Wrapped>;
}
