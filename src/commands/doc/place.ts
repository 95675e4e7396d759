import type { Files, FindOptions } from "../../workspace/index.ts";

/** `src/a.ts:name` and `src/a.ts#Class.method`: the path, and the declaration's name. */
export function pathOf(target: string): { readonly path: string; readonly symbol?: string } {
  const [, path = target, symbol] = /^(.*\.\w+)(?:#|::?)([\w$.]+)$/.exec(target) ?? [];
  return { path: path.replace(/(?<=.)\/+$/, ""), ...(symbol && { symbol }) };
}

/** Files of a folder, also where `.gitignore` names it itself. */
export async function* below(
  folder: string,
  files: Files,
  { passed }: Pick<FindOptions, "passed"> = {},
): AsyncIterable<string> {
  const plain = /^[\w./@-]+$/.test(folder);
  const inside = (path: string): boolean => folder === "" || path.startsWith(`${folder}/`);
  const found = files.find(folder && plain ? `${folder}/**` : "**", {
    own: true,
    passed: (path, why) => inside(path) && passed?.(path, why),
  });
  for await (const path of found) if (inside(path)) yield path;
}
