import { posix } from "node:path";
import { isObject, objectIn } from "../lib/index.ts";
import type { Files } from "../workspace/index.ts";

type Manifest = Readonly<Record<string, unknown>>;

const largest = 400_000;

export async function manifestOf(files: Files, path: string): Promise<Manifest | undefined> {
  const text = await files.tryRead(path).catch(() => null);
  return objectIn(text);
}

/** Returns a package's type declarations, entry first, following relative imports and exports. */
export async function declarationFiles(
  files: Files,
  folder: string,
  { manifest, most }: { readonly manifest: Manifest; readonly most: number },
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const open = [...entries(manifest), "index.d.ts"].map((path) => posix.join(folder, path));
  const seen = new Set<string>();
  const found: { file: string; text: string }[] = [];
  for (let file = open.shift(); file !== undefined && found.length < most; file = open.shift()) {
    if (seen.has(file) || !file.startsWith(`${folder}/`)) continue;
    seen.add(file);
    const text = await files.tryRead(file).catch(() => null);
    if (text === null || text.length > largest) continue;
    found.push({ file, text });
    for (const [, request = ""] of text.matchAll(/(?:from|import)\s*(?:\(\s*)?["'](\.{1,2}\/[^"'\n]+)["']/g))
      open.push(...candidates(posix.join(posix.dirname(file), request)));
  }
  return found;
}

const candidates = (path: string): readonly string[] => {
  const stem = path.replace(/(?:\.d)?\.([mc]?)[jt]s$/, "");
  return [`${stem}.d.ts`, `${stem}.d.mts`, `${stem}.d.cts`, `${stem}/index.d.ts`];
};

function entries(manifest: Manifest): readonly string[] {
  const paths: string[] = [];
  const add = (value: unknown, depth = 0): void => {
    if (typeof value === "string") {
      if (/\.d\.[mc]?ts$/.test(value)) paths.push(value);
      else if (/\.[mc]?js$/.test(value)) paths.push(...candidates(value).slice(0, 3));
    } else if (isObject(value) && depth < 4) for (const item of Object.values(value)) add(item, depth + 1);
  };
  for (const key of ["types", "typings", "exports", "main"]) add(manifest[key]);
  return [...new Set(paths)];
}
