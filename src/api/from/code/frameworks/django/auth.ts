import { ancestry } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import type { Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { items, truth } from "../../evaluate/value.ts";
import { credentials } from "../observe.ts";
import { httpError } from "../statuses.ts";

/** What a view says of who may call it. */
export interface Access {
  readonly permissions: readonly Value[];
  readonly authentication: readonly Value[];
  readonly method: string;
}

const nameOf = (value: Value): string => {
  if (value.kind === "external") return value.args ? (value.of?.name ?? "") : value.name;
  if (value.kind === "const" && typeof value.value === "string") return value.value.split(".").at(-1) ?? "";
  if (value.kind === "class") return value.cls.name;
  return value.kind === "object" ? (value.cls?.cls.name ?? value.base?.name ?? "") : "";
};

/** Names of a class and of all that it extends. */
const lineage = (value: Value): readonly string[] => {
  const cls = value.kind === "object" ? value.cls : value.kind === "class" ? value : undefined;
  return cls ? ancestry(cls).map(nameOf) : [nameOf(value)];
};

/** The scheme of the first class, and what Django REST framework answers to those who are not signed in. */
export function schemeOf(authentication: readonly Value[]): readonly [string, number] {
  const [first] = authentication;
  if (!first) return ["cookie:sessionid", 403];
  const names = lineage(first).join(" ");
  if (/Session/.test(names)) return ["cookie:sessionid", 403];
  if (/Basic/.test(names)) return ["basic", 401];
  if (/Token|JWT|JSONWebToken|Bearer|OAuth|Knox/i.test(names) && !isOwn(first)) return ["bearer", 401];
  const cls = first.kind === "class" ? first : undefined;
  const hasHeader = cls
    ? ancestry(cls).some(
        (one) => one.kind === "class" && one.cls.methods.some(({ fn }) => fn.name === "authenticate_header"),
      )
    : true;
  return ["bearer", hasHeader ? 401 : 403];
}

/** The program's own class, that extends nothing which knows how to ask. */
const isOwn = (value: Value): boolean =>
  value.kind === "class" &&
  ancestry(value).every(
    (one) => one.kind !== "external" || one.name === "BaseAuthentication" || one.name === "object",
  );

const drf = (name: string): { kind: "external"; path: string; name: string } => ({
  kind: "external",
  path: `rest_framework.exceptions.${name}`,
  name,
});

function denied(access: Access, m: Machine): void {
  const [scheme, status] = schemeOf(access.authentication);
  credentials(m, scheme);
  const error = httpError(status, drf("NotAuthenticated"));
  if (m.run?.absent) m.raise(error);
  m.throws.push(error);
}

const forbidden = (m: Machine): void => void m.throws.push(httpError(403, drf("PermissionDenied")));

const safe = new Set(["get", "head", "options"]);

/** The permissions that the framework brings. */
function known(name: string, access: Access, m: Machine): boolean {
  switch (name) {
    case "AllowAny":
      return true;
    case "IsAuthenticated":
      denied(access, m);
      return true;
    case "IsAdminUser":
    case "DjangoModelPermissions":
    case "DjangoObjectPermissions":
      denied(access, m);
      forbidden(m);
      return true;
    case "IsAuthenticatedOrReadOnly":
      // reading is open, whoever asks
      if (!safe.has(access.method)) denied(access, m);
      return true;
    case "DjangoModelPermissionsOrAnonReadOnly":
      if (!safe.has(access.method)) {
        denied(access, m);
        forbidden(m);
      }
      return true;
    default:
      return false;
  }
}

/** Asks all permissions of a view; those of the program are run. */
export function permit(
  access: Access,
  on: { request: ObjectValue; view: Value; m: Machine },
): readonly Value[] {
  const { request, view, m } = on;
  const objects: Value[] = [];
  for (const permission of access.permissions.flatMap((one) => items(one))) {
    if (permission.kind === "either") continue;
    if (known(nameOf(permission), access, m)) continue;
    const instance = permission.kind === "class" ? m.construct(permission, args([])) : permission;
    if (instance.kind !== "object" || !instance.cls) continue;
    const chain = ancestry(instance.cls);
    const own = (name: string): boolean =>
      chain.some((one) => one.kind === "class" && one.cls.methods.some(({ fn }) => fn.name === name));
    if (own("has_object_permission")) objects.push(instance);
    if (!own("has_permission")) {
      for (const one of chain) if (one.kind === "external") known(one.name, access, m);
      continue;
    }
    const before = m.run?.identity;
    const allowed = truth(m.call(m.get(instance, "has_permission"), args([request, view])));
    if (allowed === true) continue;
    if (m.run?.absent && allowed === false) denied(access, m);
    if (m.run?.identity && !before) credentials(m, schemeOf(access.authentication)[0]);
    if (m.run?.identity)
      m.throws.push(httpError(schemeOf(access.authentication)[1], drf("NotAuthenticated")));
    forbidden(m);
  }
  return objects;
}

/** `super().has_permission(…)` of the framework's classes. */
export const hasPermission = (name: string, access: Access, m: Machine): Value => {
  known(name, access, m);
  return { kind: "const", value: true };
};

/** Asks the permissions on one object. */
export function permitObject(
  objects: readonly Value[],
  on: { request: ObjectValue; view: Value; m: Machine },
): void {
  for (const instance of objects) {
    const allowed = truth(
      on.m.call(
        on.m.get(instance, "has_object_permission"),
        args([on.request, on.view, { kind: "unknown" }]),
      ),
    );
    if (allowed !== true) forbidden(on.m);
  }
}
