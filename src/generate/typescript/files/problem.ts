import { problemTitles, problemType } from "../../../api/index.ts";
import { ts } from "../../../code/index.ts";

/** `src/problem.ts`: the one error class of the project, and what it looks like on the wire. */
export const problemModule = ts`
/** One thing wrong with a request: where (\`tags.0\`, empty for the body as a whole), and what. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

const titles = ${problemTitles} as const;

type Status = keyof typeof titles;

/** Media type of every error answer. */
export const problemType = ${problemType};

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

  toJSON() {
    return { type: "about:blank", title: this.message, status: this.status, errors: this.errors };
  }
}

/** The value, or a 404 where there is none. */
export function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Problem(404);
  return value;
}
`;
