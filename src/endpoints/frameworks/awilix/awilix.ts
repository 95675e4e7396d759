import { globbed } from "../../evaluate/glob.ts";
import { member, methodOfClass } from "../../evaluate/lookup.ts";
import { args } from "../../evaluate/machine.ts";
import type { Args, ExternalValue, Library, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  constant,
  external,
  items,
  list,
  native,
  nothing,
  object,
  propOf,
  textOf,
  texts,
  unknown,
} from "../../evaluate/value.ts";
import { normal } from "../../program/source.ts";
import { controllerOf, decorated, namesOf, router, type Controller } from "./controllers.ts";
import { joined } from "../paths.ts";

const resolvers = /^awilix\.(?:default\.)?(as(?:Class|Function|Value)|aliasTo)$/;
const made = /^awilix\.(?:default\.)?createContainer$/;
const shared = /^@fastify\/awilix\.(?:default\.)?(?:diContainer|diContainerClassic|diContainerProxy)$/;
const deepest = 12;

/** `asClass(X).scoped()`: what was registered, and how. */
function registered(value: Value): { readonly how: string; readonly of: Value } | undefined {
  let at: ExternalValue | undefined = value.kind === "external" ? value : undefined;
  for (let depth = 0; at && depth < deepest; depth++) {
    const [, how] = resolvers.exec(at.args ? (at.of?.path ?? "") : "") ?? [];
    if (how) return { how, of: at.args?.list[0] ?? unknown };
    at = at.of;
  }
  return undefined;
}

/** Containers of awilix, and the routers that awilix-koa and awilix-express make of what they hold. */
class Awilix implements Library {
  readonly #held = new Map<string, { readonly how: string; readonly of: Value }>();
  readonly #made = new Map<string, Value>();
  readonly #controllers = new Map<Value, Controller>();
  readonly #files: ReadonlyMap<string, string>;
  #isClassic = false;
  readonly #cradle: ObjectValue;
  readonly #container: ObjectValue;

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
    this.#cradle = object([], { type: "awilix.cradle", get: (name, _, m) => this.#resolve(name, m) });
    this.#container = object([], {
      type: "awilix",
      get: (name, self) => self.props.get(name) ?? this.#member(name, self),
    });
  }

  get(path: string): Value | undefined {
    return shared.test(path) ? this.#container : undefined;
  }

  call({ path }: ExternalValue, given: Args, m: Machine): Value | undefined {
    if (made.test(path)) {
      const mode = propOf(given.list[0], "injectionMode");
      this.#isClassic ||=
        textOf(mode) === "CLASSIC" || (mode?.kind === "external" && mode.name === "CLASSIC");
      return this.#container;
    }
    const [, name] = router.exec(path) ?? [];
    const [first, second] = given.list;
    switch (name) {
      case "createController":
        return first && this.#controller(first);
      case "loadControllers":
        return this.#router(
          path,
          this.#load(first, second, given, m).flatMap(([, one]) => one),
          m,
        );
      case "controller":
        return this.#router(path, items(first), m);
      case "scopePerRequest":
        return native(name, (of, at) => this.#scope(of, at));
      case "makeInvoker":
      case "makeClassInvoker":
      case "makeFunctionInvoker":
      case "makeResolverInvoker":
        return native(name, ({ list: [method] }, at) =>
          first ? at.get(this.#build(registered(first)?.of ?? first, at), textOf(method) ?? "") : unknown,
        );
      case "inject":
        return first && this.#build(registered(first)?.of ?? first, m);
      default:
        return undefined;
    }
  }

  #controller(target: Value): Value {
    const { made, controller } = controllerOf(target);
    this.#controllers.set(made, controller);
    return made;
  }

  /** Each request has a container of its own. */
  #scope({ list: [first, second, third] }: Args, m: Machine): Value {
    const isKoa = third === undefined;
    const at = isKoa && first ? m.get(first, "state") : first;
    if (at?.kind === "object") at.props.set("container", this.#container);
    const next = isKoa ? second : third;
    return next ? m.call(next, args([])) : nothing;
  }

  #hold(name: string, value: Value): void {
    this.#held.set(name, registered(value) ?? { how: "asValue", of: value });
  }

  #member(name: string, self: ObjectValue): Value | undefined {
    switch (name) {
      case "register":
        return native(name, ({ list: [first, second] }) => {
          const called = textOf(first);
          if (called !== undefined && second) this.#hold(called, second);
          if (first?.kind === "object") for (const [key, one] of first.props) this.#hold(key, one);
          return self;
        });
      case "loadModules":
        return native(name, (given, m) => {
          const [patterns, options] = given.list;
          const how = propOf(options, "resolverOptions");
          for (const [file, value] of this.#load(patterns, options, given, m))
            for (const called of namesOf(file, propOf(options, "formatName"), m)) {
              const isMade = value.kind === "class" || value.kind === "function";
              const as = propOf(how, "register");
              const isValue = !isMade || (as?.kind === "external" && as.name === "asValue");
              this.#held.set(called, { how: isValue ? "asValue" : "asFunction", of: value });
            }
          return self;
        });
      case "resolve":
        return native(name, ({ list: [called] }, m) => this.#resolve(textOf(called) ?? "", m));
      case "build":
        return native(name, ({ list: [of] }, m) => (of ? this.#build(registered(of)?.of ?? of, m) : unknown));
      case "cradle":
        return this.#cradle;
      case "createScope":
        return native(name, () => self);
      default:
        return undefined;
    }
  }

  #resolve(name: string, m: Machine): Value {
    const known = this.#made.get(name);
    if (known) return known;
    const held = this.#held.get(name);
    if (!held) return unknown;
    this.#made.set(name, unknown); // one that asks for itself gets nothing
    const value =
      held.how === "asValue"
        ? held.of
        : held.how === "aliasTo"
          ? this.#resolve(textOf(held.of) ?? "", m)
          : this.#build(held.of, m);
    this.#made.set(name, value);
    return value;
  }

  /** Calls what makes something, with what its parameters name. */
  #build(maker: Value, m: Machine): Value {
    if (maker.kind !== "class" && maker.kind !== "function") return unknown;
    const fn = maker.kind === "class" ? member(maker, "constructor")?.fn : maker.fn;
    const given = (fn?.params ?? []).map(({ to }, index) =>
      this.#isClassic && to.kind === "name"
        ? this.#resolve(to.name, m)
        : index === 0
          ? this.#cradle
          : unknown,
    );
    return maker.kind === "class" ? m.construct(maker, args(given)) : m.call(maker, args(given));
  }

  /** The modules that patterns name, with what each exports. */
  #load(
    patterns: Value | undefined,
    options: Value | undefined,
    { file }: Args,
    m: Machine,
  ): readonly (readonly [string, Value])[] {
    const from = m.module(file);
    const base = textOf(propOf(options, "cwd")) ?? "";
    const globs = items(patterns).flatMap((one) => texts(one.kind === "list" ? one.items[0] : one));
    if (!from) return [];
    return globs.flatMap((glob) => {
      const whole = normal(glob.startsWith("/") ? glob : `${base}/${glob}`) ?? glob;
      return globbed(whole, this.#files.keys()).flatMap((path) => {
        if (path === file || !/(?<!\.d)\.[cm]?[jt]s$/.test(path)) return [];
        const module = m.load(`/${path}`, from);
        const own = module.kind === "object" && module.props.get("default");
        const exported = own
          ? [own]
          : module.kind === "object" && !this.#controllers.has(module)
            ? [module, ...module.props.values()]
            : [module];
        return exported.map((one) => [path, one] as const);
      });
    });
  }

  /** A router of the framework with the routes of controllers. */
  #router(path: string, all: readonly Value[], m: Machine): Value {
    const isKoa = path.startsWith("awilix-koa");
    const maker = external(isKoa ? "@koa/router" : "express.Router");
    const made = isKoa ? m.construct(maker, args([])) : m.call(maker, args([]));
    for (const one of all) {
      const controller = this.#controllers.get(one) ?? (one.kind === "class" ? decorated(one, m) : undefined);
      if (!controller) continue;
      const api = this.#build(controller.target, m);
      for (const rule of controller.rules) {
        const paths = (controller.prefixes.length ? controller.prefixes : [""]).flatMap((prefix) =>
          rule.paths.map((under) => constant(joined(prefix, under) || "/")),
        );
        const found = api.kind === "object" && api.cls ? member(api.cls, rule.method) : undefined;
        const handler = found ? methodOfClass(found, api) : m.get(api, rule.method);
        const handlers = [...controller.before, ...rule.before, handler, ...rule.after, ...controller.after];
        m.call(m.get(made, rule.verb), { ...args([list(paths), ...handlers]), file: rule.file, at: rule.at });
      }
    }
    return made;
  }
}

export const awilix = (files: ReadonlyMap<string, string>): Library => new Awilix(files);
