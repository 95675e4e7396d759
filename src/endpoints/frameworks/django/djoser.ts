import type { Served } from "./service.ts";
import type { Verb } from "../contract.ts";

const served = (
  [method, path]: readonly [Verb, string],
  required: boolean,
  statuses: readonly number[],
  fields: readonly string[] = [],
): Served => ({ method, path, level: required ? "required" : "none", statuses, fields });
const open = (path: string, statuses: readonly number[], fields: readonly string[]): Served =>
  served(["post", path], false, statuses, fields);
const own = (path: string, by: string): readonly Served[] => {
  const isOne = path.includes("<");
  const gone = isOne ? [404] : [];
  return [
    served(["get", path], true, [200, 401, ...gone]),
    { ...served(["put", path], true, [200, 400, 401, ...gone], ["%required"]), by },
    { ...served(["patch", path], true, [200, 400, 401, ...gone], ["%required"]), by },
    served(["delete", path], true, [204, 400, 401, ...gone], ["current_password"]),
  ];
};

const register: Served = {
  ...open("users/", [201, 400], ["%required", "%user", "password"]),
  by: "user_create",
};

const users: readonly Served[] = [
  served(["get", "users/"], true, [200, 401]),
  register,
  ...own("users/me/", "current_user"),
  open("users/activation/", [204, 400, 403], ["uid", "token"]),
  open("users/resend_activation/", [204, 400], ["email"]),
  served(["post", "users/set_password/"], true, [204, 400, 401], ["new_password", "current_password"]),
  open("users/reset_password/", [204, 400], ["email"]),
  open("users/reset_password_confirm/", [204, 400], ["uid", "token", "new_password"]),
  served(["post", "users/set_%user/"], true, [204, 400, 401], ["new_%user", "current_password"]),
  open("users/reset_%user/", [204, 400], ["email"]),
  open("users/reset_%user_confirm/", [204, 400], ["uid", "token", "new_%user"]),
  ...own("users/<id>/", "user"),
];

const signOut = served(["post", "token/logout/"], true, [204, 401]);
const signIn = open("token/login/", [200, 400], ["%user", "password"]);

/** Views one by one, as a program's own module of URLs names them; most are those of its version 1. */
const views: Readonly<Record<string, Served>> = {
  TokenCreateView: signIn,
  TokenDestroyView: signOut,
  LoginView: signIn,
  LogoutView: signOut,
  RegistrationView: register,
  UserCreateView: register,
  ActivationView: open("", [204, 400], ["uid", "token"]),
  SetPasswordView: served(["post", ""], true, [204, 400, 401], ["new_password", "current_password"]),
  PasswordResetView: open("", [204, 400], ["email"]),
  PasswordResetConfirmView: open("", [204, 400], ["uid", "token", "new_password"]),
};

/** The modules of URLs that djoser brings, as its version 2 serves them, and its views. */
export const djoser: Readonly<Record<string, readonly Served[]>> = {
  ...Object.fromEntries(Object.entries(views).map(([name, one]) => [`djoser.views.${name}`, [one]])),
  "djoser.urls": users,
  "djoser.urls.base": users,
  "djoser.urls.jwt": [
    open("jwt/create/", [200, 400, 401], ["%user", "password"]),
    open("jwt/refresh/", [200, 400, 401], ["refresh"]),
    open("jwt/verify/", [200, 400, 401], ["token"]),
  ],
  "djoser.urls.authtoken": [signIn, signOut],
};
