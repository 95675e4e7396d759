import { librariesOf, staticOf } from "../../evaluate/classes.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ExternalValue, Machine, Place, Value } from "../../evaluate/types.ts";
import { calledName, items, truth, unknown } from "../../evaluate/value.ts";

/** Decorators that redirect callers who haven't signed in or lack permission. */
const decorators = /^(?:login_required|permission_required|user_passes_test|staff_member_required)$/;

/** Mixins that do the same; callers who have signed in but lack permission get 403. */
const mixins: ReadonlyMap<string, readonly number[]> = new Map([
  ["LoginRequiredMixin", [302]],
  ["PermissionRequiredMixin", [302, 403]],
  ["UserPassesTestMixin", [302, 403]],
]);

const raises = (value: Value | undefined): boolean => truth(value ?? unknown) === true;

function ofDecorator(value: ExternalValue): readonly number[] {
  const name = calledName(value);
  if (decorators.test(name)) return [raises(value.args?.named.get("raise_exception")) ? 403 : 302];
  return name === "method_decorator" && value.args ? value.args.list.flatMap(ofOne) : [];
}

const ofOne = (value: Value): readonly number[] => (value.kind === "external" ? ofDecorator(value) : []);

/** A view, and the decorators of libraries that are called with it: `never_cache(user_passes_test(isStaff)(view))`. */
export function unwrapped(value: Value | undefined): {
  readonly inner: Value | undefined;
  readonly wrappers: readonly Value[];
} {
  const wrappers: Value[] = [];
  let inner = value;
  while (inner?.kind === "external") {
    const { of: wrapper, args } = inner;
    if (wrapper) wrappers.push(wrapper);
    inner = args?.list.find(({ kind }) => kind === "function" || kind === "object" || kind === "external");
  }
  return { inner, wrappers };
}

const ours = /^(?:django|rest_framework|django_filters)\b/;

/** Other libraries' decorators and base classes of a view, which may require credentials. */
export function foreignTo(view: Value): readonly ExternalValue[] {
  const around: readonly Value[] =
    view.kind === "class"
      ? [...view.decorators, ...librariesOf(view).filter(({ name }) => !/View(?:Set)?$/.test(name))]
      : view.kind === "function"
        ? view.decorators
        : [view];
  return around.filter((value) => value.kind === "external").filter(({ path }) => !ours.test(path));
}

/**
 * The statuses with which Django's decorators, mixins or functions refuse callers who haven't signed in or lack
 * permission; empty if everyone is let in.
 */
export function refusalsOf(view: Value): readonly number[] {
  if (view.kind === "function") return view.decorators.flatMap(ofOne);
  if (view.kind !== "class") return ofOne(view);
  const classes = librariesOf(view).flatMap(({ name }) => mixins.get(name) ?? []);
  const raisesException = raises(staticOf(view, "raise_exception"));
  return [...view.decorators.flatMap(ofOne), ...(raisesException && classes.length ? [403] : classes)];
}

/** Framework steps in front of a handler. If a view overrides one, that is not followed. */
const steps = ["initialize_request", "check_permissions", "check_throttles", "perform_authentication"].concat(
  "get_authenticators",
  "get_throttles",
);

/** Places where a view overrides such a step, has its own throttling, or is wrapped in a function of the program. */
export function changesOf(view: Value, action: string, m: Machine): readonly Place[] {
  if (view.kind !== "class") return [];
  const stepFunctions = steps.flatMap((name) => member(view, name)?.fn ?? []);
  const limits = items(staticOf(view, "throttle_classes")).flatMap((cls) =>
    cls.kind === "class" && member(cls, "allow_request") ? [cls.cls] : [],
  );
  const method = member(view, action);
  const decorators = [
    ...view.decorators,
    ...(method?.fn.decorators.map((decorator) => m.evaluate(decorator, method.owner.scope)) ?? []),
  ];
  const around = decorators.flatMap((value) =>
    value.kind === "external" && value.of?.name === "method_decorator"
      ? items(value.args?.list[0]).flatMap((fn) => (fn.kind === "function" ? [fn.fn] : []))
      : [],
  );
  return [...stepFunctions, ...limits, ...around];
}
