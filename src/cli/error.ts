import { UserError } from "../lib/index.ts";
import type { Io } from "./io.ts";

/** Prints a failure for the person who can mend it, and gives the exit code. Everything else is a defect and is thrown. */
export function printError(error: unknown, io: Pick<Io, "out" | "err">, json: boolean): number {
  if (!(error instanceof UserError)) throw error;
  const { code, message, fix, usage, place } = error;
  const at = [place?.file, place?.line, place?.column].filter((part) => part !== undefined).join(":");
  const text = at === "" ? message : `${at}: ${message}`;
  if (json) io.out(`${JSON.stringify({ error: { code, message: text, fix } }, null, 2)}\n`);
  io.err(`antiphon: ${text}\n  ${fix}\n`);
  return usage ? 2 : 1;
}
