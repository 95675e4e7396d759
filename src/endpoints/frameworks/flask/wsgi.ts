import { atGate } from "../../evaluate/blame.ts";
import { member } from "../../evaluate/lookup.ts";
import { args, Stop } from "../../evaluate/machine.ts";
import type { Machine, ObjectValue, Place, Value } from "../../evaluate/types.ts";
import { constant, each, native, textOf, unknown } from "../../evaluate/value.ts";
import { doubt } from "../../evaluate/uses.ts";
import { answer, endSilently, environ, holding, Passed } from "../observe.ts";

/**
 * Members of an application that handle every request: if a program changes one, more code may run before the views.
 */
const handling = ["view_functions", "before_request_funcs", "dispatch_request"].concat(
  "full_dispatch_request",
  "preprocess_request",
);

/** The request that WSGI middleware is passing on, if any. */
export interface Passing {
  by?: Passed | undefined;
}

/** Places where a program's class or an assignment changes how an application handles requests. */
export const changesOf = ({ cls, props }: ObjectValue): readonly Partial<Place>[] =>
  [...handling, "wsgi_app", "__call__"].flatMap((name): readonly Partial<Place>[] => {
    const method = cls && member(cls, name)?.fn;
    const set = name === "wsgi_app" ? undefined : props.get(name);
    return method ? [method] : set ? [set.kind === "function" ? set.fn : {}] : [];
  });

/** Runs a program's WSGI middleware around an application. */
export function enterWsgi(wsgi: Value, request: Request): void {
  const set = each(wsgi).filter(({ kind }) => kind !== "const");
  // an assignment in a branch leaves an unknown value as an alternative
  const known = set.filter(({ kind }) => kind !== "unknown");
  for (const value of known.length ? known : set) {
    const isApp = value.kind === "object" && value.host?.type === "flask";
    if (!isApp) enter(value, request);
  }
}

interface Request {
  readonly path: string;
  readonly method: string;
  readonly passing: Passing;
  readonly m: Machine;
}

function enter(wsgi: Value, { path, method, passing, m }: Request): void {
  const { run } = m;
  if (!run) return;
  if (wsgi.kind === "external") return doubt(wsgi, m);
  if (wsgi.kind !== "function" && !(wsgi.kind === "object" && wsgi.cls)) return void run.doubts.push({});
  const all = environ();
  const environValue = (name: string): Value =>
    name === "PATH_INFO"
      ? constant(path)
      : name === "REQUEST_METHOD"
        ? constant(method.toUpperCase())
        : m.get(all, name);
  const start = native("start_response", ({ list: [status] }) => {
    answer(m, Number(textOf(status)?.slice(0, 3)));
    return unknown;
  });
  const passed = new Passed();
  passing.by = passed;
  const [isShared, isAhead] = [run.isShared ?? false, run.isAhead];
  Object.assign(run, { isShared: true, isAhead: () => !passed.ways.has("next") });
  try {
    atGate(m, wsgi, () => {
      const call = wsgi.kind === "object" ? m.get(wsgi, "__call__") : wsgi;
      m.call(call, args([holding("environ", ["get"], environValue), start]));
      run.isAhead = isAhead;
      endSilently(passed, run);
    });
  } catch (error) {
    if (!(error instanceof Stop) || !passed.ways.has("next")) throw error;
  } finally {
    passing.by = undefined;
    Object.assign(run, { isShared, isAhead });
  }
}
