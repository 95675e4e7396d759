import { isObject, version } from "../../lib/index.ts";
import type { Report } from "../../report/index.ts";
import type { Files, Workspace } from "../../workspace/index.ts";
import type { DocFlags } from "./contract.ts";

/** Whatever a run over code reads: sources, what says how they are built, and the pages that are kept true. */
const read =
  /\.(?:[mc]?[jt]sx?|py|pyi|go|java|rs|md|toml|cfg|mod)$|(?:^|\/)(?:(?:package|tsconfig[\w.-]*|jsconfig|deno)\.jsonc?|setup\.py|requirements[\w.-]*\.txt|pom\.xml|build\.gradle(?:\.kts)?|\.gitignore)$/;
/** A hash of the contents of all that a run depends on. */
async function fingerprint(files: Files): Promise<string> {
  const paths: string[] = [];
  for await (const path of files.find("**")) if (read.test(path)) paths.push(path);
  return `${version()} ${await files.hash(paths)}`;
}

/**
 * What the same run over the same contents said, where it changed nothing: then it would say and change the same again.
 * `keep` is given a report to remember for that.
 */
export async function unchanged(
  { notes, files }: Pick<Workspace, "notes" | "files">,
  flags: DocFlags,
  argument: string,
): Promise<{ readonly known: Report | undefined; keep(report: Report): Promise<void> }> {
  const name = `doc ${JSON.stringify([argument, flags])}`;
  const now = await fingerprint(files);
  const before: unknown = JSON.parse((await notes.get(name)) ?? "null");
  const known = isObject(before) && before["contents"] === now ? before["report"] : undefined;
  return {
    known: known as Report | undefined, // a note is given back only as it was kept, and only by this version
    keep: (report) => notes.set(name, JSON.stringify({ contents: now, report })),
  };
}
