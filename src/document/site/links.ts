import { createHash } from "node:crypto";
import { type Html, markup } from "./html.ts";
import type { Module } from "./module.ts";

/** Resolves names to addresses: pages by module, anchors by declaration. */
export interface Links {
  /** Returns the page of a source file. */
  pageOf(path: string): string;
  /** Returns the address of a name used in a module; undefined if this site doesn't contain it. */
  target(name: string, from: Module): string | undefined;
  /** Renders code with its names as links. */
  code(text: string, from: Module): Html;
}

const stem = (path: string): string => (path.split("/").at(-1) ?? path).replace(/\.\w+$/, "");

/**
 * Returns the page of a file in a site folder; paths that differ only in characters addresses can't contain
 * get separate pages.
 */
export function pagePath(folder: string, path: string): string {
  const plain = path.replaceAll("..", "_").replaceAll(/[^\w./-]/g, "_");
  const mark = plain === path ? "" : `-${createHash("sha256").update(path).digest("hex").slice(0, 8)}`;
  return `${folder}/${plain}${mark}.html`;
}

const pageOf = (path: string): string => pagePath("modules", path);

/** Returns the address of one page relative to another. */
export function relative(from: string, to: string): string {
  const up = from.split("/").slice(0, -1);
  const down = to.split("/");
  while (up.length && down.length > 1 && up[0] === down[0]) {
    up.shift();
    down.shift();
  }
  return "../".repeat(up.length) + down.join("/");
}

const usual = new Set(
  "string number boolean void any unknown never null undefined object symbol bigint this const let var function class interface type export declare async await return extends implements readonly keyof typeof infer in is as new abstract static private protected public get set default enum namespace import from of if else def self cls None True False int str float bool list dict tuple and or not".split(
    " ",
  ),
);

const word = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?/g;

export function linksOf(modules: readonly Module[]): Links {
  const byName = new Map<string, Module[]>();
  const byStem = new Map<string, Module[]>();
  const anchors = new Map<Module, ReadonlyMap<string, string>>();
  for (const module of modules) {
    anchors.set(
      module,
      new Map(module.items.map(({ name, anchor }) => [name, anchor] as const).toReversed()),
    );
    byStem.set(stem(module.path), [...(byStem.get(stem(module.path)) ?? []), module]);
    for (const { name, owner } of module.items)
      if (owner === undefined) byName.set(name, [...(byName.get(name) ?? []), module]);
  }
  const has = (module: Module, name: string): boolean => anchors.get(module)?.has(name) === true;
  const imported = (local: string, from: Module): readonly Module[] => {
    const found = from.imports.find((item) => item.local === local);
    return found ? (byStem.get(stem(found.from.replace(/\/index(?:\.\w+)?$/, ""))) ?? []) : [];
  };
  const find = (name: string, from: Module): readonly [Module, string] | undefined => {
    if (has(from, name)) return [from, name];
    const [first = "", second] = name.split(".");
    if (second !== undefined) {
      const module = [...imported(first, from), ...(byStem.get(first) ?? [])].find((item) =>
        has(item, second),
      );
      if (module) return [module, second];
      const whole = byName.get(first)?.find((item) => has(item, name));
      if (whole) return [whole, name];
      return find(first, from);
    }
    const by = imported(name, from).find((item) => has(item, name));
    const [only, another] = byName.get(name) ?? [];
    return by ? [by, name] : only && !another && name.length > 2 ? [only, name] : undefined;
  };
  const target = (name: string, from: Module): string | undefined => {
    const found = usual.has(name) ? undefined : find(name, from);
    if (!found) return undefined;
    const [module, at] = found;
    const page = module === from ? "" : relative(pageOf(from.path), pageOf(module.path));
    return `${page}#${anchors.get(module)?.get(at) ?? ""}`;
  };
  return {
    pageOf,
    target,
    code(text, from) {
      const parts: Html[] = [];
      let index = 0;
      for (const found of text.matchAll(word)) {
        const before = text[found.index - 1] ?? "";
        const link = /["'`.\w]/.test(before) ? undefined : target(found[0], from);
        if (link === undefined) continue;
        parts.push(markup`${text.slice(index, found.index)}<a href="${link}">${found[0]}</a>`);
        index = found.index + found[0].length;
      }
      return markup`${parts}${text.slice(index)}`;
    },
  };
}
