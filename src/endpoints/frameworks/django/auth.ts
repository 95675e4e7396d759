import { actOn, atGate } from "../../evaluate/blame.ts";
import { ancestry, ownOf, librariesOf } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import type { ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { calledName, constant, external, items, native, truth, unknown } from "../../evaluate/value.ts";
import { doubt } from "../../evaluate/uses.ts";
import { credentials, newRun, observe } from "../observe.ts";
import { djangoRequest } from "./http.ts";
import { httpError } from "../statuses.ts";
import { inTable } from "../../../lib/index.ts";

/** A view's settings for authentication and permissions. */
export interface Access {
  readonly permissions: readonly Value[];
  readonly authentication: readonly Value[];
  readonly method: string;
}

const nameOf = (value: Value): string => {
  if (value.kind === "external") return calledName(value);
  if (value.kind === "const" && typeof value.value === "string") return value.value.split(".").at(-1) ?? "";
  if (value.kind === "class") return value.cls.name;
  return value.kind === "object" ? (value.cls?.cls.name ?? value.base?.name ?? "") : "";
};

/** The names of a class and its ancestors. */
const lineage = (value: Value): readonly string[] => {
  const cls = value.kind === "object" ? value.cls : value.kind === "class" ? value : undefined;
  return cls ? ancestry(cls).map(nameOf) : [nameOf(value)];
};

/**
 * How a view authenticates callers: all of its schemes, and the status of a refusal, which the first scheme determines.
 */
export interface Asked {
  readonly schemes: readonly string[];
  readonly refused: number;
}

export function askedBy(authentication: readonly Value[], m: Machine): Asked {
  const [first] = authentication;
  if (!first) return { schemes: ["cookie:sessionid"], refused: 403 };
  return {
    schemes: [...new Set(authentication.flatMap((value) => schemesOf(value, m)))],
    refused: hasHeader(first) ? 401 : 403,
  };
}

const known = (cls: Value): string | undefined => {
  const names = lineage(cls).join(" ");
  if (/Session/.test(names)) return "cookie:sessionid";
  if (/Basic/.test(names)) return "basic";
  return /Token|JWT|JSONWebToken|Bearer|OAuth|Knox/i.test(names) && !isOwn(cls) ? "bearer" : undefined;
};

const hasMethod = (cls: Value, name: string): boolean =>
  ownOf(cls).some((value) => value.cls.methods.some(({ fn }) => fn.name === name));

/** The schemes of an authentication class; a class of the program is called to see what it reads. */
function schemesOf(cls: Value, m: Machine): readonly string[] {
  const usual = [known(cls) ?? "bearer"];
  if (cls.kind !== "class" || !hasMethod(cls, "authenticate")) return usual;
  const cached = schemesByClass.get(cls);
  if (cached) return cached;
  const { schemes } = observe(m, newRun(false), () =>
    m.call(m.get(m.construct(cls, args([])), "authenticate"), args([djangoRequest("GET", [])])),
  ).run;
  const found = schemes.size ? [...schemes] : usual;
  schemesByClass.set(cls, found);
  return found;
}

/**
 * A member that an authentication class inherits from a library: `super().authenticate(request)`,
 * `self.get_header(request)`.
 */
export function authenticationMember(base: ExternalValue, name: string, m: Machine): Value | undefined {
  const scheme = known(base);
  if (scheme === undefined || (name !== "authenticate" && name !== "get_header")) return undefined;
  return native(name, () => {
    credentials(m, scheme);
    return unknown;
  });
}

const schemesByClass = new WeakMap<Value, readonly string[]>();

/** Calls a program's authentication class for a request without credentials, which it may refuse with an error. */
export function refuseStrangers(cls: Value, { method }: Access, m: Machine): void {
  if (cls.kind !== "class" || !hasMethod(cls, "authenticate") || !m.run) return;
  const asks = (): Value =>
    m.call(m.get(m.construct(cls, args([])), "authenticate"), args([djangoRequest(method, [])]));
  const { throws, value } = observe(m, newRun(true), asks);
  if (!throws.length) return;
  const [scheme = "bearer"] = schemesOf(cls, m);
  if (value) m.run.refusedAt ??= cls.cls;
  else credentials(m, scheme);
  if (!value && m.run.absent) m.raise(httpError(401, drf("AuthenticationFailed")));
}

/** Whether the class sends a WWW-Authenticate header, so that the framework answers 401. */
function hasHeader(cls: Value): boolean {
  const scheme = known(cls);
  if (scheme !== undefined) return scheme !== "cookie:sessionid";
  return cls.kind !== "class" || hasMethod(cls, "authenticate_header");
}

/** Whether it is a class of the program that extends no library's authentication. */
const isOwn = (value: Value): boolean =>
  value.kind === "class" &&
  librariesOf(value).every(({ name }) => name === "BaseAuthentication" || name === "object");

const drf = (name: string): ExternalValue => external(`rest_framework.exceptions.${name}`);

/** Reads credentials by each scheme of a view. */
function signIn(access: Access, m: Machine): Asked {
  const authentication = askedBy(access.authentication, m);
  for (const scheme of authentication.schemes) credentials(m, scheme);
  return authentication;
}

function denied(access: Access, m: Machine): void {
  const { refused } = signIn(access, m);
  const error = httpError(refused, drf("NotAuthenticated"));
  if (m.run?.absent) m.raise(error);
  m.throws.push(error);
}

const forbidden = (m: Machine): void => void m.throws.push(httpError(403, drf("PermissionDenied")));

const safe = new Set(["get", "head", "options"]);

/** What a permission asks of a caller: nothing, to sign in, or rights. */
type Need = "nothing" | "user" | "rights";

/** What the framework's permission classes ask; `reads`: of callers who only read. */
const needs: Readonly<Record<string, { readonly changes: Need; readonly reads?: Need }>> = {
  AllowAny: { changes: "nothing" },
  IsAuthenticated: { changes: "user" },
  IsAdminUser: { changes: "rights" },
  DjangoModelPermissions: { changes: "rights" },
  DjangoObjectPermissions: { changes: "rights" },
  IsAuthenticatedOrReadOnly: { changes: "user", reads: "nothing" },
  DjangoModelPermissionsOrAnonReadOnly: { changes: "rights", reads: "nothing" },
};

/** What a permission class of the framework asks, or an instance or the name of one; `undefined` for any other. */
function needOf(permission: Value, { method }: Access): Need | undefined {
  const path =
    permission.kind === "external"
      ? (permission.args ? permission.of : permission)?.path
      : permission.kind === "const" && String(permission.value);
  if (!path || !path.startsWith("rest_framework.permissions.")) return undefined;
  const need = inTable(needs, nameOf(permission));
  return (safe.has(method) ? need?.reads : undefined) ?? need?.changes;
}

/** Applies a permission class of the framework; false for any other. */
function knownPermission(permission: Value, access: Access, m: Machine): boolean {
  const need = needOf(permission, access);
  if (need === "user" || need === "rights") denied(access, m);
  if (need === "rights") forbidden(m);
  return need !== undefined;
}

/** Whether a caller who has signed in is let through. */
function forSomebody(asks: () => boolean | undefined, { run }: Machine): boolean {
  if (!run || run.absent) return false;
  run.isSomebody = true;
  try {
    return asks() === true;
  } finally {
    run.isSomebody = false;
  }
}

interface On {
  readonly request: ObjectValue;
  readonly view: Value;
  readonly m: Machine;
}

/** Base classes that let everyone through. */
const isBare = (value: Value): boolean =>
  value.kind === "external" &&
  /^(?:rest_framework\.permissions\.BasePermission|object|(?:abc\.)?ABC|.*Metaclass)$/.test(value.path);

/** Whether a permission lets a request pass; code that can't be read is noted. */
function lets(permission: Value, access: Access, { request, view, m }: On): boolean | undefined {
  const cls = permission.kind === "object" ? permission.cls : permission;
  if (cls?.kind === "class" && hasMethod(cls, "has_permission")) {
    const instance = permission.kind === "object" ? permission : m.construct(cls, args([]));
    return truth(m.call(m.get(instance, "has_permission"), args([request, view])));
  }
  const bases = cls?.kind === "class" ? ancestry(cls) : [permission];
  const unread = bases.filter((value) => !isBare(value) && !needOf(value, access));
  for (const value of unread) doubt(value, m, true);
  const need = bases.map((value) => needOf(value, access)).find((need) => need !== undefined);
  if (!need) return bases.some(isBare) ? true : undefined;
  if (need === "nothing") return true;
  return m.run?.absent ? false : m.run?.isSomebody && need === "user" ? true : undefined;
}

/** `A | B`: lets a request pass if one of them does. */
function anyOf(permissions: readonly Value[], access: Access, on: On): void {
  const { m } = on;
  const verdict = (value: Value): boolean | undefined => {
    const all = new Set(items(value).map((part) => lets(part, access, on)));
    return all.has(false) ? false : all.has(undefined) ? undefined : true;
  };
  const verdicts = new Set(permissions.map(verdict));
  if (verdicts.has(true)) {
    // `get_permissions` returns one of several lists, and nothing shows which
    if (verdicts.size > 1 && permissions.some(({ kind }) => kind === "list")) doubt(unknown, m, true);
    return;
  }
  if (m.run?.absent && !verdicts.has(undefined)) denied(access, m);
  const { refused } = signIn(access, m);
  m.throws.push(httpError(refused, drf("NotAuthenticated")));
  if (!forSomebody(() => permissions.some((permission) => verdict(permission) === true), m)) forbidden(m);
}

/** Checks all permissions of a view; those of the program are called. Returns those that also check objects. */
export function permit(access: Access, on: On): readonly Value[] {
  const { request, view, m } = on;
  const objects: Value[] = [];
  for (const permission of access.permissions.flatMap((permission) => items(permission))) {
    if (permission.kind === "either") {
      anyOf(permission.of, access, on);
      continue;
    }
    if (knownPermission(permission, access, m)) continue;
    const instance = permission.kind === "class" ? m.construct(permission, args([])) : permission;
    doubt(instance, m, true);
    if (instance.kind !== "object" || !instance.cls) continue;
    if (hasMethod(instance.cls, "has_object_permission")) objects.push(instance);
    if (!hasMethod(instance.cls, "has_permission")) {
      for (const value of librariesOf(instance.cls))
        if (!knownPermission(value, access, m) && !isBare(value)) doubt(value, m, true);
      continue;
    }
    const before = m.run?.identity;
    const asks = (): boolean | undefined =>
      truth(m.call(m.get(instance, "has_permission"), args([request, view])));
    const act = (allowed: boolean | undefined): void => {
      if (allowed === true) return;
      if (m.run?.absent && allowed === false) denied(access, m);
      if (m.run?.identity && !before) signIn(access, m);
      if (m.run?.identity)
        m.throws.push(httpError(askedBy(access.authentication, m).refused, drf("NotAuthenticated")));
      if (!m.run?.identity || !forSomebody(asks, m)) forbidden(m);
    };
    atGate(m, instance, () => actOn(m, asks, act));
  }
  return objects;
}

/** `super().has_permission(…)` of the framework's classes. */
export const hasPermission = (base: Value, access: Access, m: Machine): Value => {
  knownPermission(base, access, m);
  return constant(true);
};

/** Checks the permissions for one object. */
export function permitObject(objects: readonly Value[], on: On & { readonly access: Access }): void {
  const { access, request, view, m } = on;
  for (const instance of objects) {
    const asks = (): boolean | undefined =>
      truth(m.call(m.get(instance, "has_object_permission"), args([request, view, unknown])));
    const act = (allowed: boolean | undefined): void => {
      if (m.run?.absent && allowed === false) denied(access, m);
      if (allowed === true) return;
      // where the view itself is open, anonymous callers get the status for missing credentials
      if (m.run?.identity)
        m.throws.push(httpError(askedBy(access.authentication, m).refused, drf("NotAuthenticated")));
      forbidden(m);
    };
    atGate(m, instance, () => actOn(m, asks, act));
  }
}
