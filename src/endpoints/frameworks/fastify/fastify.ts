import { args } from "../../evaluate/machine.ts";
import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  constant,
  each,
  native,
  nothing,
  object,
  propOf,
  result,
  textOf,
  truth,
  unknown,
} from "../../evaluate/value.ts";
import { isBroken } from "./http.ts";
import type { Framework, FrameworkEntry, Route } from "../contract.ts";
import { instanceMember, knows } from "./members.ts";
import { serve, type Context, type Registered } from "./serve.ts";
import { joined, prefixOf } from "../paths.ts";

interface Autoloaded {
  readonly file: string;
  /** Path below the loaded folder; empty for that folder itself. */
  readonly folder: string;
  /** `autohooks.ts`, which adds hooks to its folder. */
  readonly isHook: boolean;
}

const loadable = /\.[mc]?[jt]s$/;

/**
 * The plugins that @fastify/autoload finds in a folder: hooks first, then files. From a folder with an index file, only
 * that.
 */
function autoload(texts: ReadonlyMap<string, string>, dir: string): readonly Autoloaded[] {
  const start = dir ? `${dir}/` : "";
  const files = [...texts.keys()].filter((path) => path.startsWith(start) && loadable.test(path));
  const all = files.map((file) => {
    const inside = file.slice(start.length);
    const folder = inside.slice(0, Math.max(0, inside.lastIndexOf("/")));
    return { file, folder, isHook: /(?:^|\/)_?auto[hH]ooks\.[mc]?[jt]s$/.test(inside) };
  });
  const indexed = new Set(
    all.filter(({ file }) => /(?:^|\/)index\.[mc]?[jt]s$/.test(file)).map(({ folder }) => folder),
  );
  return all
    .filter(
      ({ file, folder, isHook }) => isHook || !indexed.has(folder) || /(?:^|\/)index\.[mc]?[jt]s$/.test(file),
    )
    .sort(
      (a, b) =>
        a.folder.split("/").length - b.folder.split("/").length || Number(b.isHook) - Number(a.isHook),
    );
}

/** Plugins that only add decorators: credentials are read where the program does so. */
const decorating = /jwt|(?:^|\/)auth$|basic-auth|passport|oauth|session|firebase|supabase|clerk/;

class Fastify implements Framework {
  readonly #routes: Registered[] = [];
  readonly #decorated = { requests: new Map<string, Value>(), replies: new Map<string, Value>() };
  readonly #texts: ReadonlyMap<string, string>;
  readonly #open = new Set<Value>();
  #roots = 0;

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  call(callee: ExternalValue, callArgs: Args): Value | undefined {
    if (/^fastify(?:\.(?:fastify|Fastify))?$/.test(callee.path)) {
      this.#roots += 1;
      const isLimited = propOf(callArgs.list[0], "bodyLimit") !== undefined;
      return this.#context("", undefined, isLimited).instance;
    }
    if (/^fastify-plugin(?:\.\w+)?$/.test(callee.path)) {
      const [plugin] = callArgs.list;
      if (plugin) this.#open.add(plugin);
      return plugin;
    }
    return isBroken(callee, callArgs);
  }

  #context(prefix: string, parent: Context | undefined, isLimited = false): Context {
    const instance: ObjectValue = object([], {
      type: "fastify",
      knows: { has: (name) => knows.has(name) || this.#isDecorated(name, newContext) },
      get: (name, self, m) => this.#member(name, newContext, { self, m }),
    });
    const newContext: Context = {
      prefix,
      parent,
      hooks: new Map(),
      decorators: new Map(),
      schemas: parent?.schemas ?? new Map(),
      parsers: [],
      isLimited,
      error: undefined,
      instance,
    };
    return newContext;
  }

  #isDecorated(name: string, context: Context): boolean {
    for (let at: Context | undefined = context; at; at = at.parent)
      if (at.decorators.has(name) || at.instance.props.has(name)) return true;
    return false;
  }

  #member(name: string, context: Context, { self, m }: { self: ObjectValue; m: Machine }): Value | undefined {
    for (let at: Context | undefined = context; at; at = at.parent) {
      const found = at.decorators.get(name) ?? at.instance.props.get(name);
      if (found) return found;
    }
    return instanceMember(name, {
      self,
      context,
      m,
      routes: this.#routes,
      decorate: (what, called, value) => void this.#decorated[what].set(called, value),
      register: (callArgs) => this.#register(context, callArgs, m),
    });
  }

  #register(context: Context, callArgs: Args, m: Machine): void {
    const [raw, options] = callArgs.list;
    if (!raw) return;
    const prefix = prefixOf(propOf(options, "prefix"), callArgs, m) ?? "";
    for (const value of each(raw)) {
      if (value.kind === "external" && /^(?:@fastify\/autoload|fastify-autoload)/.test(value.path)) {
        this.#autoload(context, options, m);
        continue;
      }
      if (value.kind === "external" && prefix)
        m.foreign.push({ name: value.path, path: prefix, file: callArgs.file, at: callArgs.at });
      const isGuard = value.kind === "external" && value.path === "@fastify/bearer-auth";
      const guards = isGuard && truth(propOf(options, "addHook") ?? unknown) !== false;
      const hook = guards
        ? (this.#member("verifyBearerAuth", context, { self: context.instance, m }) ?? unknown)
        : value.kind === "external"
          ? result(value, callArgs)
          : value;
      if (value.kind === "unknown" || (value.kind === "external" && !decorating.test(value.path)))
        context.hooks.set("onRequest", [...(context.hooks.get("onRequest") ?? []), hook]);
      const plugin = value.kind === "object" ? m.get(value, "default") : value;
      if (plugin.kind === "function" || plugin.kind === "native")
        this.#load(context, { plugin, prefix, options }, m);
    }
  }

  #load(
    context: Context,
    { plugin, prefix, options }: { plugin: Value; prefix: string; options?: Value | undefined },
    m: Machine,
  ): void {
    const isOpen =
      this.#open.has(plugin) ||
      (plugin.kind === "function" &&
        plugin.props.size > 0 &&
        [...plugin.props.keys()].some((key) => key.includes("skip-override")));
    const inner = isOpen ? context : this.#context(joined(context.prefix, prefix), context);
    m.branches([
      () => nothing,
      () => m.call(plugin, args([inner.instance, options ?? object(), native("done", () => nothing)])),
    ]);
  }

  #autoload(context: Context, options: Value | undefined, m: Machine): void {
    const dir = textOf(propOf(options, "dir"))?.replace(/^\//, "");
    if (dir === undefined) return;
    const prefix = textOf(propOf(propOf(options, "options"), "prefix")) ?? "";
    const hooks = truth(propOf(options, "autoHooks") ?? unknown) === true;
    const cascades = truth(propOf(options, "cascadeHooks") ?? unknown) === true;
    const isFlat = truth(propOf(options, "dirNameRoutePrefix") ?? unknown) === false;
    const folders = new Map<string, Context>();
    for (const { file, folder, isHook } of autoload(this.#texts, dir)) {
      const module = m.module(file);
      if (!module) continue;
      const plugin = m.load(`/${file}`, module);
      const found = m.get(plugin, "default");
      if (found.kind === "external") {
        this.#register(context, args([found]), m);
        continue;
      }
      const fn = found.kind === "function" ? found : plugin;
      const value = m.get(plugin, "autoPrefix");
      const place = textOf(value) ?? (isFlat ? "" : folder.replaceAll(/(^|\/)_+(\w+)/g, "$1:$2"));
      if (isHook && hooks) {
        const above = cascades ? nearest(folders, folder) : undefined;
        const scoped = this.#context(above ? above.prefix : joined(context.prefix, prefix), above ?? context);
        folders.set(folder, scoped);
        this.#open.add(fn);
        this.#load(scoped, { plugin: fn, prefix: "" }, m);
      } else if (!isHook) {
        const base = hooks
          ? ((cascades ? nearest(folders, folder) : folders.get(folder)) ?? context)
          : context;
        const full = textOf(m.get(plugin, "prefixOverride")) ?? joined(prefix, place);
        const pluginOptions = placed(propOf(options, "options"), full);
        if (this.#open.has(fn)) this.#load(base, { plugin: fn, prefix: "", options: pluginOptions }, m);
        else
          this.#load(
            { ...base, prefix: context.prefix, instance: base.instance },
            { plugin: fn, prefix: full, options: pluginOptions },
            m,
          );
      }
    }
  }

  routes(m: Machine): readonly Route[] {
    if (!this.#roots || !this.#routes.length) this.#plugins(m);
    return this.#routes.flatMap((route) =>
      /^\/?\*$/.test(route.path)
        ? []
        : route.methods.map((method) => serve(route, { method, decorated: this.#decorated }, m)),
    );
  }

  /** Runs the plugins that fastify-cli starts, which no code registers. */
  #plugins(m: Machine): void {
    const depth = (path: string): number => path.split("/").length;
    for (const path of [...this.#texts.keys()].sort((a, b) => depth(a) - depth(b))) {
      if (
        !/(?:^|\/)(?:app|index|server|main)\.[mc]?[jt]s$/.test(path) ||
        !/fastify/i.test(this.#texts.get(path) ?? "")
      )
        continue;
      const module = m.module(path);
      if (!module) continue;
      const exports = m.load(`/${path}`, module);
      const found = m.get(exports, "default");
      const plugin = found.kind === "function" ? found : exports;
      const registered = this.#routes.length;
      if (plugin.kind === "function" && !m.called.has(plugin.fn))
        this.#load(this.#context("", undefined), { plugin, prefix: "" }, m);
      if (this.#routes.length > registered) return;
    }
  }
}

/** The options of a plugin loaded from a folder, with that folder's prefix. */
const placed = (options: Value | undefined, prefix: string): Value =>
  object([
    ...(options?.kind === "object" ? options.props : []),
    ["prefix", constant(prefix.endsWith("/") ? prefix : `${prefix}/`)],
  ]);

const nearest = (folders: ReadonlyMap<string, Context>, folder: string): Context | undefined => {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const found = folders.get(at);
    if (found || !at) return found;
  }
};

export const fastify: FrameworkEntry = {
  language: "javascript",
  uses: (_, text) => /["'](?:fastify|fastify-plugin|@fastify\/autoload|fastify-autoload)["']/.test(text),
  open: (texts) => new Fastify(texts),
};
