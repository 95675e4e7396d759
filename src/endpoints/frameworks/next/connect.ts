import { args } from "../../evaluate/machine.ts";
import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { native, nothing, object, propOf, texts, textOf, unknown } from "../../evaluate/value.ts";
import { answer, functionsIn, observe } from "../observe.ts";
import { outside } from "../outside.ts";
import { response } from "../express/http.ts";
import { isVerb } from "../verbs.ts";

interface Entry {
  /** Undefined: for any method. */
  readonly method: string | undefined;
  readonly fns: readonly Value[];
}

interface Router {
  readonly entries: Entry[];
  onError: Value | undefined;
}

const makes = /^next-connect(?:\.(?:createRouter|createEdgeRouter|nc|default))?$/;

/** next-connect: functions by method, in one handler; undefined for any other call. */
export function connect({ path }: ExternalValue, { list: [options] }: Args): Value | undefined {
  if (!makes.test(path)) return undefined;
  const router: Router = { entries: [], onError: propOf(options, "onError") };
  const self: ObjectValue = object([], {
    type: "next.connect",
    get: (name) => member(name, self, router),
    call: (given, _self, m) => serve(router, given, m),
  });
  return self;
}

function member(name: string, self: ObjectValue, router: Router): Value {
  if (isVerb(name) || name === "all" || name === "use")
    return native(name, ({ list }) => {
      const fns = list.filter((one) => !texts(one).length).flatMap((one) => functionsIn(one));
      router.entries.push({ method: isVerb(name) ? name : undefined, fns });
      return self;
    });
  return native(name, ({ list: [options] }) => {
    if (name === "handler") router.onError = propOf(options, "onError") ?? router.onError;
    return self;
  });
}

function serve({ entries, onError }: Router, { list }: Args, m: Machine): Value {
  const [req = unknown, res = unknown] = list;
  const method = textOf(m.get(req, "method"))?.toLowerCase() ?? "";
  if (!entries.some((one) => one.method === method) || !m.run) {
    answer(m, 405);
    return nothing;
  }
  const errors: Value[] = [];
  const step = ([fn, ...rest]: readonly Value[]): Value => {
    if (!fn) return nothing;
    const next = native("next", ({ list: [error] }) => {
      if (error && error.kind !== "const") errors.push(error);
      return error && error.kind !== "const" ? nothing : step(rest);
    });
    if (fn.kind !== "external") return m.call(fn, args([req, res, next]));
    return outside(fn, m).passes ? step(rest) : nothing;
  };
  const all = entries.filter((one) => one.method === undefined || one.method === method);
  const seen = observe(m, m.run, () => step(all.flatMap(({ fns }) => fns)));
  for (const error of new Set([...seen.throws, ...errors])) {
    if (!onError) m.throws.push(error);
    else observe(m, m.run, () => m.call(onError, args([error, req, response()])), { cause: error });
  }
  return nothing;
}
