import type { Part } from "./contracts.ts";

/** Merges parts; no two may write the same file. */
export function merge(parts: readonly Part[]): Part {
  const files = parts.flatMap((part) => part.files ?? []);
  const twice = files.find(({ path }, index) => files.findIndex((other) => other.path === path) !== index);
  if (twice) throw new Error(`Two parts write ${twice.path}.`);
  const all = <K extends Exclude<keyof Part, "files">>(key: K): NonNullable<Part[K]> =>
    Object.assign({}, ...parts.map((part) => part[key])) as NonNullable<Part[K]>; // Object.assign's type is any
  return {
    files,
    dependencies: all("dependencies"),
    devDependencies: all("devDependencies"),
    scripts: all("scripts"),
    environment: all("environment"),
    compiler: all("compiler"),
    lint: all("lint"),
    ...parts.reduce<Pick<Part, "made">>((found, { made }) => (made ? { made } : found), {}),
    ...parts.reduce<Pick<Part, "node">>((found, { node }) => (node ? { node } : found), {}),
    readme: all("readme"),
  };
}
