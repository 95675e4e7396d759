import { librariesOf, staticOf } from "../../evaluate/classes.ts";
import { named, inTable } from "../../../lib/index.ts";
import type { JsonSchema } from "../../../schema/index.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, external, isMissing, native, unknown } from "../../evaluate/value.ts";
import { objectOf, schemaValue, shape } from "../../schema/kinds.ts";
import type { Route, Verb } from "../contract.ts";
import { invalid, response } from "./http.ts";
import { openRoute, pageRoutes } from "./pages.ts";
import { args } from "../../evaluate/machine.ts";
import { input } from "../observe.ts";
import { httpError } from "../statuses.ts";
import { formFields } from "../../schema/serializers.ts";
import { settingOf } from "./listing.ts";

interface Bundled {
  readonly fields: readonly string[];
  readonly statuses: readonly number[];
}

/** Placeholder for the user name field, which the program's user model may rename. */
const user = "%user";
const signIn: Bundled = { fields: [user, "password"], statuses: [200, 400, 401] };
const oldSignIn: Bundled = { fields: [user, "password"], statuses: [200, 400] };
const oneToken: Bundled = { fields: ["token"], statuses: [200, 400] };

/** Views of libraries, which accept POST with these fields. */
const views: Readonly<Record<string, Bundled>> = {
  ...named("TokenObtainPairView TokenObtainSlidingView token_obtain_pair", signIn),
  ...named("TokenRefreshView TokenBlacklistView token_refresh", {
    fields: ["refresh"],
    statuses: [200, 400, 401],
  }),
  ...named("TokenRefreshSlidingView TokenVerifyView token_verify", {
    fields: ["token"],
    statuses: [200, 400, 401],
  }),
  ...named("ObtainAuthToken obtain_auth_token", { fields: ["username", "password"], statuses: [200, 400] }),
  ...named("ObtainJSONWebTokenView ObtainJSONWebToken obtain_jwt_token", oldSignIn),
  ...named("RefreshJSONWebTokenView RefreshJSONWebToken refresh_jwt_token", oneToken),
  ...named("VerifyJSONWebTokenView VerifyJSONWebToken verify_jwt_token", oneToken),
  JSONWebTokenAPIView: { fields: [], statuses: [200, 400] },
};

const knownAs = (name: string): Bundled | undefined => inTable(views, name);

/** The library's view that a class of the program extends. */
export const bundledBase = (cls: ClassValue): Bundled | undefined =>
  librariesOf(cls)
    .map(({ name }) => knownAs(name))
    .find((item) => item !== undefined);

/** Whether a class extends a library's view that is open to everyone, whatever the settings say about other views. */
export const isOpenToAll = (cls: ClassValue): boolean => bundledBase(cls) !== undefined;

const fieldsOf = ({ fields }: Bundled, userField: string): readonly string[] =>
  fields.map((field) => (field === user ? userField : field));

/** The name of the user name field in the program's user model. */
export function userFieldOf(texts: ReadonlyMap<string, string>): string {
  for (const [path, text] of texts) {
    const found = path.endsWith(".py")
      ? /^[ \t]+USERNAME_FIELD\s*=\s*["'](\w+)["']/m.exec(text)?.[1]
      : undefined;
    if (found !== undefined) return found;
  }
  return "username";
}

/** Reads the body by the program's own serializer. */
function checkedBy(cls: ClassValue, m: Machine): void {
  const form = m.construct(cls, args([], [["data", input("body")]]));
  m.call(m.get(form, "is_valid"), args([], [["raise_exception", constant(true)]]));
}

/** Whether the program's serializer extends the library's, and so accepts its fields as well. */
const takesMore = (cls: ClassValue): boolean => librariesOf(cls).some(({ path }) => /Token|Auth/.test(path));

/** `post()` of a library's view, for a class that extends it. */
export function bundledPost(base: ExternalValue, self: ObjectValue, m: Machine): Value | undefined {
  const known = knownAs(base.name);
  if (!known) return undefined;
  return native("post", (callArgs) => {
    const userField = self.props.get("%user");
    const called = userField?.kind === "const" ? String(userField.value) : "username";
    const serializer = self.cls && staticOf(self.cls, "serializer_class");
    const value = serializer?.kind === "class" ? serializer : undefined;
    if (value) checkedBy(value, m);
    const fields = value && !takesMore(value) ? [] : fieldsOf(known, called);
    const sentFields = fields.filter(
      (field) => !value || !isMissing(staticOf(value, bare(field)) ?? unknown),
    );
    if (sentFields.length)
      m.run?.checked.push({ part: "body", path: [], schema: schemaValue(bodyOf(sentFields)) });
    for (const status of known.statuses)
      if (status === 400) m.throws.push(invalid());
      else if (status > 400) m.throws.push(httpError(status, refused));
    const create = self.cls && member(self.cls, "create");
    if (create) return m.call(m.get(self, "create"), callArgs);
    return response(known.statuses.find((status) => status < 300) ?? 200);
  });
}

const bare = (field: string): string => field.replace("?", "");
const bodyOf = (fields: readonly string[]): JsonSchema =>
  objectOf(fields.map((field) => [bare(field), shape({ type: "string" }, field.endsWith("?"))]));

const refused: ExternalValue = external("rest_framework.exceptions.AuthenticationFailed");

/** The routes of a library's view; `undefined` for a view of the program. */
export function bundled(
  view: Value,
  { path, file, at, userField }: { path: string; file: string; at: number; userField: string },
): readonly Route[] | undefined {
  if (view.kind !== "external") return undefined;
  const name = view.path.split(".").find((part) => Object.hasOwn(views, part.replace(/\(\)$/, "")));
  const known = name === undefined ? undefined : knownAs(name.replace(/\(\)$/, ""));
  if (!known) {
    const page = pageRoutes(view, { path, file, at });
    if (page) return page;
    return view.args?.list.some(({ kind }) => kind === "function" || kind === "object") ? undefined : [];
  }
  return [
    {
      ...openRoute("post", { path, file, at }, known.statuses),
      body: { type: "application/json", schema: bodyOf(fieldsOf(known, userField)) },
    },
  ];
}

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
  return cls && librariesOf(cls)[0];
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
