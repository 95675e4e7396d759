import { actOn, atGate } from "../../evaluate/blame.ts";
import { member } from "../../evaluate/lookup.ts";
import { ancestry } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import type { Machine, ObjectValue, Place, Run, Value } from "../../evaluate/types.ts";
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
import { isAlike } from "../../evaluate/known.ts";
import { doubt } from "../../evaluate/uses.ts";
import { answerError } from "../statuses.ts";
import { dropFailures, exchange, newRun } from "../observe.ts";
import { djangoRequest, returned } from "./http.ts";
import { settingOf, settingsIn } from "./listing.ts";

/** Settings that import others, which may not have been read. */
const takesOthers = /^from \S+ import \*|^include\(/m;

/** The dotted paths in a list; an empty text for each that isn't known. */
const namesIn = (listed: Value): readonly string[] =>
  items(listed).flatMap((item) => (texts(item).length ? texts(item) : [""]));

/** The middleware listed in the settings, in order; that of libraries by name. */
export function middlewareOf(sources: ReadonlyMap<string, string>, m: Machine): readonly Value[] {
  const paths = settingsIn(sources);
  const [from] = paths.flatMap((path) => m.module(path) ?? []);
  const listed = settingOf("MIDDLEWARE", sources, m);
  if (!listed && paths.some((path) => takesOthers.test(sources.get(path) ?? ""))) return [unknown];
  const lists = (listed ? each(listed) : []).map(namesIn);
  return [...new Set(lists.flat())].flatMap((dotted) => {
    if (isAlike(dotted)) return [];
    // what only some settings list, or what isn't known, may refuse requests
    if (!from || !lists.every((names) => names.includes(dotted))) return [unknown];
    const [, path, name] = /^(.+)\.(\w+)$/.exec(dotted) ?? [];
    if (path === undefined || name === undefined) return dotted ? [] : [unknown];
    const found = m.get(m.load(path, from), name);
    return [found.kind === "class" || found.kind === "function" ? found : external(dotted)];
  });
}

/** Represents the response of the next middleware or view. */
const passed = (): ObjectValue => object([], { type: "django.passed" });
const isPassed = (value: Value): boolean => value.kind === "object" && value.host?.type === "django.passed";

/** Answers with what a middleware returned, unless it is the response it received. */
function answered(value: Value, m: Machine): void {
  for (const item of each(value)) {
    doubt(item, m); // `return login_required(view)(request)`
    if (!isPassed(item) && item.kind !== "unknown") returned(item, m);
  }
}

/**
 * Calls a hook that a middleware class runs before a view. Returns whether the request may go on: then the hook returns
 * nothing.
 */
function passes(name: string, instance: Value, values: readonly Value[], m: Machine): boolean {
  const isObject = instance.kind === "object" || instance.kind === "function";
  const hook = isObject ? instance.props.get(name) : undefined;
  const isOfClass = instance.kind === "object" && instance.cls && member(instance.cls, name);
  if (!hook && !isOfClass) return true;
  let isPassed = false;
  const act = (all: readonly Value[]): void => {
    answered({ kind: "either", of: all.filter((value) => !isMissing(value)) }, m);
    isPassed = !all.length || all.some((value) => isMissing(value) || value.kind === "unknown");
  };
  atGate(m, instance, () => actOn(m, () => each(m.call(hook ?? m.get(instance, name), args(values))), act));
  return isPassed;
}

/** Passes a request through middleware to a view. */
function through(
  [first, ...rest]: readonly Value[],
  on: { readonly request: ObjectValue; readonly view: Value; readonly end: () => void },
  m: Machine,
): Value {
  if (!first) {
    on.end();
    return passed();
  }
  for (const value of ancestry(first)) doubt(value, m);
  if (first.kind !== "class" && first.kind !== "function") return through(rest, on, m);
  const view = [on.request, on.view, list([]), object()];
  const next = (): Value => (passes("process_view", instance, view, m) ? through(rest, on, m) : nothing);
  const response = args([native("get_response", next)]);
  const instance: Value = first.kind === "class" ? m.construct(first, response) : m.call(first, response);
  if (first.kind === "class" && !member(first, "__call__"))
    return passes("process_request", instance, [on.request], m) ? next() : nothing;
  const call = first.kind === "class" ? m.get(instance, "__call__") : instance;
  // a middleware that can't be called passes the request on
  if (call.kind !== "function") return through(rest, on, m);
  atGate(m, instance, () =>
    actOn(
      m,
      () => m.call(call, args([on.request])),
      (value) => answered(value, m),
    ),
  );
  return passed();
}

/** What middleware does with callers who haven't signed in. */
export interface Gate {
  /** The statuses of its refusals, if it lets signed-in callers through. */
  readonly refusals: readonly number[];
  /** The schemes by which it recognizes signed-in callers. */
  readonly schemes: readonly string[];
  /** The code that decides, if it may do either; empty if its place is unknown. */
  readonly doubt?: Partial<Place> | undefined;
}

export function gateOf(
  middleware: readonly Value[],
  { path, method, view }: { readonly path: string; readonly method: string; readonly view: Value },
  m: Machine,
): Gate {
  const ask = (absent: boolean): { readonly run: Run; readonly isOpen: boolean } => {
    const run = { ...newRun(absent), isSomebody: !absent };
    let isOpen = false;
    const follow = (): void => {
      const request = djangoRequest(method, ["cookie:sessionid"]);
      for (const name of ["path", "path_info"]) request.props.set(name, constant(path));
      through(middleware, { request, view, end: () => void (isOpen = true) }, m);
    };
    exchange(m, run, follow, (error) => answerError(error, "django", m));
    dropFailures(run, () => true);
    return { run, isOpen };
  };
  const statusesOf = ({ answers }: Run): readonly number[] => answers.map(({ status }) => status);
  const without = middleware.length ? ask(true) : undefined;
  const statuses = without ? statusesOf(without.run) : [];
  const other = without?.run.identity && statuses.length ? ask(false) : undefined;
  const [firstDoubt] = without?.run.doubts ?? [];
  if (!without || !other?.isOpen)
    return { refusals: [], schemes: [], doubt: firstDoubt ?? without?.run.refusedAt };
  const schemes = [...without.run.schemes];
  if (!without.isOpen) return { refusals: statuses, schemes };
  const usualStatuses = new Set(statusesOf(other.run));
  const isSentAway = [...without.run.sentTo].some((place) => !other.run.sentTo.has(place));
  const refused = without.run.answers.find((answer) => answer.refusedBy ?? !usualStatuses.has(answer.status));
  const doubt =
    firstDoubt ?? refused?.refusedBy ?? without.run.refusedAt ?? (refused || isSentAway ? {} : undefined);
  return { refusals: [], schemes, doubt };
}
