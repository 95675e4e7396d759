import { args } from "../../evaluate/machine.ts";
import type { Args, ExternalValue, FunctionValue, Machine, Value } from "../../evaluate/types.ts";
import { propOf, textOf, unknown, each, external, items } from "../../evaluate/value.ts";
import { type FrameworkEntry, type Verb, usual, verbs, verbsIn } from "../contract.ts";
import type { Seen } from "../middleware.ts";
import { answer, parameter } from "../observe.ts";
import { peel, type Layers } from "../onion.ts";
import { placeOf, Routers, type Asked, itself, param, type Call, type On } from "../routers.ts";
import { thrownStatus } from "../statuses.ts";
import { context } from "./context.ts";
import { knownBy, type Members } from "../facts.ts";
import { joined, pathsOf } from "../paths.ts";
import { usedFor } from "../under.ts";

const isText = (value: Value | undefined): boolean =>
  textOf(value) !== undefined ||
  (value?.kind === "list" && value.items.some((item) => textOf(item) !== undefined));

/** Flattens nested lists of handlers, and alternatives. */
const flat = (handlers: readonly Value[]): readonly Value[] =>
  handlers.flatMap((handler) => items(handler)).flatMap(each);

/** `router.get("name", "/path", …handlers)`; the name is optional. */
const routing =
  (methods: readonly Verb[]): Call =>
  (args, { self, m, add }) => {
    const [first, second, ...rest] = args.list;
    const isNamed = isText(first) && isText(second);
    const paths = pathsOf(isNamed ? second : first, args, m);
    const handlers = isNamed ? rest : [...(second ? [second] : []), ...rest];
    add({ kind: "route", methods, paths, handlers, ...placeOf(args) });
    return self;
  };

const open: Call = () => unknown;

/** Methods of applications and routers. */
const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb) => [verb, routing([verb])])),
  del: routing(["delete"]),
  all: routing(usual),
  register(args, { self, m, add }) {
    const [path, methods, ...handlers] = args.list;
    const paths = pathsOf(path, args, m);
    add({ kind: "route", methods: verbsIn(methods), paths, handlers, ...placeOf(args) });
    return self;
  },
  use(args, { self, add }) {
    const { rest: handlers, ...where } = usedFor(args.list);
    add({ kind: "use", methods: [], ...where, handlers, ...placeOf(args) });
    return self;
  },
  param,
  prefix({ list: [prefix] }, { self, node }) {
    node.prefix = joined(textOf(prefix) ?? "", node.prefix);
    return self;
  },
  routes: itself,
  middleware: itself,
  allowedMethods: () => external("@koa/router.allowedMethods"),
  callback: open,
  listen: open,
  on: open,
};

const knows = knownBy(
  members,
  "keys proxy env subdomainOffset proxyIpHeader maxIpsCount silent once emit onerror toJSON inspect url redirect default opts stack server swagger",
);

const application = /^koa(?:\.Koa)?$/;
/** Routers of Koa and of its libraries. */
const routers = /^(?:@koa\/router|koa-[\w-]*router)(?:\.\w*Router|\.default)?$|^koa-[\w-]+\.\w*Router$/;

class Koa extends Routers {
  constructor() {
    super({ name: "Koa", members, knows, flat, passesOn: false });
  }

  makes(path: string): boolean {
    return application.test(path) || routers.test(path);
  }

  call(callee: ExternalValue, callArgs: Args): Value | undefined {
    const [first, second] = callArgs.list;
    if (application.test(callee.path)) return this.make(true);
    if (routers.test(callee.path)) return this.make(false, textOf(propOf(first, "prefix")));
    if (callee.path === "koa-mount")
      return this.make(false, second && textOf(first), [
        {
          kind: "use",
          methods: [],
          paths: undefined,
          handlers: [second ?? first ?? unknown],
          ...placeOf(callArgs),
        },
      ]);
    return callee.path === "koa-compose" ? first : undefined;
  }

  protected override follow(call: Asked, m: Machine): Seen {
    const { path, method, app, shared, before, params, handlers } = call;
    const layers = (): Layers => {
      const ctx = context(path, m, app);
      return {
        method,
        path,
        call: (fn, next, machine) => {
          const name = params.get(fn);
          const first = name === undefined ? [] : [parameter(name, machine)];
          return isGenerator(fn)
            ? machine.call({ ...fn, self: ctx }, args([...first, next]))
            : machine.call(fn, args([...first, ctx, next]));
        },
        failed: (error, machine) => {
          for (const status of thrownStatus(error)) answer(machine, status);
        },
      };
    };
    return peel({ shared, local: [...before.map(({ fn }) => fn), ...params.keys(), ...handlers] }, layers, m);
  }
}

/** Handlers of Koa 1, which have the context as `this`. */
const isGenerator = (fn: Value): fn is FunctionValue => fn.kind === "function" && fn.fn.generator === true;

export const koa: FrameworkEntry = {
  language: "javascript",
  uses: (_, text) => /["'](?:koa|koa-router|@koa\/router|routing-controllers)["']/.test(text),
  open: () => new Koa(),
};
