import type { Served } from "./service.ts";

const post = (path: string, statuses: readonly number[]): Served => ({
  method: "post",
  path,
  level: "required",
  statuses,
  fields: [],
});

const login = post("login/", [200, 401]);
const logout = post("logout/", [204, 401]);
const logoutAll = post("logoutall/", [204, 401]);

/** The module of URLs that django-rest-knox brings, and its views one by one. */
export const knox: Readonly<Record<string, readonly Served[]>> = {
  "knox.urls": [login, logout, logoutAll],
  "knox.views.LoginView": [login],
  "knox.views.LogoutView": [logout],
  "knox.views.LogoutAllView": [logoutAll],
};
