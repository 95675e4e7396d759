import { args } from "../../evaluate/machine.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, ExternalValue, Machine, ObjectValue, Scope, Value } from "../../evaluate/types.ts";
import {
  each,
  items,
  native,
  numbers,
  object,
  propOf,
  texts,
  unknown,
  constant,
  list,
  nothing,
} from "../../evaluate/value.ts";
import type { Expression } from "../../program/ir.ts";
import { doubt, unread } from "../../evaluate/uses.ts";
import { answer } from "../observe.ts";
import { joined } from "../paths.ts";

/** The metadata of a handler or a controller, which guards read by key. */
export const target = (marks: readonly Value[]): ObjectValue => ({
  ...object([["%marks", list(marks)]]),
  host: { type: "nest.target" },
});

/** The value of `SetMetadata(key, value)` or of a `Reflector.createDecorator()` decorator. */
function found(key: Value | undefined, of: Value | undefined): Value | undefined {
  const marks = of?.kind === "object" ? items(of.props.get("%marks")) : [];
  for (const mark of marks) {
    if (mark.kind !== "external" || !mark.args || !mark.of) continue;
    if (mark.of.name === "SetMetadata") {
      const [name, value] = mark.args.list;
      if (name?.kind === "const" && key?.kind === "const" && name.value === key.value)
        return value ?? nothing;
    } else if (mark.of === key || isKey(mark.of, key)) return mark.args.list[0] ?? constant(true);
  }
  return undefined;
}

/** Whether a decorator from `Reflector.createDecorator({ key: "roles" })` has this key. */
const isKey = (decorator: ExternalValue, key: Value | undefined): boolean => {
  const value = propOf(decorator.args?.list[0], "key");
  return value?.kind === "const" && key?.kind === "const" && value.value === key.value;
};

const reflector = (): ObjectValue =>
  object([], {
    type: "nest.reflector",
    get: (name) => {
      if (name === "get") return native(name, ({ list: [key, of] }) => found(key, of) ?? nothing);
      if (name === "getAllAndOverride")
        return native(
          name,
          ({ list: [key, all] }) =>
            items(all)
              .map((of) => found(key, of))
              .find((value) => value !== undefined) ?? nothing,
        );
      if (name === "getAll" || name === "getAllAndMerge")
        return native(name, ({ list: [key, all] }) =>
          list(items(all).flatMap((of) => items(found(key, of)))),
        );
      return unknown;
    },
  });

interface Provider {
  readonly token: Value;
  readonly cls?: Value;
  readonly value?: Value;
  readonly factory?: Value;
}

/** Whether two calls have the same arguments: two `Symbol("database")` calls create different symbols. */
const isSameGiven = (a: ExternalValue, b: ExternalValue): boolean =>
  (a.args?.list.length ?? 0) === (b.args?.list.length ?? 0) &&
  (a.args?.list ?? []).every((value, index) => same(value, b.args?.list[index] ?? unknown));

const same = (a: Value, b: Value): boolean =>
  a === b ||
  (a.kind === "const" && b.kind === "const" && a.value === b.value) ||
  (a.kind === "external" && b.kind === "external" && a.path === b.path && isSameGiven(a, b));

/** Nest's dependency injection: the arguments of classes when they are created. */
export class Container {
  readonly #providers: Provider[] = [];
  readonly #made = new Map<ClassValue, ObjectValue>();
  readonly #settings = new Map<string, Value>();
  readonly #controllers = new Set<Value>();
  readonly #prefixes = new Map<Value, string>();
  readonly #owners = new Map<Value, Value>();
  readonly #handlers: { readonly of: Value; readonly by: ClassValue }[] = [];

  controllers(): ReadonlySet<Value> {
    return this.#controllers;
  }

  /** The `RouterModule` prefix of the module that holds a controller. */
  prefixOf(controller: Value): string {
    const module = this.#owners.get(controller);
    return (module && this.#prefixes.get(module)) ?? "";
  }

  /** Stores the factory that `registerAs` names. */
  configures(space: string, factory: Value): void {
    this.#settings.set(space, factory);
  }

  /** `config.get("app.prefix")`. */
  #setting(path: string, m: Machine): Value {
    const [space = "", ...rest] = path.split(".");
    const factory = this.#settings.get(space);
    if (!factory) return unknown;
    return rest.reduce((value, name) => m.get(value, name), m.call(factory, args([])));
  }

  resolve(token: Value, m: Machine): Value {
    return this.#resolve(token, m, 0);
  }

  handles(message: Value | undefined, by: ClassValue): void {
    if (message) this.#handlers.push({ of: message, by });
  }

  /** The current request, for request-scoped providers; an instance is created only once here. */
  readonly #current: Value = object([], {
    type: "nest.REQUEST",
    get: (name, _self, m) => (this.request ? m.get(this.request, name) : unknown),
  });
  request: ObjectValue | undefined;

  /** Reads the decorator of a module. */
  learn(module: ClassValue, m: Machine): void {
    for (const decorator of module.decorators) {
      if (decorator.kind !== "external" || !decorator.args) continue;
      const [value] = decorator.args.list;
      for (const item of value ? each(value) : []) this.#module(module, item, m);
    }
  }

  /** Reads a dynamic module: `DatabaseModule.over(db)`. */
  imports(module: Value, m: Machine): void {
    if (module.kind === "object") this.#module(propOf(module, "module") ?? module, module, m);
  }

  #module(module: Value, options: Value | undefined, m: Machine): void {
    for (const controller of flat(propOf(options, "controllers"))) {
      this.#controllers.add(controller);
      this.#owners.set(controller, module);
    }
    if (options && (options.kind !== "object" || options.rest)) unread(m);
    for (const provider of flat(propOf(options, "providers"))) {
      const token = propOf(provider, "provide");
      // what isn't a class may be any provider, also of a guard
      if (!token && !(provider.kind === "external" && /^[A-Z]/.test(provider.name))) doubt(provider, m);
      if (!token) continue;
      const [cls, value, factory] = ["useClass", "useValue", "useFactory"].map(
        (name) =>
          propOf(provider, name) ?? (name === "useClass" ? propOf(provider, "useExisting") : undefined),
      );
      this.#providers.push({
        token,
        ...(cls ? { cls } : {}),
        ...(value ? { value } : {}),
        ...(factory ? { factory } : {}),
      });
    }
    for (const imported of flat(propOf(options, "imports"))) {
      this.imports(imported, m);
      doubt(imported, m);
      if (
        imported.kind === "external" &&
        imported.args &&
        imported.of?.path === "@nestjs/core.RouterModule.register"
      )
        this.#tree(imported.args.list[0], "");
    }
  }

  #tree(routes: Value | undefined, above: string): void {
    for (const route of items(routes)) {
      const path = joined(above, texts(propOf(route, "path"))[0] ?? "");
      const module = route.kind === "class" ? route : propOf(route, "module");
      if (module) this.#prefixes.set(module, route.kind === "class" ? above : path);
      this.#tree(propOf(route, "children"), path);
    }
  }

  /** Guards, pipes and filters that are provided for the whole application. */
  global(token: string, m: Machine): readonly Value[] {
    return this.#providers
      .filter((provider) => provider.token.kind === "external" && provider.token.name === token)
      .flatMap(
        ({ cls, value, factory }) =>
          cls ?? value ?? (factory ? m.call(factory, { ...args([]), open: true }) : []),
      );
  }

  /** The shared instance of a class. */
  make(cls: ClassValue, m: Machine, depth = 0): ObjectValue {
    const known = this.#made.get(cls);
    if (known) return known;
    const early: ObjectValue = object();
    this.#made.set(cls, early);
    const constructor = member(cls, "constructor");
    const scope = constructor?.owner.scope ?? cls.scope;
    const argumentValues =
      depth > 12
        ? []
        : (constructor?.fn.params ?? []).map((param) => this.#inject(param, { scope, m, depth }));
    const result = m.construct(cls, args(argumentValues));
    const instance: ObjectValue = result.kind === "object" ? result : early;
    for (const field of cls.cls.fields)
      if (field.decorators.length && !field.value && field.type && depth <= 12)
        instance.props.set(field.name, this.#inject(field, { scope: cls.scope, m, depth }));
    this.#made.set(cls, instance);
    return instance;
  }

  #inject(
    { type, decorators }: { readonly type?: Expression; readonly decorators: readonly Expression[] },
    { scope, m, depth }: { scope: Scope; m: Machine; depth: number },
  ): Value {
    const marks = decorators.map((decorator) => m.evaluate(decorator, scope));
    const inject = marks.find((mark) => mark.kind === "external" && mark.args && mark.of?.name === "Inject");
    const named = inject?.kind === "external" ? inject.args?.list[0] : undefined;
    const token = named?.kind === "function" ? m.call(named, args([])) : (named ?? typeValue(type, scope, m));
    const value = token ? this.#resolve(token, m, depth) : unknown;
    // the type `Repository<Note>` tells the model of the records
    return value.kind === "external" && type ? { ...value, says: { kind: "shape", of: type, scope } } : value;
  }

  #resolve(injected: Value, m: Machine, depth: number): Value {
    const provider = this.#providers.find(({ token }) => same(token, injected));
    if (provider?.cls?.kind === "class") return this.make(provider.cls, m, depth + 1);
    if (provider?.value) return provider.value;
    if (provider?.factory) return m.call(provider.factory, { ...args([]), open: true });
    if (injected.kind === "class") return this.make(injected, m, depth + 1);
    if (injected.kind !== "external") return unknown;
    if (injected.path === "@nestjs/core.REQUEST") return this.#current;
    if (injected.name === "Reflector") return reflector();
    if (injected.name === "HttpAdapterHost") return object([["httpAdapter", adapter]]);
    if (injected.name === "ConfigService") {
      const get = native("get", ({ list: [path, otherwise] }) => {
        const found = this.#setting(texts(path)[0] ?? "", m);
        return found.kind === "unknown" && otherwise?.kind === "const" ? otherwise : found;
      });
      return object([
        ["get", get],
        ["getOrThrow", get],
      ]);
    }
    if (injected.name === "CommandBus" || injected.name === "QueryBus")
      return object([["execute", native("execute", ({ list: [message] }) => this.#handle(message, m))]]);
    return { ...injected, path: `${injected.path}()`, of: injected };
  }

  #handle(message: Value | undefined, m: Machine): Value {
    const cls = message?.kind === "object" ? message.cls : undefined;
    const handler = this.#handlers.find(({ of }) => of === cls);
    if (!handler || !message) return unknown;
    return m.call(m.get(this.make(handler.by, m), "execute"), args([message]));
  }
}

/** The HTTP adapter, through which filters answer. */
const adapter: Value = object([], {
  type: "nest.adapter",
  get: (name, _self, m) =>
    name === "reply"
      ? native(name, ({ list: [, body, status] }) => {
          for (const value of numbers(status)) answer(m, value, body);
          return unknown;
        })
      : native(name, () => unknown),
});

const flat = (value: Value | undefined): readonly Value[] => items(value);

/** The class that a type names; generics by the name of the type without arguments. */
function typeValue(type: Expression | undefined, scope: Scope, m: Machine): Value | undefined {
  if (!type) return undefined;
  const of = type.kind === "index" ? type.of : type;
  if (of.kind !== "name" && of.kind !== "get") return undefined;
  const value = of.kind === "name" ? m.lookup(of.name, scope) : m.evaluate(of, scope);
  return value?.kind === "class" || value?.kind === "external" ? value : undefined;
}
