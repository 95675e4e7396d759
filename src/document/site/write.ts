import { languageOf } from "../../code/index.ts";
import { below, type Change, type Files, type Workspace } from "../../workspace/index.ts";
import { declaredIn } from "../changelog/releasing.ts";
import type { Left } from "../code/contract.ts";
import { isExample, isTest, reasonToSkip } from "../code/skip.ts";
import { homeIn, homeOf } from "../page/home.ts";
import { readManifest } from "../page/manifest.ts";
import { sourceHash } from "../page/stamp.ts";
import { checkLinks } from "./check.ts";
import { guidesOf, isOurPicture, type Guides } from "./guides.ts";
import { mark as siteMark } from "./mark.ts";
import { readModule, type Module } from "./module.ts";
import type { About } from "./shell.ts";
import { site, type Text } from "./site.ts";

export interface SiteOptions {
  /** The folder to document; empty for all. */
  readonly place: string;
  /** Also what isn't exported. */
  readonly all: boolean;
  readonly signal: AbortSignal;
  progress(text: string): void;
}

/** A site as it would be written, beside the versions that are there. */
export interface ComposedSite {
  readonly about: About;
  readonly sources: { readonly modules: readonly Module[]; readonly left: readonly Left[] };
  readonly made: ReadonlyMap<string, string>;
  readonly links: ReturnType<typeof checkLinks>;
  readonly changes: readonly Change[];
  /** Hand-written files, which were left alone. */
  readonly handWritten: readonly string[];
  readonly start: string;
}

/** The folder of sites, with a subfolder per version. */
const folder = "docs/site";

/** Examples, benchmarks and tool settings are excluded unless a folder was named. */
const isAside = (path: string): boolean =>
  isExample(path) || /(?:^|\/)[\w.-]+\.config\.[cm]?[jt]s$/.test(path);

interface Sources {
  readonly modules: readonly Module[];
  readonly left: readonly Left[];
  readonly texts: readonly (readonly [path: string, text: string])[];
}

/** Reads the declarations in a folder, except in tests, generated and vendored files. */
async function sourcesOf(
  { files }: Workspace,
  { place, all, progress, signal }: SiteOptions,
): Promise<Sources> {
  const modules: Module[] = [];
  const left: Left[] = [];
  const texts: (readonly [string, string])[] = [];
  for await (const path of below(place, files)) {
    signal.throwIfAborted();
    const language =
      path.endsWith(".d.ts") ||
      isTest(path) ||
      (place === "" && isAside(path)) ||
      path.startsWith(`${folder}/`)
        ? undefined
        : await languageOf(path);
    if (!language) continue;
    const text = await files.tryRead(path).catch(() => null);
    const why = text === null ? "can't be read as text" : reasonToSkip(path, text);
    if (text === null || why !== undefined) {
      left.push({ path, why: why ?? "" });
      continue;
    }
    if (modules.length % 100 === 0) progress(`Reading ${path}`);
    texts.push([path, text]);
    const module = readModule(path, text, { language, all });
    if (module.items.length) modules.push(module);
  }
  return { modules, left, texts };
}

async function aboutOf(workspace: Workspace, texts: Sources["texts"]): Promise<About> {
  const manifest = await readManifest(workspace.files);
  const { name, version } = await declaredIn(workspace.files);
  const git = async (...args: readonly [string, ...string[]]): Promise<string | undefined> => {
    const ran = await workspace.git(args).catch(() => undefined);
    return ran?.exitCode === 0 ? ran.stdout.trim() : undefined;
  };
  const commit = await git("rev-parse", "HEAD");
  const home = homeIn((await git("config")) ?? "") ?? homeOf(manifest?.homepage ?? "");
  return {
    title: name ?? workspace.root.split("/").at(-1) ?? "Project",
    version: version?.replaceAll(/[^\w.+-]/g, "") || "current",
    commit: commit?.slice(0, 10) ?? "none",
    source: await sourceHash(texts.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    home: home && commit && `${home}/blob/${commit}/`,
  };
}

/** The start page, which lists the versions that have a folder, newest first, and redirects to the newest. */
function* entrance(versions: readonly string[]): Iterable<readonly [string, string]> {
  const [newest = ""] = versions;
  yield [
    `${folder}/versions.js`,
    `/* ${siteMark} */\nwindow.antiphonVersions = ${JSON.stringify(versions)};\n`,
  ];
  yield [
    `${folder}/index.html`,
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="${siteMark}"><meta http-equiv="refresh" content="0; url=${newest}/index.html"><title>Documentation</title></head><body><main><h1>Documentation</h1><p><a href="${newest}/index.html">Version ${newest}</a></p></main></body></html>\n`,
  ];
}

/** Removes the commit, which changes even if nothing shown on a page does. */
const comparable = (text: string, commit: string): string =>
  text
    .replaceAll(/\/blob\/\w{7,40}\//g, "/blob/")
    .replace(/, commit \w+, source/, `, commit ${commit}, source`);

async function changesOf(
  pages: ReadonlyMap<string, string>,
  { files, commit, place }: { readonly files: Files; readonly commit: string; readonly place: string },
): Promise<{ readonly changes: Change[]; readonly handWritten: string[] }> {
  const changes: Change[] = [];
  const ownPaths: string[] = [];
  for (const [path, after] of pages) {
    const before = await files.tryRead(path);
    if (before !== null && !before.includes(siteMark)) ownPaths.push(path);
    else if (
      before === null ||
      (before !== after && comparable(before, commit) !== comparable(after, commit))
    )
      changes.push({ path, before, after });
  }
  for await (const path of below(place, files)) {
    if (pages.has(path)) continue;
    const before = await files.tryRead(path).catch(() => null);
    if (before?.includes(siteMark)) changes.push({ path, before, after: null });
  }
  return { changes, handWritten: ownPaths };
}

/** Changes for pictures that are missing, or no longer shown. */
async function pictureChanges(
  pictures: Guides["pictures"],
  files: Files,
  start: string,
): Promise<{ readonly changes: readonly Change[]; readonly handWritten: readonly string[] }> {
  const changes: Change[] = [];
  const ownPaths: string[] = [];
  const encoding = "latin1";
  const picturesByPath = new Map(pictures.map(({ path, bytes }) => [`${start}/${path}`, bytes]));
  for (const [path, after] of picturesByPath) {
    const bytes = await files.bytes(path).catch(() => undefined);
    if (!bytes) changes.push({ path, before: null, after, encoding });
    else if (Buffer.from(bytes).toString(encoding) !== after) ownPaths.push(path);
  }
  for await (const path of below(`${start}/pictures`, files)) {
    const bytes = picturesByPath.has(path) ? undefined : await files.bytes(path).catch(() => undefined);
    if (bytes && isOurPicture(path, bytes))
      changes.push({ path, before: Buffer.from(bytes).toString(encoding), after: null, encoding });
  }
  return { changes, handWritten: ownPaths };
}

const numeric = new Intl.Collator("en", { numeric: true });

/** Compares versions, older first: `1.0.0-beta.2` and `1.0rc1` come before `1.0.0`. */
function byAge(a: string, b: string): number {
  const [[, left = "", before = ""] = [], [, right = "", after = ""] = []] = [a, b].map(
    (item) => /^v?([\d.]*\d|)(.*)$/.exec(item) ?? [],
  );
  const isEarly = (rest: string): boolean => /^[-.]?[a-z]/i.test(rest) && !/^\.?post/i.test(rest);
  return (
    numeric.compare(left, right) ||
    Number(isEarly(after)) - Number(isEarly(before)) ||
    numeric.compare(before, after)
  );
}

/** Composes the static site of a project, or of one of its folders. `texts`: README, endpoints, changelog. */
export async function siteOf(
  workspace: Workspace,
  texts: readonly Text[],
  options: SiteOptions,
): Promise<ComposedSite> {
  const { files } = workspace;
  const sources = await sourcesOf(workspace, options);
  const about = await aboutOf(workspace, sources.texts);
  const guides = await guidesOf(texts, files, (path) => path.startsWith(`${folder}/`));
  options.progress("Writing pages");
  const start = `${folder}/${about.version}`;
  const pictures = new Map(guides.pictures.map(({ file, path }) => [file, path]));
  const siteContent = { about, modules: sources.modules, texts: [...texts, ...guides.texts], pictures };
  const sitePages = new Map(site(siteContent));
  const versions = new Set([about.version]);
  for await (const path of below(folder, files)) {
    const version = /^docs\/site\/([\w.+-]+)\/index\.html$/.exec(path)?.[1];
    if (version !== undefined) versions.add(version);
  }
  const pages = new Map([
    ...entrance([...versions].sort(byAge).toReversed()),
    ...[...sitePages].map(([path, text]) => [`${start}/${path}`, text] as const),
  ]);
  const { changes, handWritten } = await changesOf(pages, { files, commit: about.commit, place: start });
  const drawn = await pictureChanges(guides.pictures, files, start);
  changes.push(...drawn.changes);
  handWritten.push(...drawn.handWritten);
  const shownPictures = guides.pictures.map(({ path }) => [path, ""] as const);
  const links = checkLinks(new Map([...sitePages, ...shownPictures]));
  return { about, sources, made: sitePages, links, changes, handWritten, start };
}
