import { args } from "../../evaluate/machine.ts";
import type { Args, ExternalValue, FunctionValue, Machine, Value } from "../../evaluate/types.ts";
import { propOf, textOf, unknown } from "../../evaluate/value.ts";
import type { FrameworkEntry } from "../contract.ts";
import type { Seen } from "../middleware.ts";
import { answer, parameter } from "../observe.ts";
import { peel, type Layers } from "../onion.ts";
import { placeOf, Routers, type Asked } from "../routers.ts";
import { thrownStatus } from "../thrown.ts";
import { context } from "./context.ts";
import { flat, knows, members } from "./members.ts";

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
