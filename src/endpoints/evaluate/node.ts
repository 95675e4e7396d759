import { inTable } from "../../lib/index.ts";
import { normal } from "../program/source.ts";
import { fitsGlob, globbed } from "./glob.ts";
import { args } from "./machine.ts";
import type { Args, Library, Machine, Value } from "./types.ts";
import { constant, each, items, list, propOf, texts, truth, unknown } from "./value.ts";

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/"))) || "/";

const joined = (parts: readonly Value[]): Value => {
  const known = parts.map((part) => texts(part)[0]);
  if (known.includes(undefined)) return unknown;
  return constant(`/${normal(known.join("/")) ?? ""}`);
};

const globs =
  /^(?:(?:glob|fast-glob|globby|tiny-glob)(?:\.(?:sync|glob|globSync|globbySync|globby|async))?|fs\.globSync)$/;

const matchers = /^(?:micromatch|picomatch|minimatch|wildcard-match)(?:\.(?:isMatch|minimatch))?$/;

/** `micromatch.isMatch(path, patterns)`, if both are known. */
function matched([path, patterns]: readonly Value[]): Value {
  const name = texts(path)[0];
  const globs = items(patterns).flatMap((item) => texts(item));
  const isKnown =
    name !== undefined && globs.length > 0 && items(patterns).every(({ kind }) => kind === "const");
  return isKnown ? constant(globs.some((glob) => fitsGlob(glob, name))) : unknown;
}

/** The paths that `glob("routes/*.js", options, callback)` finds, absolute or relative like the pattern. */
function found(files: ReadonlyMap<string, string>, callArgs: Args, m: Machine): Value {
  const [patterns, options] = callArgs.list;
  const from = normal(texts(propOf(options, "cwd"))[0] ?? "") ?? "";
  const isAbsolute = truth(propOf(options, "absolute") ?? unknown) === true;
  const named = (value: Value | undefined, pick: (glob: string) => boolean): readonly string[] =>
    items(value)
      .flatMap((item) => texts(item))
      .filter(pick)
      .flatMap((glob) => {
        const bare = glob.replace(/^!/, "");
        const base = bare.startsWith("/") || !from ? "" : `${from}/`;
        return globbed(normal(base + bare) ?? bare, files.keys()).map((path) =>
          bare.startsWith("/") || isAbsolute ? `/${path}` : path.slice(base.length),
        );
      });
  const not = new Set([
    ...named(patterns, (glob) => glob.startsWith("!")),
    ...named(propOf(options, "ignore"), () => true),
  ]);
  const plain = new Set([...not].map((path) => path.replace(/^\//, "")));
  const all = named(patterns, (glob) => !glob.startsWith("!"));
  const left = list(all.filter((path) => !plain.has(path.replace(/^\//, ""))).map(constant));
  const callback = callArgs.list.at(-1);
  if (callback?.kind === "function") m.call(callback, args([constant(null), left]));
  return left;
}

/** Node's modules that programs find files with. Paths start at the project's folder, which is `/`. */
export const node = (files: ReadonlyMap<string, string>): Library => ({
  call(callee, all, m) {
    const argumentValues = all.list;
    if (globs.test(callee.path)) return found(files, all, m);
    if (matchers.test(callee.path)) return matched(argumentValues);
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
