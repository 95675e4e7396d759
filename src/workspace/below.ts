import type { Files, FindOptions } from "./workspace.ts";

/** Yields the files of a folder, even if `.gitignore` lists the folder itself. */
export async function* below(
  folder: string,
  files: Files,
  { passed }: Pick<FindOptions, "passed"> = {},
): AsyncIterable<string> {
  const plain = /^[\w./@-]+$/.test(folder);
  const inside = (path: string): boolean => folder === "" || path.startsWith(`${folder}/`);
  const found = files.find(folder && plain ? `${folder}/**` : "**", {
    skipNested: true,
    passed: (path, why) => inside(path) && passed?.(path, why),
  });
  for await (const path of found) if (inside(path)) yield path;
}
