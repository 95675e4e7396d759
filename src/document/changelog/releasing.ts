import { announced, type Announced } from "./hand.ts";
import { calendarVersion } from "./calendar.ts";
import { homeIn, homeOf } from "../page/home.ts";
import { nextVersion, type Step } from "./version.ts";
import { readManifest } from "../page/manifest.ts";
import { type Git, type Tag } from "./releases.ts";
import { isObject, UserError, objectIn } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";

export interface Project {
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** `https://host/owner/name`, if comparison links are possible. */
  readonly home: string | undefined;
}

export async function projectOf(files: Files, git: Git): Promise<Project> {
  const remote = homeIn((await git("config")) ?? "");
  const manifest = objectIn(await files.tryRead("package.json"));
  if (manifest) {
    const repository = manifest["repository"];
    const url = isObject(repository) ? repository["url"] : repository;
    const text = (key: string): string | undefined =>
      typeof manifest[key] === "string" ? manifest[key] : undefined;
    return {
      name: text("name"),
      version: text("version"),
      home: (typeof url === "string" ? homeOf(url) : undefined) ?? remote,
    };
  }
  const pom = await files.tryRead("pom.xml");
  if (pom !== null) {
    const head = pom.slice(0, 100_000).replace(/<parent>[\s\S]{0,2000}?<\/parent>/, "");
    const value = (key: string): string | undefined =>
      new RegExp(`<${key}>([^<$]+)</${key}>`).exec(head)?.[1]?.trim();
    return { name: value("artifactId"), version: value("version"), home: remote };
  }
  const toml = (await files.tryRead("pyproject.toml")) ?? (await files.tryRead("Cargo.toml")) ?? "";
  const value = (key: string): string | undefined =>
    new RegExp(`^${key}\\s*=\\s*"([^"\\n]+)"`, "m").exec(toml)?.[1];
  return { name: value("name"), version: value("version"), home: remote };
}

/** Reads name and version from the manifests of any ecosystem. */
export async function declaredIn(files: Files): Promise<Partial<Pick<Project, "name" | "version">>> {
  const manifest = await readManifest(files);
  const { name, version } = await projectOf(files, () => Promise.resolve(undefined));
  const [title, number] = [manifest?.name ?? name, manifest?.version ?? version];
  return { ...(title !== undefined && { name: title }), ...(number !== undefined && { version: number }) };
}

export interface After {
  readonly version: string;
  /** Whether the manifest already states it, so it wasn't calculated. */
  readonly isStated: boolean;
}

/**
 * Returns the next version. A manifest ahead of the last tag already states it, unless a tag has that version, too:
 * then the next one follows from it.
 */
export function versionAfter(
  tags: readonly Tag[],
  { version, today }: Pick<Project, "version"> & { readonly today: string },
  step: Step,
): After {
  const [last] = tags;
  const written = version?.replace(/[.-]?(?:dev\d*|SNAPSHOT)$/, "");
  if (!last) return { version: written ?? "0.1.0", isStated: written !== undefined };
  if (written === undefined || !isNewer(written, last.version))
    return {
      version: calendarVersion(tags, step, today) ?? nextVersion(last.version, step),
      isStated: false,
    };
  return isReleased(written, tags)
    ? { version: nextVersion(written, step), isStated: false }
    : { version: written, isStated: true };
}

/** @throws UserError `version_backwards` if the version is below a released one */
export function refuseBackwards(version: string, tags: readonly Tag[]): void {
  const past = tags.filter((tag) => !tag.version.includes("-"));
  const above = past.find((tag) => tag.version !== version && isNewer(tag.version, version));
  if (!above) return;
  throw new UserError(
    "version_backwards",
    `The next version would be ${version}, but ${above.tag} is released already.`,
    `Set a version above ${above.version} in the manifest, or run it on the branch of that line.`,
  );
}

/** Releases so far, newest first: ancestors of this commit, and those on other branches. */
export interface Past {
  readonly tags: readonly Tag[];
  readonly others: readonly Tag[];
}

/**
 * Returns the changelog's newest numbered section if it is for the upcoming release: marked as unreleased, or not
 * released yet.
 */
export function beingMade(changelog: string, { tags, others }: Past): Announced | undefined {
  const newest = announced(changelog);
  const [last] = tags;
  if (newest === undefined || (last && !isNewer(newest.version, last.version))) return undefined;
  return newest.isPending || !isReleased(newest.version, [...tags, ...others]) ? newest : undefined;
}

/** The prefix of versions in this project's tags. */
export const prefixOf = (last: Tag | undefined): string =>
  last?.tag.endsWith(last.version) ? last.tag.slice(0, -last.version.length) : "v";

const isReleased = (version: string, tags: readonly Tag[]): boolean =>
  tags.some((tag) => tag.version === version);

const numbers = (version: string): readonly number[] => version.split(/[.-]/).slice(0, 3).map(Number);

function isNewer(a: string, b: string): boolean {
  const [left, right] = [numbers(a), numbers(b)];
  const i = left.findIndex((number, index) => number !== right[index]);
  return i >= 0 && (left[i] ?? 0) > (right[i] ?? 0);
}
