import { inTable, UserError } from "../lib/index.ts";
import type { Io } from "./io.ts";

/** File system error codes in words. */
const obstacles: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  EEXIST: ["a file stands where a folder is needed", "Move it away, and run this again."],
  ENOTDIR: ["a file stands where a folder is needed", "Move it away, and run this again."],
  EISDIR: ["a folder stands where a file is needed", "Move it away, or name another file."],
  EACCES: ["this user may not read or write it", "Let this user read and write it, and run this again."],
  EPERM: ["this user may not read or write it", "Let this user read and write it, and run this again."],
  EROFS: ["it lies on a disk that can only be read", "Make it writable, and run this again."],
  ENOSPC: ["the disk is full", "Make room, and run this again."],
  EDQUOT: ["this user's share of the disk is full", "Make room, and run this again."],
  EFBIG: ["no file may grow so large here", "Raise the limit (ulimit -f), and run this again."],
};

/** Errors of special file systems, which report a missing folder. */
const noFolder = ["no folder can be made there", "Name another one."] as const;

/** Error codes of writes, which contain no path. */
const full = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Temporary files during a write, whose names mean nothing to users. */
const temporary = /(?<=.)\/\.(?:antiphon-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

function ofSystem(error: unknown): UserError | undefined {
  const { code = "", path, syscall } = error as NodeJS.ErrnoException; // a property of anything thrown but null
  const isUnmade = code === "ENOENT" && syscall === "mkdir";
  const found = isUnmade ? noFolder : inTable(obstacles, code);
  if (!found || (path === undefined && !full.has(code))) return undefined;
  const place =
    path?.replace(temporary, "") ?? "The folder that is written to, or the one that keeps how it was";
  return new UserError("file_in_the_way", `${place}: ${found[0]}.`, found[1], { cause: error });
}

/** Prints an error that the user can fix, and returns the exit code. Other errors are bugs and are rethrown. */
export function printError(error: unknown, io: Pick<Io, "out" | "err">, json: boolean): number {
  const known = error instanceof UserError ? error : ofSystem(error);
  if (!known) throw error;
  const { code, placedMessage: message, fix, usage } = known;
  if (json) io.out(`${JSON.stringify({ error: { code, message, fix } }, null, 2)}\n`);
  io.err(`antiphon: ${message}\n  ${fix}\n`);
  return usage ? 2 : 1;
}
