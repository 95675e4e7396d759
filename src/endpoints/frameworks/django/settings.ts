import { remembered } from "../../../lib/index.ts";
import type { Machine, Module, Value } from "../../evaluate/types.ts";
import { external, items, texts } from "../../evaluate/value.ts";

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
  readonly #values: ReadonlyMap<string, Value>;

  constructor(texts: ReadonlyMap<string, string>, m: Machine) {
    this.#m = m;
    for (const [path, text] of texts) {
      if (!path.endsWith(".py") || !/^REST_FRAMEWORK\s*=/m.test(text)) continue;
      const module = m.module(path);
      const found = module && m.get(module.exports, "REST_FRAMEWORK");
      if (found?.kind !== "object") continue;
      this.#module = module;
      this.#values = found.props;
      return;
    }
    this.#values = new Map();
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  /** The classes that a setting names: those of the program, and the names of others. */
  classes(name: string): readonly Value[] {
    return items(this.#values.get(name)).map((item) => this.#named(item));
  }

  /** The program's own exception handler, if it has one. */
  get handler(): Value | undefined {
    const value = this.#values.get("EXCEPTION_HANDLER");
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
