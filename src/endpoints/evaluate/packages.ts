import { folderOf } from "../program/imports.ts";
import type { Args, Library, Machine, Value } from "./types.ts";
import { constant, items, list, object, texts, textOf, unknown } from "./value.ts";

const moduleFile = /^([A-Za-z_]\w*)(?:\.py|\/__init__\.py)$/;

/** Python's `ModuleInfo` of a module in a package, which can be unpacked as a tuple. */
const infoOf = (prefix: string, name: string, isPackage: boolean): Value => {
  const members = [unknown, constant(prefix + name), constant(isPackage)] as const;
  const named = ["module_finder", "name", "ispkg"].map(
    (key, index) => [key, members[index] ?? unknown] as const,
  );
  return object([...members.map((member, index) => [String(index), member] as const), ...named]);
};

/** The modules directly in folders, for `pkgutil.iter_modules(package.__path__)` and `pkgutil.walk_packages(…)`. */
function modulesIn(files: Iterable<string>, folders: readonly string[], prefix: string): readonly Value[] {
  return folders.flatMap((folder) => {
    const start = folder ? `${folder}/` : "";
    return [...files].flatMap((path) => {
      const [, name] = (path.startsWith(start) && moduleFile.exec(path.slice(start.length))) || [];
      return name === undefined || name === "__init__"
        ? []
        : [infoOf(prefix, name, path.endsWith("__init__.py"))];
    });
  });
}

/** `import_module("app.notes")`, `import_module(".notes", package=__name__)` */
function imported({ list: [name, second], named, file }: Args, m: Machine): Value {
  const from = m.module(file);
  const called = textOf(name);
  if (!from || called === undefined) return unknown;
  const within = textOf(named.get("package") ?? second);
  return m.load(called.startsWith(".") && within !== undefined ? `${within}${called}` : called, from);
}

/** Python's modules that programs find modules with. */
export const packages = (files: ReadonlyMap<string, string>): Library => ({
  call({ path }, args, m) {
    switch (path) {
      case "pkgutil.iter_modules":
      case "pkgutil.walk_packages": {
        const folders = items(args.list[0] ?? args.named.get("path")).flatMap((item) => texts(item));
        return list(modulesIn(files.keys(), folders, textOf(args.list[1] ?? args.named.get("prefix")) ?? ""));
      }
      case "importlib.import_module":
        return imported(args, m);
      default:
        return undefined;
    }
  },
});

/** Names of a Python module that depend on its location. */
export function placed(path: string): readonly (readonly [string, Value])[] {
  const name = path.replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", ".");
  const folder = folderOf(path).replace(/\/$/, "");
  const isPackage = path.endsWith("__init__.py");
  return [
    ["__name__", constant(name)],
    ["__package__", constant(isPackage ? name : folder.replaceAll("/", "."))],
    ...(isPackage ? [["__path__", list([constant(folder)])] as const] : []),
  ];
}
