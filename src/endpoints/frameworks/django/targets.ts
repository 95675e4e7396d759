import { staticOf } from "../../evaluate/classes.ts";
import { member } from "../../evaluate/lookup.ts";
import type {
  Args,
  ClassValue,
  FunctionValue,
  Machine,
  ObjectValue,
  Place,
  Value,
} from "../../evaluate/types.ts";
import { items, list, textOf, texts } from "../../evaluate/value.ts";
import { type Verb, usual, verbsIn } from "../contract.ts";
import { bundledBase } from "./bundled.ts";
import { extraActions, isUsual } from "./actions.ts";
import { actionFor, actionsOf } from "./generic.ts";
import type { Router } from "./urls.ts";

/** One way to call a view. */
export interface Target {
  readonly method: Verb;
  readonly path: string;
  readonly view: ClassValue | FunctionValue;
  /** The statuses for callers who haven't signed in or lack permission; empty if everyone is let in. */
  readonly refusals?: readonly number[];
  readonly registered?: Place;
  /** A function of the program that wraps a class-based view. */
  readonly around?: Place;
  /** Wrappers from other libraries. */
  readonly foreign?: readonly Value[];
  /** The method is a guess: it counts only if the view answers it. */
  readonly isTried?: boolean;
  /** The name of the method in the view's class. */
  readonly action: string;
  /** The options of `as_view()` or `@action`. */
  readonly options: ReadonlyMap<string, Value>;
  readonly initial: ReadonlyMap<string, Value>;
  readonly file: string;
  readonly at: number;
}

const aboveOf = (router: Router): string =>
  router.above ? `${aboveOf(router.above.router)}${router.above.prefix}/{${router.above.lookup}_pk}/` : "";

const named = (view: ClassValue, attribute: string): readonly string[] =>
  items(staticOf(view, attribute)).flatMap((item) => texts(item));

/** The actions of a router's mapping, with their methods and path. */
const standard = (mapping: ObjectValue, path: string): readonly (readonly [string, Verb, string])[] =>
  [...mapping.props].flatMap(([method, action]) =>
    isUsual(method) ? texts(action).map((name) => [name, method, path] as const) : [],
  );

/** The targets of a router's viewsets. */
export function routerTargets(start: string, router: Router, m: Machine): readonly Target[] {
  const end = router.slash ? "/" : "";
  const base = start + aboveOf(router);
  return router.entries.flatMap(({ prefix, viewset, place: registered }) => {
    if (viewset.kind !== "class") return [];
    const actionNames = actionsOf(viewset);
    const has = (name: string): boolean => actionNames.has(name) || member(viewset, name) !== undefined;
    const lookup =
      textOf(staticOf(viewset, "lookup_url_kwarg")) ?? textOf(staticOf(viewset, "lookup_field")) ?? "pk";
    const allowed = named(viewset, "http_method_names");
    const isAllowed = (method: string): boolean => !allowed.length || allowed.includes(method);
    const [many, single] = [`${base}${prefix}${end}`, `${base}${prefix}/{${lookup}}${end}`];
    const place = {
      view: viewset,
      registered,
      options: new Map<string, Value>(),
      initial: new Map<string, Value>(),
      file: viewset.cls.file,
    };
    const served = [...standard(router.many, many), ...standard(router.single, single)]
      .filter(([action, method]) => has(action) && isAllowed(method))
      .map(([action, method, path]): Target => ({
        ...place,
        method,
        path,
        action,
        at: member(viewset, action)?.fn.at ?? viewset.cls.at,
      }));
    const extra = extraActions(viewset, m).flatMap(({ name, methods, isDetail, path, options, at }) =>
      methods.filter(isAllowed).map((method): Target => ({
        ...place,
        method,
        action: name,
        options,
        at,
        path: `${base}${prefix}${isDetail ? `/{${lookup}}` : ""}/${path}${end}`,
      })),
    );
    return [...extra, ...served];
  });
}

/** The targets of `View.as_view(…)`. */
export function classTargets(viewObject: ObjectValue, path: string): readonly Target[] {
  const view = viewObject.props.get("%class");
  if (view?.kind !== "class") return [];
  const mapping = viewObject.props.get("%actions");
  const initial = new Map([...viewObject.props].filter(([name]) => !name.startsWith("%")));
  const place = { path, view, options: new Map<string, Value>(), initial, file: view.cls.file };
  const allowed = named(view, "http_method_names");
  const listed =
    mapping?.kind === "object"
      ? [...mapping.props].flatMap(([method, action]) =>
          isUsual(method) ? texts(action).map((text) => [method, text] as const) : [],
        )
      : usual
          .filter(
            (verb) =>
              member(view, verb) ||
              actionFor(view, verb) !== undefined ||
              (verb === "post" && bundledBase(view) !== undefined),
          )
          .map((verb) => [verb, verb] as const);
  return listed
    .filter(([method]) => !allowed.length || allowed.includes(method))
    .map(([method, action]) => ({
      ...place,
      method,
      action,
      at: member(view, action)?.fn.at ?? view.cls.at,
    }));
}

const decorates = (view: FunctionValue, name: string): boolean =>
  view.decorators.some(
    (decorator) => decorator.kind === "external" && (decorator.name === name || decorator.of?.name === name),
  );

const givenTo = (view: FunctionValue, name: string): Args | undefined =>
  view.decorators.flatMap((decorator) =>
    decorator.kind === "external" && decorator.args && decorator.of?.name === name ? [decorator.args] : [],
  )[0];

/** The source of a function, up to the next top-level statement. */
const bodyOf = (view: FunctionValue, text: string): string =>
  text.slice(view.fn.at, view.fn.at + 8000).split(/\n(?=\S)/)[0] ?? "";

/** The methods that a plain Django view compares `request.method` with. The rest of the view may also serve GET. */
function compared(body: string): readonly Verb[] {
  const lines = body.split("\n").filter((line) => line.includes("request.method"));
  return usual.filter((verb) => lines.some((line) => new RegExp(`["']${verb}["']`, "i").test(line)));
}

/** The methods that decorators declare. */
function declared(view: FunctionValue): readonly Verb[] | undefined {
  const decoratorArgs = givenTo(view, "api_view") ?? givenTo(view, "require_http_methods");
  const methods = decoratorArgs?.list[0] ?? decoratorArgs?.named.get("http_method_names");
  const listed = verbsIn(methods).filter(isUsual);
  if (listed.length) return listed;
  if (decorates(view, "require_POST")) return ["post"];
  const isGet =
    decoratorArgs || ["api_view", "require_GET", "require_safe"].some((name) => decorates(view, name));
  return isGet ? ["get"] : undefined;
}

/**
 * The methods that a function-based view serves. Without a declaration it accepts all, so those count that it compares
 * `request.method` with and answers.
 */
function methodsOf(view: FunctionValue, text: string): { readonly all: readonly Verb[]; isTried: boolean } {
  const declaredVerbs = declared(view);
  if (declaredVerbs) return { all: declaredVerbs, isTried: false };
  const body = bodyOf(view, text);
  const named = compared(body);
  if (named.length) return { all: [...new Set<Verb>(["get", ...named])], isTried: true };
  if (/\brequest\.POST\s+or\s+None\b|\bif\s+request\.POST\s*:/.test(body))
    return { all: ["get", "post"], isTried: false };
  return { all: [/\brequest\.(?:POST|FILES|body)\b/.test(body) ? "post" : "get"], isTried: false };
}

/** The targets of a function-based view. */
export function functionTargets(view: FunctionValue, path: string, text: string): readonly Target[] {
  const options = new Map<string, Value>();
  for (const name of ["permission_classes", "authentication_classes"]) {
    const value = givenTo(view, name)?.list[0];
    if (value) options.set(name, value);
  }
  if (!decorates(view, "api_view") && !options.has("permission_classes"))
    options.set("permission_classes", list([]));
  const place = { path, view, action: view.fn.name, options, initial: new Map(), file: view.fn.file };
  const { all, isTried } = methodsOf(view, text);
  return all.map((method) => ({ ...place, method, at: view.fn.at, isTried }));
}
