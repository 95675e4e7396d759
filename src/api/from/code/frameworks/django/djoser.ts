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
    { ...served(["put", path], true, [200, 400, 401, ...gone], ["%user"]), by },
    { ...served(["patch", path], true, [200, 400, 401, ...gone], ["%user"]), by },
    served(["delete", path], true, [204, 400, 401, ...gone], ["current_password"]),
  ];
};

const users: readonly Served[] = [
  served(["get", "users/"], true, [200, 401]),
  { ...open("users/", [201, 400], ["%user", "password"]), by: "user_create" },
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

/** The modules of URLs that djoser brings, as its version 2 serves them. */
export const djoser: Readonly<Record<string, readonly Served[]>> = {
  "djoser.urls": users,
  "djoser.urls.base": users,
  "djoser.urls.jwt": [
    open("jwt/create/", [200, 400, 401], ["%user", "password"]),
    open("jwt/refresh/", [200, 400, 401], ["refresh"]),
    open("jwt/verify/", [200, 400, 401], ["token"]),
  ],
  "djoser.urls.authtoken": [
    open("token/login/", [200, 400], ["%user", "password"]),
    served(["post", "token/logout/"], true, [204, 401]),
  ],
};
