import { ancestry } from "../../evaluate/classes.ts";
import type { Value } from "../../evaluate/types.ts";

const guards =
  /^(?:login_required|permission_required|user_passes_test|staff_member_required|LoginRequiredMixin|PermissionRequiredMixin|UserPassesTestMixin)$/;

const isGuard = (one: Value): boolean =>
  one.kind === "external" &&
  (guards.test(one.args ? (one.of?.name ?? "") : one.name) ||
    (one.of?.name === "method_decorator" && (one.args?.list ?? []).some(isGuard)));

/** Whether people who aren't signed in are sent to where they can, by a decorator, a class or a call of Django. */
export const isSignedInOnly = (view: Value): boolean =>
  view.kind === "function"
    ? view.decorators.some(isGuard)
    : view.kind === "class"
      ? view.decorators.some(isGuard) || ancestry(view).some(isGuard)
      : isGuard(view);
