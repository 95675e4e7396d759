import { actOn, answerEach, atGate, handle } from "../../evaluate/blame.ts";
import { ancestry, librariesOf, staticOf } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ExternalValue, Machine, ObjectValue, Run, Value } from "../../evaluate/types.ts";
import { constant, each, items, list, native, nothing, object, unknown } from "../../evaluate/value.ts";
import type { Route } from "../contract.ts";
import {
  askedBy,
  authenticationMember,
  hasPermission,
  permit,
  permitObject,
  refuseStrangers,
  type Access,
} from "./auth.ts";
import { isOpenToAll } from "./bundled.ts";
import { actionFor, inherited } from "./generic.ts";
import { djangoRequest, returned } from "./http.ts";
import { changesOf } from "./guards.ts";
import { type Gate, gateOf } from "./middleware.ts";
import { listParameters, pagesOf, type Settings } from "./listing.ts";
import type { Target } from "./targets.ts";
import { doubt } from "../../evaluate/uses.ts";
import { answer, credentials, exchange, newRun } from "../observe.ts";
import { authOf } from "../onion.ts";
import { parametersIn, written } from "../paths.ts";
import { routeOf, atHandler } from "../route.ts";
import { answerError } from "../statuses.ts";

/** Whether a view extends nothing of Django REST framework, so that its settings don't apply. */
const isPlain = (view: Value): boolean => {
  const bases = librariesOf(view);
  return bases.length > 0 && bases.every(({ path }) => path.startsWith("django."));
};

/** The function that middleware gets: the view itself, or what `as_view()` returns. */
const viewOf = ({ view }: Target): Value =>
  view.kind === "function"
    ? view
    : {
        ...object([
          ["view_class", view],
          ["cls", view],
        ]),
        rest: unknown,
      };

interface Serving {
  readonly settings: Settings;
  readonly userField: string;
  readonly middleware: readonly Value[];
}

/** Calls views as Django REST framework does: authentication and permissions first, error handling last. */
export class Server {
  readonly #settings: Settings;
  /** The name of the user name field. */
  readonly #userField: string;
  readonly #m: Machine;
  #access: Access | undefined;
  /** What `super().dispatch()` and `super().initial()` do for the current view. */
  #base: ReadonlyMap<string, () => Value> = new Map();

  readonly #middleware: readonly Value[];

  constructor({ settings, userField, middleware }: Serving, m: Machine) {
    this.#middleware = middleware;
    this.#settings = settings;
    this.#userField = userField;
    this.#m = m;
  }

  /** A member that views, serializers and permissions of the program inherit from the framework. */
  member(base: ExternalValue, name: string, self: Value): Value | undefined {
    if (name === "has_permission" && this.#access) {
      const access = this.#access;
      return native(name, () => hasPermission(base, access, this.#m));
    }
    const step = self.kind === "object" && self.cls && this.#base.get(name);
    if (step) return native(name, step);
    return authenticationMember(base, name, this.#m) ?? inherited(base, name, self, this.#m);
  }

  route(target: Target): Route {
    const m = this.#m;
    const path = written(target.path);
    const gate = gateOf(this.#middleware, { path, method: target.method, view: viewOf(target) }, m);
    const followed = (run: Run): Run => {
      run.method = target.method;
      const serve = (): void => this.#serve({ ...target, path }, gate);
      return exchange(m, run, serve, (error) => this.#failed(error));
    };
    const run = followed(newRun(false));
    const auth = authOf(run, followed);
    this.#list(target, run);
    const route = routeOf(
      { method: target.method, path, auth, run, file: target.file, at: target.at, name: target.action },
      m,
    );
    return { ...route, ...(target.registered && { registered: target.registered }) };
  }

  #list({ view, action, method }: Target, run: Run): void {
    if (view.kind !== "class" || (action !== "list" && actionFor(view, method) !== "list")) return;
    const names = listParameters(view, this.#settings);
    if (names.length) run.reads.set("query", new Set([...(run.reads.get("query") ?? []), ...names]));
  }

  /** Answers an error: by the program's handler, otherwise by its status. */
  #failed(error: Value): void {
    const m = this.#m;
    const { handler } = this.#settings;
    if (handler)
      for (const value of each(m.call(handler, args([error, object([], open)])))) returned(value, m);
    else answerError(error, "django", m);
  }

  #accessOf({ options, initial, view, method }: Target, self: ObjectValue): Access {
    const m = this.#m;
    if (isPlain(view)) {
      self.props.set("request", djangoRequest(method, ["cookie:sessionid"]));
      return { permissions: [], authentication: [], method };
    }
    const classesOf = (name: string, setting: string): readonly Value[] => {
      const value =
        options.get(name) ?? initial.get(name) ?? (view.kind === "class" ? staticOf(view, name) : undefined);
      if (value) return items(value);
      const isOpen = name === "permission_classes" && view.kind === "class" && isOpenToAll(view);
      return isOpen ? [] : this.#settings.classes(setting);
    };
    const dynamic = view.kind === "class" && member(view, "get_permissions");
    const authentication = classesOf("authentication_classes", "DEFAULT_AUTHENTICATION_CLASSES");
    const request = djangoRequest(method, askedBy(authentication, m).schemes);
    self.props.set("request", request);
    const declared = classesOf("permission_classes", "DEFAULT_PERMISSION_CLASSES");
    self.props.set("%permissions", list(declared));
    if (view.kind === "class" && !staticOf(view, "permission_classes") && !options.has("permission_classes"))
      self.props.set("permission_classes", list(declared));
    const permissions = dynamic ? items(m.call(m.get(self, "get_permissions"), args([]))) : declared;
    return { permissions, authentication, method };
  }

  #serve(target: Target, gate: Gate): void {
    const m = this.#m;
    const { view, options } = target;
    const self: ObjectValue = {
      kind: "object",
      props: new Map(target.initial),
      ...(view.kind === "class" ? { cls: view } : {}),
    };
    const parameters = parametersIn(target.path).map((name) => [name, unknown] as const);
    self.props.set("%user", constant(this.#userField));
    if (view.kind === "class") self.props.set("%pages", constant(pagesOf(view, this.#settings)));
    self.props.set("action", constant(target.action));
    self.props.set("kwargs", object(parameters));
    for (const [name, value] of options) if (!name.startsWith("%")) self.props.set(name, value);
    const access = this.#accessOf(target, self);
    this.#access = access;
    const request = m.get(self, "request");
    if (request.kind !== "object") return;
    const on = { request, view: self, m };
    const unknownBases = ancestry(view).filter(({ kind }) => kind === "unknown");
    for (const value of [...(target.foreign ?? []), ...unknownBases]) doubt(value, m);
    m.run?.doubts.push(...(target.around ? [target.around] : []), ...changesOf(view, target.action, m));
    if (gate.doubt && m.run) {
      m.run.doubts.push(gate.doubt);
      for (const scheme of gate.schemes) m.run.schemes.add(scheme);
    }
    const around = target.refusals ?? [];
    const refusals = new Set([...gate.refusals, ...around]);
    if (refusals.size) {
      for (const scheme of [...gate.schemes, ...(around.length ? ["cookie:sessionid"] : [])])
        credentials(m, scheme);
      for (const status of refusals) answer(m, status);
      if (m.run?.absent) {
        m.run.isRefused = true;
        return;
      }
    }
    const callArgs = args([request], parameters);
    /** A framework step, or the view's override of it. */
    const step = (name: string): Value =>
      view.kind === "class" && member(view, name)
        ? m.call(m.get(self, name), callArgs)
        : (this.#base.get(name)?.() ?? nothing);
    const initial = (): Value => {
      for (const value of access.authentication) refuseStrangers(value, access, m);
      const objects = permit(access, on);
      const check = native("check", () => (permitObject(objects, { ...on, access }), nothing));
      self.props.set("%object", check);
      return nothing;
    };
    const dispatch = (): Value => {
      step("initial");
      if (view.kind !== "class") return m.call(view, callArgs);
      return handle(m, () => m.call(m.get(self, target.action), callArgs));
    };
    this.#base = new Map([
      ["initial", initial],
      ["dispatch", dispatch],
    ]);
    const of = view.kind === "class" ? self : view;
    const answered = (value: Value): void =>
      answerEach(value, of, { m, answer: (value) => returned(value, m) });
    const ask = (): Value => {
      if (view.kind === "class" && member(view, "setup")) step("setup");
      return step("dispatch");
    };
    (view.kind === "class" ? atGate : atHandler)(m, of, () => actOn(m, ask, answered));
  }
}

/** The context of an error handler, any member of which may be read. */
const open = { type: "drf.context", get: () => undefined };
