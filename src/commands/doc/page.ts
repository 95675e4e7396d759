import { basename } from "node:path";
import { detectProject } from "../../code/index.ts";
import {
  type Documented,
  isCurrent,
  readManifest,
  sourceHash,
  specification,
  type Stamp,
  stampOf,
} from "../../document/index.ts";
import type { Index } from "../../inspect/index.ts";
import type { Change, Workspace } from "../../workspace/index.ts";
import type { DocFlags } from "./contract.ts";

/** The page of a folder, and whether it still matches. */
export interface Page {
  readonly path: string;
  readonly state: "new" | "stale" | "current" | "by hand";
  readonly change?: Change;
}

/** Version and commit that pages carry. */
export async function stampOfNow(
  workspace: Workspace,
  files: readonly (readonly [string, string])[],
): Promise<Stamp> {
  const manifest = await readManifest(workspace.files);
  const commit = await workspace.git(["rev-parse", "--short", "HEAD"]).catch(() => undefined);
  return {
    version: manifest?.version ?? "none",
    commit: commit?.exitCode === 0 ? commit.stdout.trim() : "none",
    source: sourceHash(files),
  };
}

/** `docs/<name>.md` of a folder, as it would be written; none for one that offers nothing. */
export async function pageOf(
  place: string,
  {
    workspace,
    index,
    done,
    flags,
  }: { workspace: Workspace; index: Index; done: Documented; flags: DocFlags },
): Promise<Page | undefined> {
  const project = await detectProject(workspace.files);
  const name = place === "" ? (project.name ?? basename(workspace.root)) : place;
  const path = `docs/${
    name
      .replace(/^@/, "")
      .replaceAll(/[^\w.-]+/g, "-")
      .replaceAll(/^[-.]+|-+$/g, "") || "project"
  }.md`;
  const files = done.plans.map((plan) => [plan.path, flags.check ? plan.before : plan.after] as const);
  const stamp = await stampOfNow(workspace, files);
  const before = await workspace.files.tryRead(path);
  const old = before === null ? undefined : stampOf(before);
  if (before !== null && !old) return { path, state: "by hand" };
  if (isCurrent(old, stamp)) return { path, state: "current" };
  if (!old && flags.update) return { path, state: "new" }; // what isn't there isn't updated
  const after = await specification({ name, files, index, dependencies: project.dependencies, stamp });
  if (after === undefined) return undefined;
  return { path, state: old ? "stale" : "new", change: { path, before, after } };
}
