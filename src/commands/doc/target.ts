import { listed, nearest, table, UserError, usageError } from "../../lib/index.ts";
import { below, type Files } from "../../workspace/index.ts";
import { pathOf } from "./place.ts";
import { leaves } from "./table.ts";
import type { DocFlags, DocFormat, DocTarget } from "./contract.ts";

/** The targets that /doc knows by a word; anything else is a file, a declaration in one, or a folder. */
export const targets = table<DocTarget, keyof typeof leaves | "all">({
  ...leaves,
  all: () => import("./all.ts"),
});

/** @throws UserError for a target that doesn't exist */
export async function targetOf(argument: string, files: Files): Promise<DocTarget> {
  const name = argument.trim();
  if (targets.has(name)) return targets.load(name);
  if (await isThere(pathOf(name).path, files)) return (await import("./code.ts")).default;
  if (isOutside(name))
    throw usageError(
      "unknown_target",
      `${JSON.stringify(name.slice(0, 100))} is outside the project's folder, and /doc reads only what is inside.`,
      "Name a file or folder inside it, or start with --cwd in another folder.",
    );
  const known = [...targets.names];
  const meant = nearest(name, known) ?? (await nearestFile(name, files)) ?? known[0] ?? "";
  throw usageError(
    "unknown_target",
    `/doc can't document ${JSON.stringify(name.slice(0, 100))}: there is no such file or folder. Its keywords are ${listed(known)}.`,
    `/doc ${meant}`,
  );
}

const isOutside = (name: string): boolean => /^(?:[/~]|[A-Za-z]:[\\/]|\.\.(?:\/|$))/.test(name);

async function isThere(path: string, files: Files): Promise<boolean> {
  const place = await files.resolve(path).catch(() => undefined);
  if (place === undefined) return false;
  if (place === "") return true;
  for await (const _ of below(place, files)) return true;
  return files.bytes(place).then(
    () => true,
    (error: unknown) => !(error instanceof UserError && error.code === "file-missing"), // an existing file that can't be read is reported as such
  );
}

async function nearestFile(name: string, files: Files): Promise<string | undefined> {
  const base = name.slice(name.lastIndexOf("/") + 1).replace(/[:#].*$/, "");
  const known: string[] = [];
  for await (const path of files.find("**/*.{ts,tsx,mts,js,jsx,mjs,cjs,py,go,java,rs}"))
    if (known.push(path) >= 2000) break;
  const found = nearest(
    base,
    known.map((path) => path.slice(path.lastIndexOf("/") + 1)),
  );
  return found && known.find((path) => path.endsWith(found));
}

/** @throws UserError if a target doesn't support the format; suggests a line that works */
export function checkFormat(format: DocFormat | undefined, { formats }: DocTarget, argument: string): void {
  if (format === undefined || formats.includes(format)) return;
  throw usageError(
    "format_unfit",
    `/doc ${argument} can't be written as ${format}; it can as ${listed(formats, "or")}.`,
    `Try: /doc ${argument} --format=${formats[0] ?? "md"}`,
  );
}

/** @throws UserError if coverage is requested for a target without code */
export function checkCounted({ threshold }: DocFlags, argument: string): void {
  if (threshold === undefined || !Object.hasOwn(leaves, argument)) return;
  throw usageError(
    "flag_unfit",
    `/doc ${argument} counts no declarations, so --threshold has no effect.`,
    "Try: /doc all --check --threshold=80",
  );
}
