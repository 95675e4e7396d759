import { args } from "../../evaluate/machine.ts";
import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, either, native, object, propOf, unknown } from "../../evaluate/value.ts";
import type { FrameworkEntry } from "../contract.ts";
import type { Seen } from "../middleware.ts";
import { answer, dropFailures, newRun, observe } from "../observe.ts";
import { peel } from "../onion.ts";
import { Routers, type Asked } from "../routers.ts";
import { httpError, thrownStatus } from "../statuses.ts";
import { combined } from "./combine.ts";
import { context, honoFunctions } from "./context.ts";
import { failing, flat, hooked, knows, members } from "./members.ts";

const makers = /^(?:hono(?:\/(?:quick|tiny))?\.Hono|hono|@hono\/zod-openapi\.OpenAPIHono)$/;

const thrownByHono = /^hono(?:\/http-exception)?\.HTTPException$/;

/** `error.getResponse()` returns an answer with the error's status. */
const responseOf = (error: Value): Value =>
  native("getResponse", (_, m) => {
    for (const status of thrownStatus(error)) answer(m, status);
    return unknown;
  });

class Hono extends Routers {
  constructor() {
    super({ name: "Hono", members, knows, flat, passesOn: true });
  }

  makes(path: string): boolean {
    return makers.test(path);
  }

  call(callee: ExternalValue, callArgs: Args, m: Machine): Value | undefined {
    const known = honoFunctions.call?.(callee, callArgs, m) ?? combined(callee, callArgs);
    if (known) return known;
    const { path } = callee;
    const [first, second] = callArgs.list;
    if (makers.test(path)) return this.#app(propOf(first, "defaultHook"));
    if (path === "hono/factory.createFactory")
      return object([], {
        type: "hono.factory",
        get: (name) => factory(name, () => this.#initialized(propOf(first, "initApp"), m)),
      });
    if (path === "hono/factory.createMiddleware" || path === "@hono/zod-openapi.createRoute") return first;
    if (thrownByHono.test(path)) {
      const error = httpError(first ?? 500, callee);
      error.props.set("getResponse", responseOf(error));
      return error;
    }
    if (path === "Response" && m.run) {
      for (const status of numbersOf(propOf(second, "status"))) answer(m, status, first);
      return object([], { type: "response" });
    }
    return undefined;
  }

  member(base: ExternalValue, name: string, self: Value): Value | undefined {
    if (!thrownByHono.test(base.path)) return undefined;
    if (name === "getResponse") return responseOf(self);
    return name === "status" ? either(thrownStatus(self).map((status) => constant(status))) : undefined;
  }

  #app(hook: Value | undefined): ObjectValue {
    const app = this.make(true);
    if (hook) app.props.set(hooked, hook);
    return app;
  }

  /** `createApp` of a factory: an application that was passed to the factory's `initApp`. */
  #initialized(initApp: Value | undefined, m: Machine): ObjectValue {
    const app = this.#app(undefined);
    if (initApp) m.call(initApp, args([app]));
    return app;
  }

  protected override follow({ method, path, around, shared, before, handlers }: Asked, m: Machine): Seen {
    const handler = around.map((app) => app.props.get(failing)).find((value) => value !== undefined);
    return peel(
      { shared, local: [...before.map(({ fn }) => fn), ...handlers] },
      () => {
        const c = context(path);
        return {
          method,
          path,
          call: (fn, next) => m.call(fn, args([c, next])),
          failed: (error) => fail(error, handler, { c, m }),
        };
      },
      m,
    );
  }
}

const numbersOf = (value: Value | undefined): readonly number[] =>
  value?.kind === "const" && typeof value.value === "number" ? [value.value] : value ? [] : [200];

const factory = (name: string, make: () => Value): Value =>
  native(name, ({ list }) =>
    name === "createMiddleware"
      ? (list[0] ?? unknown)
      : name === "createApp"
        ? make()
        : name === "createHandlers"
          ? { kind: "list", items: [...list] }
          : unknown,
  );

function fail(error: Value, handler: Value | undefined, { c, m }: { c: Value; m: Machine }): void {
  if (handler && (handler.kind === "function" || handler.kind === "native")) {
    const before = m.run?.answers.length ?? 0;
    observe(m, m.run ?? newRun(false), () => m.call(handler, args([error, c])));
    if (error.kind !== "object" && m.run) dropFailures(m.run, (_, index) => index >= before);
    return;
  }
  for (const status of thrownStatus(error)) answer(m, status);
}

export const hono: FrameworkEntry = {
  language: "javascript",
  uses: (_, text) => /["'](?:hono(?:\/quick|\/tiny|\/factory)?|@hono\/zod-openapi)["']/.test(text),
  open: () => new Hono(),
};
