export interface Autoloaded {
  readonly file: string;
  /** Path below the loaded folder; empty for that folder itself. */
  readonly folder: string;
  /** `autohooks.ts`, which adds hooks to its folder. */
  readonly isHook: boolean;
}

const loadable = /\.[mc]?[jt]s$/;

/**
 * The plugins that @fastify/autoload finds in a folder: hooks first, then files. From a folder with an index file, only
 * that.
 */
export function autoload(texts: ReadonlyMap<string, string>, dir: string): readonly Autoloaded[] {
  const start = dir ? `${dir}/` : "";
  const files = [...texts.keys()].filter((path) => path.startsWith(start) && loadable.test(path));
  const all = files.map((file) => {
    const inside = file.slice(start.length);
    const folder = inside.slice(0, Math.max(0, inside.lastIndexOf("/")));
    return { file, folder, isHook: /(?:^|\/)_?auto[hH]ooks\.[mc]?[jt]s$/.test(inside) };
  });
  const indexed = new Set(
    all.filter(({ file }) => /(?:^|\/)index\.[mc]?[jt]s$/.test(file)).map(({ folder }) => folder),
  );
  return all
    .filter(
      ({ file, folder, isHook }) => isHook || !indexed.has(folder) || /(?:^|\/)index\.[mc]?[jt]s$/.test(file),
    )
    .sort(
      (a, b) =>
        a.folder.split("/").length - b.folder.split("/").length || Number(b.isHook) - Number(a.isHook),
    );
}
