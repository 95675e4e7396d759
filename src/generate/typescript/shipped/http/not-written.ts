import { Problem } from "../problem.ts";

/**
 * What an operation answers until it is written with what its handler is given: 501, with its name, its file and why it is yours to write. Where the
 * environment has `MOCK=1`, the document's example, which the header `x-mock` marks.
 */
export function notWritten<Result>(
  _given: { readonly input: object; readonly context: object; readonly near?: object },
  about: { readonly operation: string; readonly file: string; readonly why: string },
  example: { readonly status: number; readonly body?: unknown },
): Result {
  if (process.env["MOCK"] !== "1")
    throw new Problem(501, [{ path: about.operation, message: about.file + ": " + about.why }]);
  return { ...example, headers: { "x-mock": "true" } } as Result; // what the document describes
}
