declare const recorded: unique symbol;

/** Proof that something was done; only the workspace creates it. */
export interface Evidence {
  readonly [recorded]: true;
  /** Milliseconds since 1970, by the workspace's clock. */
  readonly at: number;
}

export interface CommandRun extends Evidence {
  readonly kind: "run";
  readonly command: readonly string[];
  /** Relative to the workspace's root, `.` for the root itself. */
  readonly folder: string;
  /** The program's location relative to the folder, if it is one of the project's own: `node_modules/.bin`, `.venv/bin`. */
  readonly projectPath?: string;
  /** 128 plus the signal's number if a signal ended it. */
  readonly exitCode: number;
  /** Why it was stopped from outside, if it was. */
  readonly stopped?: "aborted" | "time" | "output" | "processes";
  readonly stdout: string;
  readonly stderr: string;
  readonly report?: string;
  /** By requested name; empty for what wasn't written. */
  readonly reports?: Readonly<Record<string, string>>;
  /** What it did to the files of `writes`, which are as before. */
  readonly changes?: readonly Change[];
  /** SHA-256 of stdout and of stderr. */
  readonly hashes: { readonly stdout: string; readonly stderr: string };
  readonly milliseconds: number;
  /** The name of its sandbox; `none` without one. */
  readonly sandbox: string;
}

export interface Written extends Evidence {
  readonly kind: "written" | "undone" | "redone" | "dry";
  /** The checkpoint's id; empty for a dry run, and if there was nothing to change. */
  readonly checkpoint: string;
  readonly changes: readonly Change[];
}

export interface Change {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  /** The file's current content, null if there is none; a write is refused if the file differs. */
  readonly before: string | null;
  /** The new content; null deletes the file. */
  readonly after: string | null;
  /** `latin1`: one character per byte, for binary content. */
  readonly encoding?: "utf8" | "latin1";
  /** Permission bits for `after`; default: the file's own, or 0o644. */
  readonly mode?: number;
}

export interface Files {
  /** Returns a file's text. Raises UserError if it is missing, binary, outside, or larger than `largest` bytes (64 MB). */
  read(path: string, largest?: number): Promise<string>;
  /** Like `read`, but null for a missing file. */
  tryRead(path: string): Promise<string | null>;
  /**
   * Returns the texts of files in order; null if missing, not readable as text, or larger than the limit in bytes (64
   * MB). Fast for thousands.
   */
  texts(
    paths: readonly string[],
    largest?: number,
  ): AsyncIterable<readonly [path: string, text: string | null]>;
  /**
   * Returns files of these names in the folders above the root, nearest folder first, up to the top of its repository;
   * none outside of a repository. Paths begin with `../`.
   */
  above(names: readonly string[]): Promise<readonly { readonly path: string; readonly text: string }[]>;
  bytes(path: string): Promise<Uint8Array>;
  /** SHA-256 over the paths and contents of files in order, as hex; unreadable ones count as empty. Fast for thousands. */
  hash(paths: readonly string[]): Promise<string>;
  /**
   * A hash of sizes, times and places on disk, as hex, to detect changes without reading. Undefined if a file changed
   * within the last two seconds: it could change again without a difference.
   */
  stamp(paths: readonly string[]): Promise<string | undefined>;
  /** The same for each file, in order; undefined if it is missing, or changed within the last two seconds. */
  stamps(paths: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Resolves a path with its links, relative to the root; empty for the root. Raises UserError outside. */
  resolve(path: string): Promise<string>;
  /** Yields matching files, sorted per folder, without `.git`, `node_modules` and what `.gitignore` excludes. */
  find(glob: string, options?: FindOptions): AsyncIterable<string>;
  /** Makes all changes or none. Raises UserError if a file differs from `before`. */
  write(changes: readonly Change[]): Promise<Written>;
}

export interface FindOptions {
  /** `true` includes what `.gitignore` excludes. */
  readonly ignored?: boolean;
  /** `true` excludes nested repositories (such as submodules), except those that the pattern names. */
  readonly skipNested?: boolean;
  /**
   * Called for matches that are skipped, with the reason: links, pipes, sockets, devices, unreadable folders, other
   * repositories.
   */
  passed?(path: string, why: string): void;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Wall-clock time limit; default 10 minutes. */
  readonly milliseconds?: number;
  readonly input?: string;
  /** Relative to the root, which is the default. */
  readonly folder?: string;
  /** Added to the allowed environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** `{report}` in the command is replaced by a temporary file, whose content becomes the run's `report`. */
  readonly report?: boolean;
  /**
   * `{reports}` in the command is replaced by a temporary folder, whose files with these names become the run's
   * `reports`.
   */
  readonly reports?: readonly string[];
  /** Allows network access if the sandbox supports it; default off. */
  readonly network?: boolean;
  /** Files that the command changes: they stay as they are, and the run's `changes` hold what it wrote. */
  readonly writes?: readonly string[];
  /** Lets the command read the project's `.env` files, which by default appear empty. */
  readonly secrets?: boolean;
}

export interface Shell {
  /** Runs one program without a shell, in the sandbox, and waits for its whole process group. */
  run(command: readonly [string, ...string[]], options?: RunOptions): Promise<CommandRun>;
}

export interface Checkpoints {
  /** Starts a group: all writes until the next `begin` are undone together. */
  begin(label: string): void;
  /** Returns the changes in effect of groups that began at or after a time, one per file. */
  changes(since: number): Promise<readonly Change[]>;
  /** The groups in effect, oldest first. */
  list(): Promise<readonly Checkpoint[]>;
  /** When the change that `undo` (or `redo`) would affect was written (or undone); undefined if there is none. */
  next(direction: "undo" | "redo"): Promise<number | undefined>;
  /** Adds to the last group what a program changed in its files, so that undo and redo include it. */
  adopt(): Promise<void>;
  /** Undoes the last group, deleting new files. Raises UserError if nothing is left, or a file was changed since. */
  undo(): Promise<Written>;
  /** Reverts the last undo. */
  redo(): Promise<Written>;
}

export interface Checkpoint {
  readonly id: string;
  readonly label: string;
  readonly at: number;
  readonly paths: readonly string[];
}

/** What opening a workspace found of a process that was killed during a write. */
export interface Recovery {
  readonly outcome: "finished" | "rolled back";
  readonly paths: readonly string[];
  /** Files that someone changed meanwhile; they were left alone. */
  readonly left: readonly string[];
  /** One sentence for people. */
  readonly message: string;
}

/** What a command remembers about a project between runs: purely an optimisation. */
export interface Notes {
  /** Returns a note's text; null if it doesn't exist, or isn't intact. */
  get(name: string): Promise<string | null>;
  /** Stores a note; failures are ignored. Old notes are deleted. */
  set(name: string, text: string): Promise<void>;
}

export interface Extent {
  readonly at: number;
  /** In bytes. */
  readonly length: number;
}

/** Temporary storage for a command's texts, on disk as far as it has room. */
export interface Scratch {
  put(text: string): Extent;
  get(extent: Extent): string;
  close(): void;
}

/** The user's folder with restricted access. A shell exists only with a sandbox, or if the user does without one. */
export interface Workspace {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly files: Files;
  readonly shell: Shell | undefined;
  /** Why there is no shell, and what to install. */
  readonly shellMissing?: string;
  readonly checkpoints: Checkpoints;
  /** Runs a read-only git command (`log`, `diff`, `blame`, `status`, …) that starts none of the repository's programs. */
  git(words: readonly [string, ...string[]]): Promise<CommandRun>;
  readonly recovery?: Recovery;
  /** Notes of commands about this folder, stored outside it. */
  readonly notes: Notes;
  /** Cached facts about its files, one note per folder: thousands, each of any length. */
  readonly records: Notes;
  /** Temporary storage for texts too large for memory; the caller closes it. */
  scratch(): Scratch;
  /** Returns what was recorded at or after a time. */
  evidence(since: number): readonly (CommandRun | Written)[];
}
