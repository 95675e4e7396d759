import { posix } from "node:path";
import { none } from "./facts.ts";
import type { Sheet } from "./sheet.ts";

/** In Go a folder's files form one package, and in Rust a type's methods may be in any file. */
export function packages(sheet: Sheet): (name: number, file: number) => number | undefined {
  const { files, names } = sheet;
  const folders = Map.groupBy(
    files.flatMap((file, place) => (/\.(?:go|rs)$/.test(file) ? [place] : [])),
    (place) => posix.dirname(files[place] ?? ""),
  );
  if (folders.size === 0) return () => undefined;
  return (name, file) => {
    const path = files[file] ?? "";
    if (!path.endsWith(".go") && !(path.endsWith(".rs") && names.text(name).includes("."))) return undefined;
    for (const value of folders.get(posix.dirname(path)) ?? none) {
      const found = sheet.declared(name, value);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
