import { inTable } from "../../../lib/index.ts";
import { ancestry } from "../../evaluate/classes.ts";
import type { ExternalValue, Machine, Value } from "../../evaluate/types.ts";
import { objectOf, shape } from "../../schema/kinds.ts";
import { formFields } from "../../schema/serializers.ts";
import type { Route, Verb } from "../contract.ts";
import { openRoute } from "./pages.ts";
import { settingOf } from "./settings.ts";

interface Account {
  readonly get: readonly number[];
  /** The fields of its form, if it has one: the form is shown again, or redirects. */
  readonly form?: keyof typeof formFields;
  /** Only for users who have signed in. */
  readonly isOwn?: boolean;
}

/** Django's own views for signing in and for passwords. */
const accounts: Readonly<Record<string, Account>> = {
  LoginView: { get: [200], form: "AuthenticationForm" },
  PasswordResetView: { get: [200], form: "PasswordResetForm" },
  PasswordResetDoneView: { get: [200] },
  // the token is moved to the session, and the caller is redirected to a URL without it
  PasswordResetConfirmView: { get: [200, 302], form: "SetPasswordForm" },
  PasswordResetCompleteView: { get: [200] },
  PasswordChangeView: { get: [200, 302], form: "PasswordChangeForm", isOwn: true },
  PasswordChangeDoneView: { get: [200, 302], isOwn: true },
};

interface Place {
  readonly path: string;
  readonly file: string;
  readonly at: number;
}

/**
 * Whether the project uses Django 5 or later, where signing out requires POST. The version is read from links to the
 * documentation.
 */
const isPosted = (texts: ReadonlyMap<string, string>): boolean =>
  [...texts.values()].some((text) => /docs\.djangoproject\.com\/en\/(?:[5-9]|\d\d)\./.test(text));

function signOut(
  view: ExternalValue,
  place: Place,
  { texts, m }: { readonly texts: ReadonlyMap<string, string>; readonly m: Machine },
): Route {
  const next = view.args?.named.get("next_page") ?? settingOf("LOGOUT_REDIRECT_URL", texts, m);
  return openRoute(isPosted(texts) ? "post" : "get", place, [next ? 302 : 200]);
}

/** The view of `django.contrib.auth` in a URL pattern, or the one that a class there extends. */
function accountOf(view: Value): ExternalValue | undefined {
  const cls = view.kind === "object" && view.host?.type === "django.view" ? view.props.get("%class") : view;
  const found = cls?.kind === "class" ? ancestry(cls).find((value) => value.kind === "external") : cls;
  return found?.kind === "external" ? found : undefined;
}

/**
 * The routes of `LoginView.as_view(template_name="a.html")` and similar views, or of classes that extend them;
 * `undefined` for any other view.
 */
export function accountRoutes(
  view: Value,
  place: Place,
  known: { readonly texts: ReadonlyMap<string, string>; readonly m: Machine },
): readonly Route[] | undefined {
  const base = accountOf(view);
  const name = base && /^django\.contrib\.auth\.views\.(\w+)(?:\.as_view\(\))?$/.exec(base.path)?.[1];
  if (base && name === "LogoutView") return [signOut(base, place, known)];
  const account = name === undefined ? undefined : inTable(accounts, name);
  if (!account) return undefined;
  const routeOf = (method: Verb, statuses: readonly number[]): Route => ({
    ...openRoute(method, place, statuses),
    ...(account.isOwn && { auth: { level: "required", schemes: ["cookie:sessionid"] } }),
  });
  const getRoute = routeOf("get", account.get);
  if (!account.form) return [getRoute];
  const fields = inTable(formFields, account.form) ?? [];
  const schema = objectOf(fields.map((field) => [field, shape({ type: "string" }, false)]));
  const body = { type: "application/x-www-form-urlencoded", schema };
  return [getRoute, { ...routeOf("post", [200, 302]), body }];
}
