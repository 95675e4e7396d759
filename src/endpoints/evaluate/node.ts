import { inTable } from "../../lib/index.ts";
import { normal } from "../program/source.ts";
import type { Library, Value } from "./types.ts";
import { constant, each, either, list, setting, texts, unknown } from "./value.ts";
import { args } from "./machine.ts";

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/"))) || "/";

const joined = (parts: readonly Value[]): Value => {
  const known = parts.map((part) => texts(part)[0]);
  if (known.includes(undefined)) return unknown;
  return constant(`/${normal(known.join("/")) ?? ""}`);
};

/** Node's modules that programs find files with. Paths start at the project's folder, which is `/`. */
export const node = (files: ReadonlyMap<string, string>): Library => ({
  call(callee, all) {
    const argumentValues = all.list;
    const [first] = argumentValues;
    const isText = first && each(first).every(({ kind }) => kind === "const");
    const path = isText ? texts(first)[0] : undefined;
    return inTable(calls, callee.path)?.({ callArgs: argumentValues, path, files });
  },
});

interface Called {
  readonly callArgs: readonly Value[];
  /** The first argument, if it is a known text. */
  readonly path: string | undefined;
  readonly files: ReadonlyMap<string, string>;
}

const joinedPath = ({ callArgs }: Called): Value => joined(callArgs);
const folderName = ({ path }: Called): Value => (path === undefined ? unknown : constant(folderOf(path)));

const calls: Readonly<Record<string, (called: Called) => Value>> = {
  "path.join": joinedPath,
  "path.resolve": joinedPath,
  // joins relative to a module's folder
  "desm.join": ({ callArgs, path }) => joined([constant(folderOf(path ?? "")), ...callArgs.slice(1)]),
  "desm.default": folderName,
  desm: folderName,
  "path.dirname": folderName,
  "path.basename": ({ callArgs, path }) => {
    const ending = texts(callArgs[1])[0] ?? "";
    const name = path?.split("/").at(-1);
    if (name === undefined) return unknown;
    return constant(name.endsWith(ending) ? name.slice(0, name.length - ending.length) : name);
  },
  "path.extname": ({ path }) => (path === undefined ? unknown : constant(/\.\w+$/.exec(path)?.[0] ?? "")),
  "url.fileURLToPath": ({ callArgs: [first] }) => first ?? unknown,
  "fs.readdirSync": ({ path, files }) => {
    if (path === undefined) return unknown;
    const folder = normal(path) ?? "";
    const start = folder ? `${folder}/` : "";
    const names = [...files.keys()]
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length).split("/")[0] ?? "");
    // an unseen folder may hold anything
    return names.length ? list([...new Set(names)].map(constant)) : list([], unknown);
  },
};

const throwing = /^rxjs\b.*\.(?:throwError|throwIfEmpty)$/;

/** RxJS operators that end a stream: `throwIfEmpty(() => new NotFoundException())`. */
export const rxjs: Library = {
  call({ path }, { list: [value] }, m) {
    if (!m.run || !value || !throwing.test(path)) return undefined;
    m.throws.push(...each(value.kind === "function" ? m.call(value, args([])) : value));
    return undefined;
  },
};

/** Functions of Python libraries that take a default for a missing setting. */
const takesOther =
  /^(?:os\.getenv|os\.environ\.get|decouple\.config|starlette\.config\.Config\(\)|environs?\.(?:Fileaware)?Env\(\)(?:\.\w+)?)$/;

/** Settings, whose default is the only value that a program shows. */
export const settings: Library = {
  call({ path }, { list, named }) {
    if (!takesOther.test(path)) return undefined;
    const other = named.get("default") ?? list[1];
    return other ? either([other, setting]) : setting;
  },
};
