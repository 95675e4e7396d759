/** One thing wrong with a request: where (`tags.0`, empty for the body as a whole), and what. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

const titles = {
  400: "Invalid input",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  412: "Precondition failed",
  413: "Payload too large",
  415: "Unsupported media type",
  429: "Too many requests",
  500: "Internal server error",
  501: "Not implemented",
  503: "Service unavailable",
} as const;

type Status = keyof typeof titles;

/** Media type of every error answer. */
export const problemType = "application/problem+json";

/** Thrown anywhere, answered as problem details (RFC 9457). */
export class Problem extends Error {
  readonly status: Status;
  readonly errors: readonly Issue[];

  constructor(status: Status, errors: readonly Issue[] = []) {
    super(titles[status]);
    this.name = "Problem";
    this.status = status;
    this.errors = errors;
  }

  toJSON(): { type: string; title: string; status: number; errors: readonly Issue[] } {
    return { type: "about:blank", title: this.message, status: this.status, errors: this.errors };
  }
}

/** The value, or a 404 where there is none. */
export function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Problem(404);
  return value;
}
