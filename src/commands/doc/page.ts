import { basename } from "node:path";
import { projectManifest } from "../../code/index.ts";
import {
  type Declares,
  type Documented,
  isCurrent,
  sourceHash,
  specification,
  type SourceTexts,
  type Stamp,
  stampOf,
  declaredIn,
} from "../../document/index.ts";
import type { Declared } from "../../inspect/index.ts";
import type { Change, Files, Workspace } from "../../workspace/index.ts";
import { pageChange } from "../routes/pages.ts";
import type { DocFlags } from "./contract.ts";

/** The page of a folder, and whether it is up to date. */
export interface Page {
  readonly path: string;
  readonly state: "new" | "missing" | "stale" | "current" | "by hand";
  readonly changes?: readonly Change[];
  /** Hand-written and generated lines conflict, and are marked. */
  readonly isConflict?: boolean;
}

/** Returns the version and commit that pages show. */
export async function stampOfNow(workspace: Workspace, files: SourceTexts): Promise<Stamp> {
  const { version } = await declaredIn(workspace.files);
  const commit = await workspace.git(["rev-parse", "--short", "HEAD"]).catch(() => undefined);
  return {
    version: version !== undefined && /^v?\d/.test(version) ? version : "none",
    commit: commit?.exitCode === 0 ? commit.stdout.trim() : "none",
    source: await sourceHash(files),
  };
}

/** The last part of a Go module's path, without its major version suffix. */
const shortName = (name: string | undefined): string | undefined =>
  name?.startsWith("@")
    ? name
    : name
        ?.replace(/\/v\d+$/, "")
        .split("/")
        .at(-1);

/** Returns the path and the current text of a folder's page. */
async function standing(place: string, { files, root }: Workspace) {
  const project = await projectManifest(files, "");
  const called = project.name ?? (await declaredIn(files)).name;
  const name = place === "" ? (shortName(called) ?? basename(root)) : place;
  const path = `docs/${
    name
      .replace(/^@/, "")
      .replaceAll(/[^\w.-]+/g, "-")
      .replaceAll(/^[-.]+|-+$/g, "") || "project"
  }.md`;
  const before = await files.tryRead(path);
  return { name, path, before, old: before === null ? undefined : stampOf(before) };
}

const mostManifests = 1000;

/** Reads what the manifests of the root and its packages declare. */
async function manifestsOf(files: Files): Promise<readonly Declares[]> {
  const folders = new Set([""]);
  for await (const path of files.find("**/{package.json,pyproject.toml,setup.py,Cargo.toml,go.mod}"))
    if (folders.size < mostManifests) folders.add(path.slice(0, path.lastIndexOf("/") + 1));
  return Promise.all(
    [...folders].map(async (folder) => {
      const found = await projectManifest(files, folder).catch(() => undefined);
      return { folder, name: found?.name, dependencies: found?.dependencies ?? {} };
    }),
  );
}

/** Whether a folder has a page that is kept up to date. */
export const hasPage = async (place: string, workspace: Workspace): Promise<boolean> =>
  (await standing(place, workspace)).old !== undefined;

/** Returns `docs/<name>.md` of a folder as it would be written; undefined if the folder exports nothing. */
export async function pageOf(
  place: string,
  {
    workspace,
    index,
    done,
    flags,
  }: { workspace: Workspace; index: Declared; done: Documented; flags: DocFlags },
): Promise<Page | undefined> {
  const { name, path, before, old } = await standing(place, workspace);
  if (before !== null && !old) return { path, state: "by hand" };
  if (!old && (flags.update || flags.check)) return { path, state: "missing" };
  const stamp = await stampOfNow(workspace, textsAfter(done, workspace, flags.check));
  if (isCurrent(old, stamp)) return { path, state: "current" };
  const after = await specification({
    name,
    target: place || ".",
    files: textsAfter(done, workspace, flags.check),
    index,
    manifests: await manifestsOf(workspace.files),
    stamp,
  });
  if (after === undefined) return undefined;
  const { changes, conflicts } = await pageChange(path, after, workspace.files);
  return { path, state: old ? "stale" : "new", changes, isConflict: conflicts.length > 0 };
}

/** Yields the documented files by path: current texts for a check, otherwise the new ones. */
async function* textsAfter(
  { plans }: Documented,
  { files }: Workspace,
  check: boolean,
): AsyncIterable<readonly [path: string, text: string]> {
  const changes = new Map(plans.map(({ path, change }) => [path, change]));
  const paths = [...changes.keys()].sort((a, b) => (a < b ? -1 : 1));
  for await (const [path, text] of files.texts(paths)) {
    const change = changes.get(path);
    if (change) yield [path, check ? change.before : change.after];
    else if (text !== null) yield [path, text];
  }
}
