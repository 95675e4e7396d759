import { member } from "../../evaluate/lookup.ts";
import { args } from "../../evaluate/machine.ts";
import type { Machine, ObjectValue, Run, Value } from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  isMissing,
  items,
  list,
  native,
  nothing,
  object,
  texts,
  unknown,
} from "../../evaluate/value.ts";
import { doubt } from "../doubts.ts";
import { newRun, observe } from "../observe.ts";
import { djangoRequest, returned } from "./http.ts";
import { settingOf, settingsIn } from "./settings.ts";

/** What Django and its own applications bring looks at requests and refuses none, but for this. */
const bundled = /^(?:django|rest_framework)\.(?!contrib\.auth\.middleware\.LoginRequiredMiddleware)/;

/** The middleware that the settings name, in its order; that of libraries by its name. */
export function middlewareOf(sources: ReadonlyMap<string, string>, m: Machine): readonly Value[] {
  const [from] = settingsIn(sources).flatMap((path) => m.module(path) ?? []);
  const names = items(settingOf("MIDDLEWARE", sources, m)).flatMap((one) => texts(one));
  return names.flatMap((dotted) => {
    const [, path, name] = /^(.+)\.(\w+)$/.exec(dotted) ?? [];
    if (!from || path === undefined || name === undefined || bundled.test(dotted)) return [];
    const found = m.get(m.load(path, from), name);
    return [found.kind === "class" || found.kind === "function" ? found : external(dotted)];
  });
}

/** What a middleware is given for the answer of what it lies around. */
const passed = object([], { type: "django.passed" });

/** What a middleware gives is an answer, where it isn't that of what it lies around. */
function answered(value: Value, m: Machine): void {
  for (const one of each(value)) if (one !== passed && one.kind !== "unknown") returned(one, m);
}

/** Middleware whose class says what it does before a view: what gives nothing passes the request on. */
function before(instance: Value, request: Value, m: Machine): boolean {
  for (const name of ["process_request", "process_view"]) {
    if (instance.kind !== "object" || !instance.cls || !member(instance.cls, name)) continue;
    const given = [request, unknown, list([]), object()];
    const value = m.call(m.get(instance, name), args(name === "process_view" ? given : [request]));
    const all = each(value);
    answered({ kind: "either", of: all.filter((one) => !isMissing(one)) }, m);
    if (all.length && !all.some((one) => isMissing(one) || one.kind === "unknown")) return false;
  }
  return true;
}

/** Libraries' middleware that its name says to let only people through who are signed in. */
const asks = /LoginRequired|RequireLogin|SignedIn|Auth(?!or)/;

/** Lets a request go through middleware, and in the end to a view. */
function through(
  [first, ...rest]: readonly Value[],
  on: { readonly request: ObjectValue; readonly end: () => void },
  m: Machine,
): Value {
  if (!first) {
    on.end();
    return passed;
  }
  const next = native("get_response", () => through(rest, on, m));
  if (first.kind === "external" && asks.test(first.name)) doubt(first, m, true);
  if (first.kind !== "class" && first.kind !== "function") return through(rest, on, m);
  const made = first.kind === "class" ? m.construct(first, args([next])) : m.call(first, args([next]));
  if (first.kind === "class" && !member(first, "__call__"))
    return before(made, on.request, m) ? through(rest, on, m) : nothing;
  const call = first.kind === "class" ? m.get(made, "__call__") : made;
  // what can't be called passes a request on
  if (call.kind !== "function") return through(rest, on, m);
  answered(m.call(call, args([on.request])), m);
  return passed;
}

/** What middleware answers to who isn't signed in, where it passes on those who are; `doubtful` where it may do either. */
export function refusedBy(
  middleware: readonly Value[],
  { path, method }: { readonly path: string; readonly method: string },
  m: Machine,
): { readonly refusals: readonly number[]; readonly isDoubtful: boolean } {
  const ask = (absent: boolean): { readonly run: Run; readonly isPassed: boolean } => {
    const run = newRun(absent);
    let isPassed = false;
    observe(m, run, () => {
      const request = djangoRequest(method, ["cookie:sessionid"]);
      for (const name of ["path", "path_info"]) request.props.set(name, constant(path));
      return through(middleware, { request, end: () => void (isPassed = true) }, m);
    });
    return { run, isPassed };
  };
  const without = middleware.length ? ask(true) : undefined;
  const statuses = without?.run.answers.map(({ status }) => status) ?? [];
  if (!without?.run.identity || !statuses.length || !ask(false).isPassed)
    return { refusals: [], isDoubtful: (without?.run.doubts.length ?? 0) > 0 };
  const isDoubtful = without.isPassed && statuses.some((status) => status === 401 || status === 403);
  return { refusals: without.isPassed ? [] : statuses, isDoubtful };
}
