import { createHash } from "node:crypto";
import type { Past } from "../../document/index.ts";
import { isObject, version } from "../../lib/index.ts";
import type { Workspace } from "../../workspace/index.ts";

/** Everything that a run over code reads: sources, build configuration, and the pages that are kept up to date. */
const read =
  /\.(?:[mc]?[jt]sx?|py|pyi|go|java|rs|md|toml|cfg|mod)$|(?:^|\/)(?:(?:package|tsconfig[\w.-]*|jsconfig|deno)\.jsonc?|setup\.py|requirements[\w.-]*\.txt|pom\.xml|build\.gradle(?:\.kts)?|\.gitignore)$/;

/** A cached report, with the state of its inputs: file stamps, and hashes of their contents. */
interface Note<R> {
  readonly version: string;
  readonly stamp?: string | undefined;
  readonly contents: string;
  readonly report: R;
}

/**
 * Returns a project's state, with the report of an earlier identical run over the same contents that changed
 * nothing: it would do the same again. `keep` stores a report for that. Files with unchanged stamps aren't
 * read; notes are trusted only if they are intact and written by this version.
 */
export async function unchanged<R>(
  name: string,
  { notes, files, records }: Pick<Workspace, "notes" | "records" | "files">,
): Promise<Past<R>> {
  const paths: string[] = [];
  const passed: string[] = [];
  const options = { passed: (path: string, why: string) => passed.push(`${path} ${why}`) };
  for await (const path of files.find("**", options)) if (read.test(path)) paths.push(path);
  const looks = await files.stamp(paths);
  const stamp = looks && `${looks} ${JSON.stringify(passed)}`;
  const before = noteOf<R>(await notes.get(name));
  if (stamp !== undefined && before?.stamp === stamp)
    return { name, paths, known: before.report, hashes: new Map(), keep: () => Promise.resolve() };
  const hashes = await hashesOf(paths, { files, records });
  const whole = createHash("sha256");
  for (const path of paths) whole.update(`${path}\n${hashes.get(path) ?? ""}\n`);
  whole.update(JSON.stringify(passed));
  const contents = whole.digest("hex");
  const keep = (report: R): Promise<void> => {
    const note: Note<R> = { version: version(), stamp, contents, report };
    return notes.set(name, JSON.stringify(note));
  };
  const known = before?.contents === contents ? before.report : undefined;
  if (known && stamp !== undefined) await keep(known);
  return { name, paths, known, hashes, keep };
}

/** Reads only files whose stamps changed since they were last read. */
async function hashesOf(
  paths: readonly string[],
  ground: Pick<Workspace, "files" | "records">,
): Promise<ReadonlyMap<string, string>> {
  const { foundIn, Readers } = await import("../../inspect/index.ts"); // not loaded at the start of a run that finds nothing changed
  const hashes = new Map<string, string>();
  const read = (): Promise<string> => Promise.resolve("-");
  for await (const { path, hash } of foundIn(paths, ground, { name: "contents", readers: new Readers(read) }))
    hashes.set(path, hash);
  return hashes;
}

function noteOf<R>(text: string | null): Note<R> | undefined {
  const note: unknown = JSON.parse(text ?? "null");
  return isObject(note) && note["version"] === version() ? (note as unknown as Note<R>) : undefined; // written by `keep`: notes are sealed
}
