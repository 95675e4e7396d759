import { normal } from "../program/source.ts";
import type { Library, Value } from "./types.ts";
import { constant, list, texts, unknown } from "./value.ts";

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/"))) || "/";

const joined = (parts: readonly Value[]): Value => {
  const known = parts.map((part) => texts(part)[0]);
  if (known.includes(undefined)) return unknown;
  return constant(`/${normal(known.join("/")) ?? ""}`);
};

/** Node's own modules that programs find their files with. Paths start at the project's folder, which is `/`. */
export const node = (files: ReadonlyMap<string, string>): Library => ({
  call(callee, { list: given }) {
    const [first] = given;
    const path = texts(first)[0];
    switch (callee.path) {
      case "path.join":
      case "path.resolve":
        return joined(given);
      case "path.dirname":
        return path === undefined ? unknown : constant(folderOf(path));
      case "path.basename": {
        const ending = texts(given[1])[0] ?? "";
        const name = path?.split("/").at(-1);
        return name === undefined
          ? unknown
          : constant(name.endsWith(ending) ? name.slice(0, name.length - ending.length) : name);
      }
      case "path.extname":
        return path === undefined ? unknown : constant(/\.\w+$/.exec(path)?.[0] ?? "");
      case "url.fileURLToPath":
        return first ?? unknown;
      case "fs.readdirSync": {
        if (path === undefined) return unknown;
        const folder = normal(path) ?? "";
        const start = folder ? `${folder}/` : "";
        const names = [...files.keys()]
          .filter((one) => one.startsWith(start))
          .map((one) => one.slice(start.length).split("/")[0] ?? "");
        return list([...new Set(names)].map(constant));
      }
      default:
        return undefined;
    }
  },
});
