import { folderOf } from "../program/imports.ts";
import type { Args, Library, Machine, Value } from "./types.ts";
import { constant, list, textOf, unknown } from "./value.ts";

/** `import_module("app.notes")`, `import_module(".notes", package=__name__)` */
function imported({ list: [name, second], named, file }: Args, m: Machine): Value {
  const from = m.module(file);
  const called = textOf(name);
  if (!from || called === undefined) return unknown;
  const within = textOf(named.get("package") ?? second);
  return m.load(called.startsWith(".") && within !== undefined ? `${within}${called}` : called, from);
}

/** Python's module that imports others by name. */
export const packages: Library = {
  call: ({ path }, args, m) => (path === "importlib.import_module" ? imported(args, m) : undefined),
};

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
