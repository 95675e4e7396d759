import { ancestry } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import type { Args, ClassValue, Machine, Value } from "../../evaluate/types.ts";
import { constant, items, native, object, propOf, textOf, texts } from "../../evaluate/value.ts";

/** What awilix-koa and awilix-express export. */
export const router = /^awilix-(?:koa|express|router-core)\.(?:default\.)?(\w+)$/;
const verbs = ["get", "post", "put", "patch", "delete", "options", "head", "all"] as const;

interface Rule {
  readonly verb: string;
  readonly paths: readonly string[];
  readonly method: string;
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  readonly file: string;
  readonly at: number;
}

/** What is routed to methods of what is made of a target. */
export interface Controller {
  readonly target: Value;
  prefixes: readonly string[];
  readonly rules: Rule[];
  readonly before: Value[];
  readonly after: Value[];
}

const textsIn = (value: Value | undefined): readonly string[] => items(value).flatMap((one) => texts(one));

/** `createController(target)`, with what it was told so far. */
export function controllerOf(target: Value): { readonly made: Value; readonly controller: Controller } {
  const controller: Controller = { target, prefixes: [], rules: [], before: [], after: [] };
  const add = (verb: string, given: Args, [paths, method, options]: readonly Value[]): void => {
    controller.rules.push({
      verb,
      paths: paths?.kind === "const" && paths.value === undefined ? [""] : textsIn(paths),
      method: textOf(method) ?? "",
      before: items(propOf(options, "before")),
      after: items(propOf(options, "after")),
      file: given.file,
      at: given.at,
    });
  };
  const made = object([], {
    type: "awilix.controller",
    get: (name, self) => {
      if (name === "prefix")
        return native(name, ({ list: [path] }) => {
          controller.prefixes = [...controller.prefixes, ...textsIn(path)];
          return self;
        });
      if (name === "before" || name === "after")
        return native(name, ({ list: [fns] }) => {
          controller[name].push(...items(fns));
          return self;
        });
      if (name === "verbs")
        return native(name, (given) => {
          for (const verb of textsIn(given.list[0])) add(verb.toLowerCase(), given, given.list.slice(1));
          return self;
        });
      if (!verbs.some((verb) => verb === name)) return undefined;
      return native(name, (given) => {
        add(name, given, given.list);
        return self;
      });
    },
  });
  return { made, controller };
}

/** What decorators say: `@route("/notes")` and `@GET()` of a class and its methods. */
export function decorated(cls: ClassValue, m: Machine): Controller | undefined {
  const marks = (all: readonly Value[]): readonly (readonly [string, readonly Value[]])[] =>
    all.flatMap((one) => {
      const [, name] = router.exec(one.kind === "external" && one.args ? (one.of?.path ?? "") : "") ?? [];
      return name && one.kind === "external" ? [[name, one.args?.list ?? []] as const] : [];
    });
  const given = (all: ReturnType<typeof marks>, name: string): readonly Value[] =>
    all.filter(([called]) => called === name).flatMap(([, [first]]) => items(first));
  const own = marks(cls.decorators);
  const controller: Controller = {
    target: cls,
    prefixes: given(own, "route").flatMap((one) => texts(one)),
    rules: [],
    before: [...given(own, "before")],
    after: [...given(own, "after")],
  };
  for (const one of ancestry(cls))
    for (const { fn } of one.kind === "class" ? one.cls.methods : []) {
      const all = marks(fn.decorators.map((mark) => m.evaluate(mark, cls.scope)));
      const paths = given(all, "route").flatMap((path) => texts(path));
      for (const [name] of all)
        if (/^[A-Z]+$/.test(name))
          controller.rules.push({
            verb: name.toLowerCase(),
            paths: paths.length ? paths : [""],
            method: fn.name,
            before: given(all, "before"),
            after: given(all, "after"),
            file: fn.file,
            at: fn.at,
          });
    }
  return controller.rules.length ? controller : undefined;
}

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
const camel = (name: string): string => pascal(name).replace(/^./, (first) => first.toLowerCase());

/** What a module is called in a container. */
export function namesOf(file: string, format: Value | undefined, m: Machine): readonly string[] {
  const name = (file.split("/").at(-1) ?? "").replace(/\.[cm]?[jt]s$/, "");
  if (textOf(format) === "camelCase") return [camel(name)];
  if (!format) return [name];
  const called = texts(m.call(format, args([constant(name)])));
  return called.length ? called : [camel(name), pascal(name)];
}
