declare const recorded: unique symbol;

/** Proof that something was done; only this room can make one. */
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
  /** Where the program lies, from the folder, if it is one of the project's own: `node_modules/.bin`, `.venv/bin`. */
  readonly own?: string;
  /** 128 + the signal's number when a signal ended it. */
  readonly exitCode: number;
  /** Why it was ended from outside, if it was. */
  readonly stopped?: "aborted" | "time" | "output" | "processes";
  readonly stdout: string;
  readonly stderr: string;
  readonly report?: string;
  /** By the names that were asked for; empty for what wasn't written. */
  readonly reports?: Readonly<Record<string, string>>;
  /** SHA-256 of stdout and of stderr. */
  readonly hashes: { readonly stdout: string; readonly stderr: string };
  readonly milliseconds: number;
  /** Name of the sandbox that held it. */
  readonly sandbox: string;
}

export interface Written extends Evidence {
  readonly kind: "written" | "undone" | "redone" | "dry";
  /** Names the checkpoint; empty for a dry run, and when there was nothing to change. */
  readonly checkpoint: string;
  readonly changes: readonly Change[];
}

export interface Change {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  /** What the file holds now, null where there is none; a write is refused when the file differs. */
  readonly before: string | null;
  /** What it is to hold; null deletes it. */
  readonly after: string | null;
  /** `latin1`: one character a byte, for what isn't text. */
  readonly encoding?: "utf8" | "latin1";
  /** Permission bits for `after`; by default the file's own, or 0o644. */
  readonly mode?: number;
}

export interface Files {
  /** The text of a file. Raises UserError for one that is missing, binary, outside, or larger than so many bytes (64 MB). */
  read(path: string, largest?: number): Promise<string>;
  /** Like `read`, but null for a missing file. */
  tryRead(path: string): Promise<string | null>;
  /**
   * Texts of files in this order; null for what is missing, can't be read as text, or is larger than so many bytes (64 MB).
   * Fast for thousands.
   */
  texts(
    paths: readonly string[],
    largest?: number,
  ): AsyncIterable<readonly [path: string, text: string | null]>;
  /** Any file's bytes. */
  bytes(path: string): Promise<Uint8Array>;
  /** SHA-256 of the paths and contents of files, in this order, as hex; what can't be read counts as empty. Fast for thousands. */
  hash(paths: readonly string[]): Promise<string>;
  /**
   * What tells that files are as they were without reading them: sizes, times and places on the disk, as hex. Undefined
   * where one changed within the last two seconds: it could change again and look the same.
   */
  stamp(paths: readonly string[]): Promise<string | undefined>;
  /** The same of each file, in this order; undefined where it isn't there, or changed within the last two seconds. */
  stamps(paths: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** The path that a name stands for, links resolved, relative to the root; empty for the root. Raises UserError outside. */
  resolve(path: string): Promise<string>;
  /** Paths of files below the root that fit, sorted, without `.git`, `node_modules` and what `.gitignore` names. */
  find(glob: string, options?: FindOptions): AsyncIterable<string>;
  /** Makes all the changes or none. Raises UserError when a file isn't as `before` says. */
  write(changes: readonly Change[]): Promise<Written>;
}

export interface FindOptions {
  /** `true` also gives what `.gitignore` names. */
  readonly ignored?: boolean;
  /** `true` leaves out other repositories below (submodules and the like), but those that the pattern names. */
  readonly own?: boolean;
  /** Told of what fits and is passed over, and why: links, pipes, sockets, devices, folders that can't be read, other repositories. */
  passed?(path: string, why: string): void;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Wall clock; 10 minutes by default. */
  readonly milliseconds?: number;
  readonly input?: string;
  /** Relative to the root, which is the default. */
  readonly folder?: string;
  /** Added to the allowed environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** `{report}` in the command becomes a file of the run's own; what was written there is `report` of the run. */
  readonly report?: boolean;
  /** `{reports}` in the command becomes a folder of the run's own; files of these names in it are `reports` of the run. */
  readonly reports?: readonly string[];
  /** Lets the command reach the network, where the sandbox can; off by default. */
  readonly network?: boolean;
  /** Lets the command read the project's `.env` files, which are empty for it by default. */
  readonly secrets?: boolean;
}

export interface Shell {
  /** Runs one program without a shell, in the sandbox, and waits for its whole process group. */
  run(command: readonly [string, ...string[]], options?: RunOptions): Promise<CommandRun>;
}

export interface Checkpoints {
  /** Starts a group: all writes until the next `begin` are undone together. */
  begin(label: string): void;
  /** What stands of the groups that began at or after a time, a change a file. */
  changes(since: number): Promise<readonly Change[]>;
  /** Groups that stand, oldest first. */
  list(): Promise<readonly Checkpoint[]>;
  /** When what `undo` (or `redo`) would take was written (or undone); undefined where there is nothing. */
  next(direction: "undo" | "redo"): Promise<number | undefined>;
  /** Takes what a program made of the last group's files into that group, so that undo and redo know it. */
  adopt(): Promise<void>;
  /** Takes the last group back; what was new disappears. Raises UserError when nothing is left, or a file was changed since. */
  undo(): Promise<Written>;
  /** Takes the last undo back. */
  redo(): Promise<Written>;
}

export interface Checkpoint {
  readonly id: string;
  readonly label: string;
  readonly at: number;
  readonly paths: readonly string[];
}

/** What the opening of a workspace found left by a process that was killed while it wrote. */
export interface Recovery {
  readonly outcome: "finished" | "rolled back";
  readonly paths: readonly string[];
  /** Files that someone changed in between; they were left alone. */
  readonly left: readonly string[];
  /** One sentence for people. */
  readonly message: string;
}

/** What a command remembers of a project between runs: only ever a way to be faster. */
export interface Notes {
  /** The text of a note; null where there is none, or it isn't as it was written. */
  get(name: string): Promise<string | null>;
  /** Keeps a note; failing to is no failure. Old notes go. */
  set(name: string, text: string): Promise<void>;
}

/** Where a text was put. */
export interface Extent {
  readonly at: number;
  /** In bytes. */
  readonly length: number;
}

/** Texts that are put aside for as long as a command runs, on the disk as far as it takes them. */
export interface Scratch {
  put(text: string): Extent;
  get(extent: Extent): string;
  close(): void;
}

/** The user's folder as we may touch it. No sandbox, no shell. */
export interface Workspace {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly files: Files;
  readonly shell: Shell | undefined;
  /** Why there is no shell, and what to install. */
  readonly shellMissing?: string;
  readonly checkpoints: Checkpoints;
  /** Runs a reading git command (`log`, `diff`, `blame`, `status`, …), with all that a repository could start switched off. */
  git(words: readonly [string, ...string[]]): Promise<CommandRun>;
  readonly recovery?: Recovery;
  /** What commands remember of this folder, kept outside it. */
  readonly notes: Notes;
  /** What was found out about its files, a note a folder: thousands of them, each of any length. */
  readonly records: Notes;
  /** Room for texts that are too many to be held; whoever asks for it closes it. */
  scratch(): Scratch;
  /** What was recorded at or after a time. */
  evidence(since: number): readonly (CommandRun | Written)[];
}
