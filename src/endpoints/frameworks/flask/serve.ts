import { isInstance, ownOf, staticOf } from "../../evaluate/classes.ts";
import { actOn, answerEach, atGate } from "../../evaluate/blame.ts";
import { wrapped } from "../../evaluate/make.ts";
import { args } from "../../evaluate/machine.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, Machine, ObjectValue, Place, Run, Value } from "../../evaluate/types.ts";
import { constant, each, items, numbers, object, propOf, textOf, unknown } from "../../evaluate/value.ts";
import { type Route, type Verb, type FoundRoutes, verbs, verbsIn } from "../contract.ts";
import { guards, type Guard } from "./decorators.ts";
import { answer, exchange, newRun, answerWith } from "../observe.ts";
import { authOf } from "../onion.ts";
import { converted, parametersIn } from "../paths.ts";
import { doubt } from "../../evaluate/uses.ts";
import { routeOf, atHandler, completes } from "../route.ts";
import { thrownStatus, pythonResponse } from "../statuses.ts";

/** A path with its view. */
export interface Rule {
  readonly path: string;
  readonly methods: readonly Verb[] | undefined;
  readonly view: Value;
  /** Its endpoint name, if one is given. */
  readonly name?: string | undefined;
  /** Default values for arguments that the path omits. */
  readonly defaults?: Value | undefined;
  readonly registered: Place;
  readonly file: string;
  readonly at: number;
}

/** An application, a blueprint or a namespace, with its registrations. */
export interface Group {
  readonly isApp: boolean;
  /** The name of a blueprint, which prefixes its endpoint names. */
  readonly name: string | undefined;
  readonly prefix: string;
  /** Its decorators only document answers, as in Flask-RESTX. */
  readonly describes: boolean;
  readonly rules: Rule[];
  readonly children: { readonly group: ObjectValue; readonly prefix: string | undefined }[];
  readonly before: Value[];
  /** Called with each answer. */
  readonly after: Value[];
  /** Hooks for the whole application. */
  readonly beforeAll: Value[];
  readonly afterAll: Value[];
  readonly errors: { readonly type: Value; readonly fn: Value }[];
  /** Applied to all its views. */
  readonly decorators: readonly Value[];
}

/** The context around a view. */
export interface Walk {
  readonly prefix: string;
  /** Names of the enclosing blueprints; `undefined` if one is unknown. */
  readonly names: readonly string[] | undefined;
  /** Hooks of the whole application. */
  readonly shared: readonly Value[];
  readonly before: readonly Value[];
  /** Hooks that are called with an answer. */
  readonly after: readonly Value[];
  readonly errors: Readonly<Group["errors"]>;
  /** Middleware of WSGI around the application, of libraries. */
  readonly wsgi: readonly Value[];
  /** Places that change how the application handles requests. */
  readonly changes: readonly Partial<Place>[];
  readonly hasSignInPage: boolean;
  readonly found: FoundRoutes;
  readonly m: Machine;
  readonly depth: number;
}

/** Registrations that apply to the whole application, wherever they were made. */
export const allOf = <T>(
  group: Group,
  groups: ReadonlyMap<ObjectValue, Group>,
  own: (group: Group) => readonly T[],
  depth = 0,
): readonly T[] =>
  depth > 8
    ? []
    : [
        ...own(group),
        ...group.children.flatMap((child) => {
          const inner = groups.get(child.group);
          return inner ? allOf(inner, groups, own, depth + 1) : [];
        }),
      ];

/** The class that `as_view()` was called on. */
const classOf = (view: Value): Value | undefined =>
  view.kind === "object" && view.host?.type === "django.view" ? propOf(view, "%class") : undefined;

/** The name given to `as_view()`. */
const nameOfClass = (view: Value): string | undefined => textOf(propOf(view, "%actions"));

/** The methods of the class-based view that a function wraps: `functools.wraps` copies them. */
function methodsOf(view: Value, depth = 0): readonly Verb[] | undefined {
  const inner = view.kind === "function" ? view.props.get("%wraps") : undefined;
  const cls = inner && classOf(inner);
  if (cls?.kind === "class") return verbs.filter((verb) => member(cls, verb));
  return inner && depth < 8 ? methodsOf(inner, depth + 1) : undefined;
}

/** The functions of a view by HTTP method; a class has one for each. */
export function views(
  rule: Rule,
  decorators: readonly Value[],
  machine: Machine,
): readonly (readonly [Verb, Value])[] {
  const view = classOf(rule.view) ?? rule.view;
  if (view.kind !== "class")
    return (rule.methods ?? methodsOf(view) ?? ["get"])
      .filter((method) => method !== "options" && method !== "head")
      .map((method) => [method, view] as const);
  const outer = [...decoratorsOf(view), ...decorators];
  const bound = (name: string): Value =>
    outer.reduce(
      (fn, decorator) => wrapped(fn, decorator, machine),
      machine.get({ kind: "object", props: new Map(), cls: view }, name),
    );
  const own = verbs.filter((verb) => member(view, verb));
  if (!own.length && member(view, "dispatch_request")) {
    const methods = rule.methods ?? verbsIn(staticOf(view, "methods"));
    return (methods.length ? methods : (["get"] as const)).map((verb) => [verb, bound("dispatch_request")]);
  }
  return own
    .filter((verb) => !rule.methods || rule.methods.includes(verb))
    .map((verb) => [verb, bound(verb)]);
}

/** `decorators = [login_required]` and `method_decorators` of a class. */
function decoratorsOf(view: ClassValue): readonly Value[] {
  return ["decorators", "method_decorators"].flatMap((name) =>
    ownOf(view).flatMap(({ statics }) => {
      const stored = statics.get(name);
      return stored?.kind === "object"
        ? [...stored.props.values()].flatMap((prop) => items(prop))
        : items(stored);
    }),
  );
}

interface Routed {
  readonly rule: Rule;
  readonly method: Verb;
  readonly view: Value;
  readonly path: string;
}

/** Calls the hooks before a view. Returns how one of them ended the request; `undefined` if none did. */
function hooked(
  run: Run,
  asking: Parameters<typeof guards.enter>[1],
  walk: Walk,
  values: Value,
): "refused" | "answered" | undefined {
  const { m } = walk;
  for (const fn of [...walk.shared, ...walk.before]) {
    run.isShared = walk.shared.includes(fn);
    const marks = fn.kind === "function" ? fn.decorators : [];
    if (guards.enter(marks, asking) === "stopped") return "refused";
    doubt(fn, m);
    let isEnd = false;
    const answered = (value: Value): void => {
      returned(value, m, true);
      isEnd = isAnswer(value);
    };
    // only functions for `url_value_preprocessor` have required parameters
    const isAsking =
      fn.kind === "function" && fn.fn.params.some(({ otherwise, rest }) => otherwise === undefined && !rest);
    const callArgs = args(isAsking ? [run.endpoint ? constant(run.endpoint) : unknown, values] : []);
    atGate(m, fn, () => actOn(m, () => m.call(fn, callArgs), answered));
    if (isEnd) return "answered";
  }
  return undefined;
}

/** Calls a view as Flask does: hooks, decorators, the view itself, then error handlers. */
export function routed({ rule, method, view, path }: Routed, walk: Walk): Route {
  const { m: machine, hasSignInPage } = walk;
  const asking = { method, m: machine, hasSignInPage };
  const through = (run: Run): Run => {
    run.method = method;
    run.path = path;
    const name = rule.name ?? (rule.view.kind === "function" ? rule.view.fn.name : nameOfClass(rule.view));
    if (walk.names && name) run.endpoint = [...walk.names, name].join(".");
    run.view = rule.view;
    run.doubts.push(...walk.changes);
    const { view: cls } = rule.view.kind === "object" ? { view: rule.view.props.get("%class") } : rule;
    const isBefore = cls?.kind === "class" && member(cls, method) !== undefined;
    const dispatch = isBefore ? member(cls, "dispatch_request")?.fn : undefined;
    if (dispatch) run.doubts.push({ file: dispatch.file, at: dispatch.at });
    const follow = (): void => {
      for (const value of walk.wsgi) doubt(value, machine);
      const ended = hooked(run, asking, walk, object([...argumentsOf(path, rule)]));
      if (ended === "refused") run.isRefused = true;
      if (ended) return;
      run.isShared = false;
      const marks = view.kind === "function" ? view.decorators : [];
      const rest = guards.enter(marks, asking);
      if (rest === "stopped") return void (run.isRefused = true);
      const callArgs = { ...args([]), named: argumentsOf(path, rule), open: true };
      const answered = (value: Value): void => {
        run.isReturned = true;
        answerEach(value, view, {
          m: machine,
          answer: (value) => returned(value, machine, false, rest),
        });
      };
      atHandler(machine, view, () => actOn(machine, () => machine.call(view, callArgs), answered));
      for (const fn of walk.after) sent(fn, machine);
    };
    return exchange(machine, run, follow, (error) => fail(error, walk.errors, machine));
  };
  const run = through(newRun(false));
  const auth = authOf(run, through);
  const methodFunction = rule.view.kind === "class" ? member(rule.view, method)?.fn : undefined;
  const { registered } = rule;
  const { file, at: start } = methodFunction ?? rule;
  const fn = methodFunction ?? (view.kind === "function" ? view.fn : undefined);
  const usual = fn && completes(fn) ? 200 : undefined;
  const found = routeOf(
    { method, path, auth, run, registered, file, at: start, handler: view, usual },
    machine,
  );
  const kinds = converted(rule.path);
  return {
    ...found,
    params: found.params.map((param) => ({ ...param, schema: kinds.get(param.name) ?? param.schema })),
  };
}

/** Whether a hook's result is an answer: not if it is missing, unknown, or from a library that creates no responses. */
function isAnswer(value: Value): boolean {
  if (value.kind === "external")
    return /^(?:flask|werkzeug|quart)\b|(?:response|redirect|jsonify|render\w*)(?:\(\))?$/i.test(value.path);
  return value.kind !== "const" && value.kind !== "unknown" && value.kind !== "either";
}

/** Calls a hook with an answer: an error status in its result refuses the request. */
function sent(fn: Value, m: Machine): void {
  doubt(fn, m);
  const response = pythonResponse("flask", constant(200), undefined);
  atGate(m, fn, () => {
    const value = m.call(fn, args([response]));
    const statuses = [response, ...each(value)].flatMap((item) => numbers(propOf(item, "status_code")));
    if (m.run && statuses.some((status) => status >= 400)) m.run.refusedAt ??= m.run.gate;
  });
}

/** The named arguments of a view: path parameters and the rule's defaults. */
function argumentsOf(path: string, { defaults }: Rule): ReadonlyMap<string, Value> {
  const pathArguments = parametersIn(path).map((name): [string, Value] => [
    name,
    { kind: "input", part: "path", path: [name] },
  ]);
  return new Map([...pathArguments, ...(defaults?.kind === "object" ? defaults.props : [])]);
}

/** Answers with a view's result: a body, a tuple with a status, or a response. */
function returned(value: Value, machine: Machine, isHook: boolean, guard?: Guard): void {
  for (const element of each(value)) {
    if (isHook && (element.kind === "const" || element.kind === "unknown")) continue;
    if (element.kind === "list" && element.items.length > 1) {
      const status = element.items.slice(1).flatMap((item) => numbers(item));
      const [inner, second] = element.items;
      const isOpen = second !== undefined && second.kind !== "object" && second.kind !== "const";
      for (const code of status.length ? status : isOpen ? [] : [200])
        answer(machine, code, (code < 300 ? guard?.body : undefined) ?? inner);
      continue;
    }
    if (propOf(element, "status_code")) answerWith(element, machine);
    else answer(machine, guard?.status ?? 200, guard?.body ?? element);
  }
}

function fail(error: Value, handlers: Walk["errors"], machine: Machine): void {
  const statuses = thrownStatus(error);
  const handler = handlers.find(
    ({ type }) =>
      isInstance(error, type) === true || numbers(type).some((status) => statuses.includes(status)),
  );
  if (!handler) {
    for (const status of statuses) answer(machine, status);
    return;
  }
  const value = machine.call(handler.fn, args([error]));
  for (const item of each(value))
    if (item.kind === "list" || propOf(item, "status_code")) returned(item, machine, false);
    else answer(machine, statuses[0] ?? 200, item);
}
