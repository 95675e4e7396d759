import type { Files } from "../../workspace/index.ts";

/** Where a language's formatters and linters configure the line length, in order of precedence. */
const settings: readonly (readonly [endings: RegExp, files: readonly string[], key: RegExp])[] = [
  [
    /\.pyi?$/,
    ["ruff.toml", ".ruff.toml", "pyproject.toml", ".flake8", "setup.cfg", "tox.ini"],
    /^[ \t]*(?:line-length|max-line-length)[ \t]*=[ \t]*(\d{2,3})\b/m,
  ],
  [
    /\.[cm]?[jt]sx?$/,
    [
      ".prettierrc",
      ".prettierrc.json",
      ".prettierrc.yaml",
      ".prettierrc.yml",
      ".oxfmtrc.json",
      "biome.json",
      "package.json",
    ],
    /["']?\b(?:printWidth|lineWidth)["']?[ \t]*:[ \t]*(\d{2,3})\b/,
  ],
];

const editors = /^[ \t]*max_line_length[ \t]*=[ \t]*(\d{2,3})\b/m;

/** Returns a project's maximum line length by file; undefined if its settings don't state one. */
export async function widthOf(files: Files): Promise<(path: string) => number | undefined> {
  const first = async (paths: readonly string[], key: RegExp): Promise<number | undefined> => {
    for (const path of paths) {
      const found = key.exec((await files.tryRead(path).catch(() => null)) ?? "")?.[1];
      if (found !== undefined && Number(found) >= 60) return Number(found);
    }
    return undefined;
  };
  const editor = await first([".editorconfig"], editors);
  const all = await Promise.all(
    settings.map(async ([endings, paths, key]) => [endings, (await first(paths, key)) ?? editor] as const),
  );
  return (path) => all.find(([endings]) => endings.test(path))?.[1];
}
