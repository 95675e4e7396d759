import { ordinary } from "../../evaluate/errors.ts";
import { args } from "../../evaluate/machine.ts";
import type { ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { unknown } from "../../evaluate/value.ts";
import type { FrameworkEntry } from "../contract.ts";
import { follow, type Chain, type Seen } from "../middleware.ts";
import { functionsIn, parameter } from "../observe.ts";
import { Routers, type Asked, type Entry } from "../routers.ts";
import { baseOf } from "../under.ts";
import { errorHandlers, isErrorHandler, passOn } from "./errors.ts";
import { request, response } from "./http.ts";
import { flat, knows, members } from "./members.ts";

const routers = /^express(?:-promise-router)?(?:\.Router|\.default)?$|^express-promise-router$/;

class Express extends Routers {
  constructor() {
    super({ name: "Express", members, knows, flat, passesOn: true });
  }

  call({ path }: ExternalValue): Value | undefined {
    return routers.test(path) ? this.make(path === "express") : undefined;
  }

  protected override isForErrors(handler: Value): boolean {
    return isErrorHandler(handler);
  }

  protected override handlersOf({ handlers }: Entry): readonly Value[] {
    return handlers.flatMap((handler) =>
      this.entriesOf(handler) ? this.#all(handler).filter((fn) => !isErrorHandler(fn)) : [handler],
    );
  }

  /** The handlers that receive an application's errors, and requests that an error handler passes on without one. */
  #ends(app: ObjectValue): readonly Value[] {
    const uses = (this.entriesOf(app) ?? []).filter(({ kind }) => kind === "use");
    return uses.flatMap(({ handlers, paths }) =>
      handlers.flatMap((handler) => {
        if (this.entriesOf(handler)) return errorHandlers(this.#all(handler));
        return isErrorHandler(handler) || !paths || paths.some(isRoot) ? [handler] : [];
      }),
    );
  }

  /** All handlers in the order of registration, including those of mounted routers. */
  #all(router: Value, seen: Set<Value> = new Set()): readonly Value[] {
    if (seen.has(router)) return [];
    seen.add(router);
    return (this.entriesOf(router) ?? [])
      .filter(({ kind }) => kind === "use")
      .flatMap(({ handlers }) =>
        handlers.flatMap((handler) => (this.entriesOf(handler) ? this.#all(handler, seen) : [handler])),
      );
  }

  protected override follow(call: Asked, m: Machine): Seen {
    const { entry, path, prefix, app, method, shared, before, params, handlers } = call;
    const ends = [...errorHandlers(entry.handlers), ...this.#ends(app)];
    const bases = new Map<Value, string>();
    const mountAt = (fn: Value, base: string): void => {
      for (const value of [fn, ...functionsIn(fn)]) bases.set(value, base);
    };
    for (const fn of [...params.keys(), ...handlers]) mountAt(fn, prefix);
    for (const under of before) mountAt(under.fn, baseOf(under, path));
    const routeHandlers = [...before.map(({ fn }) => fn), ...params.keys(), ...handlers];
    return follow(
      { shared, local: routeHandlers },
      () => ({ ...expressChain(ends, { path, bases, app, params }), path, method }),
      m,
    );
  }
}

const isRoot = (path: string): boolean => path === "/" || path === "";
const isUnknown = (error: Value): boolean => error.kind === "unknown" && error.written === undefined;

/** How Express calls handlers and passes on their errors. */
function expressChain(
  ends: readonly Value[],
  {
    path,
    bases,
    app,
    params,
  }: Pick<Asked, "path" | "app" | "params"> & { readonly bases: ReadonlyMap<Value, string> },
): Chain {
  let base = "";
  const req = request(path, app, () => base);
  const res = response();
  /** The status set before an error was thrown, which error handlers may read. */
  const set = new Map<Value, Value>();
  return {
    args(next, fn, m) {
      base = bases.get(fn) ?? "";
      const name = params.get(fn);
      return args([req, res, next, name === undefined ? unknown : parameter(name, m), unknown]);
    },
    thrown(error) {
      const status = res.props.get("statusCode");
      if (status && !set.has(error)) set.set(error, status);
    },
    failed(error, m) {
      const again = response();
      const status = set.get(error);
      if (status) again.props.set("statusCode", status);
      passOn(isUnknown(error) ? ordinary() : error, ends, { m, req, res: again });
    },
  };
}

export const express: FrameworkEntry = {
  language: "javascript",
  uses: (_, text) => /["'](?:express|express-promise-router|routing-controllers)["']/.test(text),
  open: () => new Express(),
};
