declare const recorded: unique symbol;
/** Proof that something was done; only this room can make one. */
export interface Evidence {
  readonly [recorded]: true;
  readonly at: number;
}
export interface CommandRun extends Evidence {
  readonly command: readonly string[];
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}
export interface Written extends Evidence {
  readonly checkpoint: string;
  readonly changes: readonly Change[];
}
export interface Change {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}
export interface Files {
  read(path: string): Promise<string>;
  find(glob: string): AsyncIterable<string>;
  write(changes: readonly Change[]): Promise<Written>;
}
export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly milliseconds?: number;
  readonly input?: string;
}
export interface Shell {
  run(command: readonly [string, ...string[]], options?: RunOptions): Promise<CommandRun>;
}
export interface Checkpoints {
  list(): Promise<readonly Written[]>;
  undo(): Promise<Written>;
  redo(): Promise<Written>;
}
/** The user's folder as we may touch it. No sandbox, no shell. */
export interface Workspace {
  readonly root: string;
  readonly files: Files;
  readonly shell: Shell | undefined;
  readonly checkpoints: Checkpoints;
  evidence(since: number): readonly Evidence[];
}
export interface Sandbox {
  readonly name: string;
  works(): Promise<boolean>;
  shell(root: string): Shell;
}
