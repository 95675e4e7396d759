export interface Place {
  readonly file: string;
  /** Both start at 1. */
  readonly line?: number;
  readonly column?: number;
}

/** An error that a person can fix: `message` says what is wrong, `fix` what to do. Only `cli` prints it. */
export class UserError extends Error {
  readonly code: string;
  readonly fix: string;
  readonly usage: boolean;
  readonly place: Place | undefined;

  /** `usage: true` marks an invalid command line (exit code 2); otherwise the command failed (exit code 1). */
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

  /** The message preceded by its place, as shown to people and programs. */
  get placedMessage(): string {
    const { file, line, column } = this.place ?? {};
    const at = [file, line, column].filter((part) => part !== undefined).join(":");
    return at === "" ? this.message : `${at}: ${this.message}`;
  }
}

export const usageError = (code: string, message: string, fix: string): UserError =>
  new UserError(code, message, fix, { usage: true });
