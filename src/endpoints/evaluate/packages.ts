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

/** Functions that import a member by its dotted path. */
const byText = /^(?:werkzeug\.utils|django\.utils\.module_loading)\.import_string$|^pydoc\.locate$/;

/** `import_string("app.notes:blueprint")` */
function member(args: Args, m: Machine): Value {
  const [, module, name] = /^(.+)[.:](\w+)$/.exec(textOf(args.list[0]) ?? "") ?? [];
  if (module === undefined || name === undefined) return unknown;
  return m.get(imported({ ...args, list: [constant(module)] }, m), name);
}

/** Python's module that imports others by name. */
export const packages: Library = {
  call({ path }, args, m) {
    if (path === "importlib.import_module") return imported(args, m);
    return byText.test(path) ? member(args, m) : undefined;
  },
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
