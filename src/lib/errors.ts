export interface Place {
  readonly file: string;
  /** Both count from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** A failure that a person can mend: `message` says what is wrong, `fix` what to do. Only `cli` prints it. */
export class UserError extends Error {
  readonly code: string;
  readonly fix: string;
  readonly usage: boolean;
  readonly place: Place | undefined;

  /** `usage: true` marks a wrong command line (exit 2); otherwise the command failed (exit 1). */
  constructor(
    code: string,
    message: string,
    fix: string,
    more: { usage?: boolean; place?: Place; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "UserError";
    this.code = code;
    this.fix = fix;
    this.usage = more.usage ?? false;
    this.place = more.place;
  }

  /** The message behind its place, as it is told to people and programs. */
  get told(): string {
    const { file, line, column } = this.place ?? {};
    const at = [file, line, column].filter((part) => part !== undefined).join(":");
    return at === "" ? this.message : `${at}: ${this.message}`;
  }
}
