import { posix } from "node:path";
import { endings } from "./entries.ts";
import type { Tree } from "./tree.ts";

/** Returns the file in this repository that an import refers to. */
export function placeOf(from: string, path: string, tree: Pick<Tree, "paths">): string | undefined {
  if (!path.endsWith(".py")) return resolve(from, path, tree);
  return from.startsWith(".") ? moduleOf(from, posix.dirname(path), tree) : undefined;
}

/** Returns the file that a relative path refers to. */
export function resolve(from: string, path: string, { paths }: Pick<Tree, "paths">): string | undefined {
  if (!from.startsWith(".")) return undefined;
  const place = posix.join(posix.dirname(path), from);
  const bare = place.replace(/\.[cm]?jsx?$/, "");
  return [
    ...(path.endsWith(".d.ts") ? [`${bare}.d.ts`, `${place}/index.d.ts`] : []),
    place,
    ...endings.map((ending) => bare + ending),
    ...endings.map((ending) => `${place}${ending}`),
    ...endings.map((ending) => `${place}/index${ending}`),
  ].find((item) => paths.has(item) && /\.[cm]?[jt]sx?$/.test(item));
}

/** Returns the file of `.models`, `..util.text` and `package.models`, relative to the folder of an `__init__.py`. */
export function moduleOf(from: string, folder: string, { paths }: Pick<Tree, "paths">): string | undefined {
  const [dots = ""] = /^\.*/.exec(from) ?? [];
  const rest = dots ? from.slice(dots.length) : from.split(".").slice(1).join(".");
  const base = posix.join(folder, ...Array.from({ length: Math.max(0, dots.length - 1) }, () => ".."));
  const place = rest ? posix.join(base, rest.replaceAll(".", "/")) : base;
  return [`${place}.py`, `${place}/__init__.py`].find((item) => paths.has(item));
}
