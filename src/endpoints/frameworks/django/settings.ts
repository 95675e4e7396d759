import { remembered } from "../../../lib/index.ts";
import type { Machine, Module, Value } from "../../evaluate/types.ts";
import {
  each,
  either,
  external,
  isMissing,
  items,
  list,
  nothing,
  object,
  propOf,
  texts,
  unknown,
} from "../../evaluate/value.ts";

/** The settings modules that name the root URL module. */
export const settingsIn = remembered((texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts]
    .filter(([path, text]) => path.endsWith(".py") && /^ROOT_URLCONF\s*=/m.test(text))
    .map(([path]) => path),
);

/** A setting of `django.conf.settings`, read from the module that names the root URL module. */
export function settingOf(name: string, texts: ReadonlyMap<string, string>, m: Machine): Value | undefined {
  for (const path of settingsIn(texts)) {
    const module = m.module(path);
    const value = module && m.get(module.exports, name);
    if (value && value.kind !== "unknown" && value.kind !== "external") return value;
  }
  return undefined;
}

/** The `REST_FRAMEWORK` settings, which name classes and functions by dotted paths. */
export class Settings {
  readonly #m: Machine;
  readonly #module: Module | undefined;
  readonly #values: Value = object();

  constructor(texts: ReadonlyMap<string, string>, m: Machine) {
    this.#m = m;
    const all = [...texts].flatMap(([path, text]) => {
      if (!path.endsWith(".py") || !/^[ \t]*REST_FRAMEWORK\s*=/m.test(text)) return [];
      const module = m.module(path);
      return module ? [{ module, value: m.get(module.exports, "REST_FRAMEWORK") }] : [];
    });
    // other files may only have a variable or an argument with this name
    const found = all.find(({ value }) => each(value).some(({ kind }) => kind === "object")) ?? all[0];
    if (!found) return;
    this.#module = found.module;
    this.#values = found.value;
  }

  /** A setting; one of several values where some environments have others. */
  get(name: string): Value | undefined {
    const found = each(this.#values).map((value) =>
      value.kind === "object" ? propOf(value, name) : unknown,
    );
    return found.some((value) => value !== undefined)
      ? either(found.map((value) => value ?? nothing))
      : undefined;
  }

  /** The classes that a setting names: those of the program, and the names of others. */
  classes(name: string): readonly Value[] {
    const lists = each(this.get(name) ?? nothing).map((value) =>
      isMissing(value) ? [] : items(value).map((item) => this.#named(item)),
    );
    return lists.length > 1 ? [either(lists.map((classes) => list(classes)))] : lists.flat();
  }

  /** The program's own exception handler, if it has one. */
  get handler(): Value | undefined {
    const value = this.get("EXCEPTION_HANDLER");
    const found = value && this.#named(value);
    return found?.kind === "function" ? found : undefined;
  }

  #named(value: Value): Value {
    const [, path, name] = /^(.+)\.(\w+)$/.exec(texts(value)[0] ?? "") ?? [];
    if (path === undefined || name === undefined || !this.#module) return value;
    const found = this.#m.get(this.#m.load(path, this.#module), name);
    return found.kind === "class" || found.kind === "function" ? found : external(`${path}.${name}`);
  }
}
