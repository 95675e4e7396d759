import { literal, nearest } from "../../lib/index.ts";
import { anchor } from "../page/markdown.ts";
import type { Manifest } from "../page/manifest.ts";
import { headingsIn, withoutCode } from "./managed.ts";
import { staleOptions } from "./option-tables.ts";
import type { Placed, Stale } from "./stale-fact.ts";

export interface Ground {
  readonly manifest: Manifest | undefined;
  /** All paths of the project. */
  readonly paths: ReadonlySet<string>;
  /** The page's folder, with a trailing slash; empty for the root. */
  readonly folder: string;
  /** Options of the project's program; undefined if not all are known. */
  readonly options?: ReadonlySet<string> | undefined;
}

export interface Checked {
  readonly stale: readonly Stale[];
  /** Number of checked links to files and anchors of the project. */
  readonly links: number;
  /** Links to other sites, which aren't checked. */
  readonly outside: readonly { readonly address: string; readonly line: number }[];
}

/** Compares a page's versions, commands, options and links with the project. */
export function staleIn(text: string, ground: Ground): Checked {
  const found = [...versions(text, ground), ...scripts(text, ground), ...staleOptions(text, ground.options)];
  const { stale, links, outside } = linksIn(text, ground);
  const lineAt = (index: number): number => text.slice(0, index).split("\n").length;
  return {
    stale: [...found, ...stale].map(({ at, ...one }) => ({ ...one, line: lineAt(at) })),
    links,
    outside: outside.map(({ at, address }) => ({ address, line: lineAt(at) })),
  };
}

/** Checks `name@1.2.3` and `name==1.2.3` of the package itself. */
function versions(text: string, { manifest }: Ground): readonly Placed[] {
  const { name, version } = manifest ?? {};
  if (!name || !version) return [];
  const pattern = new RegExp(`(?<![\\w@/-])${literal(name)}(?:@|==)(v?\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?)`, "g");
  return [...text.matchAll(pattern)].flatMap((match) => {
    const text = match[1] ?? "";
    if (text.replace(/^v/, "") === version) return [];
    const start = match.index + match[0].length - text.length;
    return [
      {
        at: start,
        what: `${name} is at ${version}, not ${text}`,
        edit: { start, end: start + text.length, text: text.startsWith("v") ? `v${version}` : version },
      },
    ];
  });
}

/** Common script names: a missing one isn't a misspelling of another. */
const usual = new Set("build check clean dev format lint preview serve start stop test watch".split(" "));

/** Finds `npm run name` for a script that doesn't exist. */
function scripts(text: string, { manifest, paths }: Ground): readonly Placed[] {
  if (manifest?.ecosystem !== "node") return [];
  const names = Object.keys(manifest.scripts);
  const isOfSeveral = [...paths].some((path) => path.endsWith("/package.json")); // another package may have it
  return [...text.matchAll(/\b(?:npm|pnpm|yarn|bun) run ([a-zA-Z][\w:.-]*[\w])/g)].flatMap((match) => {
    const name = match[1] ?? "";
    if (names.includes(name) || (usual.has(name) && isOfSeveral)) return [];
    const start = match.index + match[0].length - name.length;
    const meant = usual.has(name) ? undefined : nearest(name, names);
    const what = `there is no script ${name}${meant ? `; ${meant} is near` : ""}`;
    return [{ at: start, what, ...(meant && { edit: { start, end: start + name.length, text: meant } }) }];
  });
}

/** Checks relative links and anchors; a moved file with a unique name is found again. */
function linksIn(
  text: string,
  { paths, folder }: Ground,
): {
  readonly stale: readonly Placed[];
  readonly links: number;
  readonly outside: readonly { readonly address: string; readonly at: number }[];
} {
  const bare = withoutCode(text);
  const anchors = new Set(headingsIn(text).flatMap(({ title }) => anchor(title)));
  for (const [, id = ""] of text.matchAll(/<a\s[^>]*(?:id|name)=["']([^"']+)["']/g)) anchors.add(id);
  const folders = new Set(
    [...paths].flatMap((path) =>
      path
        .split("/")
        .slice(0, -1)
        .map((_, place, parts) => parts.slice(0, place + 1).join("/")),
    ),
  );
  const stale: Placed[] = [];
  const outside: { readonly address: string; readonly at: number }[] = [];
  let links = 0;
  for (const match of bare.matchAll(
    /\]\(\s*<?([^)\s<>]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*<?(\S+?)>?\s*$|<(?:a|img)\s[^>]*(?:href|src)=["']([^"']+)["']/gm,
  )) {
    const target = match[1] ?? match[2] ?? match[3] ?? "";
    if (/^[a-z][a-z+.-]*:|^\/\//i.test(target)) {
      outside.push({ address: target, at: match.index });
      continue;
    }
    links += 1;
    const start = match.index + match[0].indexOf(target);
    const [file = "", hash] = target.split("#");
    if (file === "") {
      if (
        hash &&
        !anchors.has(hash) &&
        !/^L\d/.test(hash) &&
        !new RegExp(`^${literal(hash.replace(/-\d+$/, ""))}$`).test(
          [...anchors].find((anchor) => anchor === hash.replace(/-\d+$/, "")) ?? "",
        )
      )
        stale.push({ at: start, what: `there is no heading for #${hash}` });
      continue;
    }
    const path = resolved(decoded(file.replace(/\?.*$/, "")), folder);
    if (path === "" || paths.has(path) || folders.has(path)) continue;
    const now = movedTo(path, paths);
    const moved = now === undefined ? undefined : relative(folder, now);
    stale.push({
      at: start,
      what: `${file} isn't there${moved ? `; ${moved} is` : ""}`,
      ...(moved && { edit: { start, end: start + file.length, text: moved } }),
    });
  }
  return { stale, links, outside };
}

/** File names that many folders share: another one of that name isn't the moved file. */
const common =
  /^(?:licen[cs]e|readme|changelog|contributing|index|main|package|mod|lib|__init__)(?:\.\w+)?$/i;

/** Returns a file's new place: the same path with another extension, or the only file of that name elsewhere. */
function movedTo(path: string, paths: ReadonlySet<string>): string | undefined {
  const base = path.slice(path.lastIndexOf("/") + 1);
  const beside = base.includes(".") ? [] : [...paths].filter((item) => item.startsWith(`${path}.`));
  if (beside.length === 1) return beside[0];
  const same = common.test(base)
    ? []
    : [...paths].filter((path) => path === base || path.endsWith(`/${base}`));
  return same.length === 1 ? same[0] : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function resolved(path: string, folder: string): string {
  const parts: string[] = path.startsWith("/") ? [] : folder.split("/").filter(Boolean);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function relative(folder: string, path: string): string {
  const from = folder.split("/").filter(Boolean);
  const to = path.split("/");
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  return [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/");
}
