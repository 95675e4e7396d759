import type { Auth, Verb } from "../contract.ts";
import type { Served } from "./service.ts";

const to = (
  [method, path]: readonly [Verb, string],
  level: Auth["level"],
  statuses: readonly number[],
  fields: readonly string[] = [],
): Served => ({ method, path, level, statuses, fields });

const details = ["username", "first_name?", "last_name?"];
const own = (method: Verb): Served => ({
  ...to([method, "user/"], "required", [200, 400, 401], details),
  by: "USER_DETAILS_SERIALIZER",
});

const signedIn: readonly Served[] = [
  to(["post", "password/reset/"], "none", [200, 400], ["email"]),
  to(
    ["post", "password/reset/confirm/"],
    "none",
    [200, 400],
    ["new_password1", "new_password2", "uid", "token"],
  ),
  {
    ...to(["post", "login/"], "none", [200, 400], ["username?", "email?", "password"]),
    by: "LOGIN_SERIALIZER",
  },
  to(["post", "logout/"], "optional", [200]),
  to(["get", "user/"], "required", [200, 401]),
  own("put"),
  own("patch"),
  to(["post", "password/change/"], "required", [200, 400, 401], ["new_password1", "new_password2"]),
];

const registration = (...more: readonly Served[]): readonly Served[] => [
  {
    ...to(["post", ""], "none", [201, 400], ["username", "email?", "password1", "password2"]),
    by: "REGISTER_SERIALIZER",
  },
  to(["post", "verify-email/"], "none", [200, 400, 404], ["key"]),
  ...more,
];

const resend = to(["post", "resend-email/"], "none", [200, 400], ["email"]);

const at = (path: string): readonly Served[] => signedIn.filter((one) => one.path === path);
/** The views one by one, as a program's own module of URLs names them. */
const views = (library: string): readonly (readonly [string, readonly Served[]])[] => [
  [`${library}.views.LoginView`, at("login/")],
  [`${library}.views.LogoutView`, at("logout/")],
  [`${library}.views.UserDetailsView`, at("user/")],
  [`${library}.views.PasswordChangeView`, at("password/change/")],
  [`${library}.views.PasswordResetView`, at("password/reset/")],
  [`${library}.views.PasswordResetConfirmView`, at("password/reset/confirm/")],
  [`${library}.registration.views.RegisterView`, registration().slice(0, 1)],
  [`${library}.registration.views.VerifyEmailView`, registration().slice(1, 2)],
  [`${library}.registration.views.ResendEmailVerificationView`, [resend]],
  [
    `${library}.registration.views.SocialLoginView`,
    [to(["post", ""], "none", [200, 400], ["access_token?", "code?", "id_token?"])],
  ],
];

/** The modules of URLs that django-rest-auth brings, and dj-rest-auth after it. */
export const restAuth: Readonly<Record<string, readonly Served[]>> = {
  ...Object.fromEntries(["rest_auth", "dj_rest_auth"].flatMap(views)),
  "rest_auth.urls": signedIn,
  "rest_auth.registration.urls": registration(),
  "dj_rest_auth.urls": signedIn,
  "dj_rest_auth.registration.urls": registration(resend),
};
