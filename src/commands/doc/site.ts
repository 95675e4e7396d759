import { toReference } from "../../api/index.ts";
import { siteOf, type SiteText } from "../../document/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import { served } from "../routes/scan.ts";
import type { DocFlags } from "./contract.ts";
import { siteReport } from "./site-report.ts";
import type { DocReport } from "./data.ts";

const named = async (
  files: Files,
  names: readonly string[],
): Promise<readonly [string, string] | undefined> => {
  for (const name of names) {
    const text = await files.tryRead(name).catch(() => null);
    if (text !== null) return [name, text];
  }
  return undefined;
};

/** README, endpoints and changelog, if they exist. */
async function textsOf(context: Context): Promise<readonly SiteText[]> {
  const { session } = context;
  const { files } = session.workspace;
  const readme = await named(files, ["README.md", "Readme.md", "readme.md"]);
  const changes = await named(files, [
    "CHANGELOG.md",
    "Changelog.md",
    "CHANGES.md",
    "HISTORY.md",
    "History.md",
  ]);
  const api = await served("", session).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  return [
    ...(readme ? [{ name: "Start", path: "index.html", file: readme[0], markdown: readme[1] }] : []),
    ...(api ? [{ name: "Endpoints", path: "endpoints.html", file: "", markdown: toReference(api.api) }] : []),
    ...(changes
      ? [{ name: "Changelog", path: "changelog.html", file: changes[0], markdown: changes[1] }]
      : []),
  ];
}

/** Generates the static site of a project, or of one of its folders, as one version beside existing ones. */
export async function run(flags: DocFlags, context: Context, argument: string): Promise<DocReport> {
  const { session, signal } = context;
  const { workspace } = session;
  const place = await workspace.files.resolve(argument);
  const progress = (text: string): void => session.progress(text);
  const options = { place, all: flags.comprehensive, signal, progress };
  const composed = await siteOf(workspace, await textsOf(context), options);
  const { changes } = composed;
  const written = changes.length && !flags.check ? await workspace.files.write(changes) : undefined;
  return siteReport({ ...composed, written, flags });
}
