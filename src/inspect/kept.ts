import { createHash } from "node:crypto";
import { posix } from "node:path";
import { version } from "../lib/index.ts";
import type { Workspace } from "../workspace/index.ts";

/** What was found out about a file, and how that file was. */
interface Kept {
  /** By looking at it; empty where it had just changed. */
  readonly stamp: string;
  /** Of its text. */
  readonly hash: string;
  /** One line without tabs. */
  readonly found: string;
}

export interface Found extends Omit<Kept, "stamp"> {
  readonly path: string;
}

export interface Finding {
  /** Names what is found out, with a number that changes with how. */
  readonly name: string;
  /** What a text shows, on one line without tabs; undefined for what isn't looked at. */
  read(path: string, text: string): Promise<string | undefined>;
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/**
 * What each file shows, folder by folder. It is found out once for each content and kept in the user's state folder:
 * a file that looks as it did isn't read, and one whose content is as it was isn't looked into again. A note that is
 * damaged, foreign or of another version counts as none.
 */
export async function* foundIn(
  paths: readonly string[],
  { files, records }: Pick<Workspace, "files" | "records">,
  finding: Finding,
): AsyncIterable<Found> {
  for (const [folder, own] of Map.groupBy(paths, (path) => posix.dirname(path))) {
    const name = `${finding.name} ${version()} ${folder}`;
    const known = parsed(await records.get(name));
    const looks = await files.stamps(own);
    const stamps = new Map(own.map((path, place) => [path, looks[place]]));
    const now = new Map<string, Kept>();
    const open: string[] = [];
    for (const path of own) {
      const kept = known.get(path);
      if (kept?.stamp && kept.stamp === stamps.get(path)) now.set(path, kept);
      else open.push(path);
    }
    for await (const [path, text] of files.texts(open)) {
      if (text === null) continue;
      const stamp = stamps.get(path) ?? "";
      const kept = known.get(path);
      const hash = hashOf(text);
      const found = kept?.hash === hash ? kept.found : await finding.read(path, text);
      if (found !== undefined) now.set(path, { stamp, hash, found });
    }
    for (const [path, { hash, found }] of now) yield { path, hash, found };
    if (open.length || known.size !== now.size) await records.set(name, written(now));
  }
}

const written = (all: ReadonlyMap<string, Kept>): string =>
  [...all]
    .map(([path, { stamp, hash, found }]) => [JSON.stringify(path), stamp, hash, found].join("\t"))
    .join("\n");

/** A note is sealed: it is as it was written. */
function parsed(text: string | null): ReadonlyMap<string, Kept> {
  const all = new Map<string, Kept>();
  for (const line of text?.split("\n") ?? []) {
    const [path = "", stamp = "", hash = "", found = ""] = line.split("\t");
    if (found) all.set(JSON.parse(path) as string, { stamp, hash, found }); // as `written` wrote it
  }
  return all;
}
