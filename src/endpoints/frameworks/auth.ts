import { unread } from "../evaluate/uses.ts";
import { patternOf } from "../evaluate/patterns.ts";
import { args } from "../evaluate/machine.ts";
import type { ExternalValue, Machine, Run, Value } from "../evaluate/types.ts";
import {
  constant,
  items,
  native,
  object,
  propOf,
  texts,
  truth,
  external,
  unknown,
} from "../evaluate/value.ts";

/** The path and method of a request. */
type Place = Pick<Run, "path" | "method">;

/** What a library's middleware does with a request, in particular without credentials. */
export interface Known {
  readonly level: "none" | "optional" | "required";
  readonly scheme?: string;
  readonly statuses: readonly number[];
  /** It checks a name and a password, or the result of another service's sign-in: from then on the caller is known. */
  readonly signsIn?: boolean;
  /** The name and the password are in the body. */
  readonly isLocal?: boolean;
  /** It only restores who has signed in; whether that matters is up to the endpoint. */
  readonly isKept?: boolean;
  /** The error it throws instead of answering. */
  readonly throws?: Value;
  /** Whether it skips a request, as in `unless({ path: ["/login"] })`. */
  exempts?(request: Place, m: Machine): boolean;
}

/** Whether a function of the program lets a request pass: `unless((ctx) => ctx.path === "/login")`. */
function isLet(fn: Value | undefined, { path, method }: Place, m: Machine): boolean {
  if (fn?.kind !== "function" || path === undefined) return false;
  const place = constant(path.replaceAll(/\{[^{}]*\}/g, "1"));
  const names = ["path", "url", "originalUrl"].map((name) => [name, place] as const);
  const request = object([...names, ["method", method ? constant(method.toUpperCase()) : unknown]]);
  request.rest = unknown;
  const is = truth(m.call(fn, args([request])));
  if (is === undefined) unread(m);
  return is !== false;
}

/** Reads the argument of `unless`: paths, patterns, `{ url, methods }`, methods or a custom function. */
function exempts(options: Value | undefined): NonNullable<Known["exempts"]> {
  const has = (list: readonly Value[], text: string | undefined): boolean =>
    text !== undefined &&
    list.flatMap((value) => texts(value)).some((item) => item.toLowerCase() === text.toLowerCase());
  const listOf = (value: Value | undefined): readonly Value[] =>
    value?.kind === "list" ? items(value) : value ? [value] : [];
  const custom = options?.kind === "function" ? options : propOf(options, "custom");
  const isBelowMount = truth(propOf(options, "useOriginalUrl") ?? constant(true)) !== true;
  return (place, m) => {
    if (isBelowMount) unread(m);
    return (
      isLet(custom, place, m) ||
      has(listOf(propOf(options, "method")), place.method) ||
      listOf(propOf(options, "path")).some((value) => {
        const methods = propOf(value, "methods");
        const url = propOf(value, "url") ?? value;
        const isThere = has([url], place.path) || matches(url, place.path);
        return isThere && (!methods || has(listOf(methods), place.method));
      })
    );
  };
}

/** Whether a path matches a pattern; patterns that could take too long are ignored. */
const matches = (pattern: Value, path: string | undefined): boolean =>
  path !== undefined && patternOf(pattern, path)?.test(path.replaceAll(/\{[^{}]*\}/g, "1")) === true;

const required = (scheme: string, statuses: readonly number[] = [401]): Known => ({
  level: "required",
  scheme,
  statuses,
});

/** The error that express-jwt and similar libraries pass to error handlers. */
const unauthorized: Value = {
  ...object([
    ["name", constant("UnauthorizedError")],
    ["status", constant(401)],
    ["statusCode", constant(401)],
    ["message", constant("No authorization token was found")],
  ]),
  base: external("express-jwt.UnauthorizedError"),
};

/** Names of external sign-in services. */
const providers =
  /google|github|gitlab|bitbucket|facebook|twitter|linkedin|apple|microsoft|azure|discord|spotify|slack|twitch|steam|weibo|wechat|weixin|^qq$|auth0|okta|oauth|oidc|openid|saml|^cas$/i;

function passport(call: ExternalValue, method?: string): Known {
  const names = items(call.args?.list[0]).flatMap((name) => texts(name));
  if (!names.length) return required("bearer");
  if (names.includes("anonymous")) return { level: "optional", scheme: "bearer", statuses: [] };
  // API keys (as in passport-localapikey) are no sign-in
  const isKey = names.some((name) => /api-?key/i.test(name));
  if (!isKey && names.some((name) => /local|ldap|login|signup|register|otp|magic/i.test(name)))
    return {
      level: "none",
      signsIn: true,
      isLocal: true,
      statuses: propOf(call.args?.list[1], "failureRedirect") ? [302] : [401, 400],
    };
  if (names.some((name) => /basic|digest/.test(name))) return required("basic");
  if (names.some((name) => /jwt|bearer|token|key/i.test(name))) return required("bearer");
  const options = call.args?.list[1];
  const isApi = truth(propOf(options, "session") ?? unknown) === false;
  // a POST carries a token that such a service has issued
  const isProvided = names.some((name) => providers.test(name));
  const isSent = method !== "post" && isProvided;
  // no session: each request is checked by a strategy of the program's own
  if (isApi && !isProvided) return required("bearer");
  return {
    level: "none",
    signsIn: true,
    statuses: [isApi && !isSent && !propOf(options, "failureRedirect") ? 401 : 302],
  };
}

function expressJwt(call: ExternalValue): Known {
  const isOptional = truth(propOf(call.args?.list[0], "credentialsRequired") ?? constant(true)) === false;
  return {
    level: isOptional ? "optional" : "required",
    scheme: "bearer",
    statuses: [],
    throws: unauthorized,
  };
}

const koaJwt = (call: ExternalValue): Known => {
  const isOptional = truth(propOf(call.args?.list[0], "passthrough") ?? constant(false)) === true;
  return { level: isOptional ? "optional" : "required", scheme: "bearer", statuses: isOptional ? [] : [401] };
};

type Rule = readonly [RegExp, (call: ExternalValue, method?: string) => Known];

/** Middleware by the path of its name in a library. */
const rules: readonly Rule[] = [
  [/^(?:koa-)?passport(?:\.default|\.\w+)?\.auth(?:enticate|orize)$/, passport],
  [
    /^(?:koa-)?passport(?:\.default)?\.session$|^passport\.\w+\.session$/,
    () => ({ level: "optional", scheme: "cookie:session", statuses: [], isKept: true }),
  ],
  [/^express-jwt(?:\.expressjwt|\.expressJwt|\.jwt)?$/, expressJwt],
  [/^koa-jwt(?:\.\w+)?$/, koaJwt],
  [/^hono\/(?:jwt|jwk)\.\w+$/, () => required("bearer")],
  // a header without a token is a bad request in this library
  [/^hono\/bearer-auth\.\w+$/, () => required("bearer", [400, 401])],
  [/^@hono\/auth-js\.verifyAuth$/, () => required("cookie:session")],
  [/^@hono\/stytch-auth\.\w+\.authenticateSession\w*$/, () => required("cookie:session")],
  [/^@hono\/stytch-auth\.\w+\.authenticateOAuth\w*$/, () => required("bearer")],
  [/^@hono\/firebase-auth\.verifyFirebaseAuth$/, () => required("bearer")],
  [/^@hono\/oidc-auth\.oidcAuthMiddleware$/, () => required("cookie:session", [302])],
  [/^hono\/basic-auth\.\w+$|^express-basic-auth$|^koa-basic-auth$/, () => required("basic")],
  [
    /^express-openid-connect\.requiresAuth$|^connect-ensure-login\.\w+$/,
    () => required("cookie:session", [302]),
  ],
  [/^express-oauth2-jwt-bearer\.auth$/, () => required("bearer")],
  [/^express-oauth2-jwt-bearer\.(?:requiredScopes|claim\w+)$/, () => required("bearer", [403])],
  [/^@clerk\/\w+\.(?:requireAuth|ClerkExpressRequireAuth)$/, () => required("bearer")],
  [/^@clerk\/\w+\.(?:clerkMiddleware|ClerkExpressWithAuth)$/, () => ({ level: "none", statuses: [] })],
  [/^firebase-admin.*verifyIdToken$/, () => required("bearer")],
];

/** A cache by path, as the same few names are looked up at every call. */
const ruled = new Map<string, Rule[1] | undefined>();

function ruleOf(path: string): Rule[1] | undefined {
  const known = ruled.get(path);
  if (known || ruled.has(path)) return known;
  if (ruled.size > 10_000) ruled.clear();
  const rule = rules.find(([pattern]) => pattern.test(path))?.[1];
  ruled.set(path, rule);
  return rule;
}

/** `guard.unless = require("express-unless")`: the guard of the program, which some requests don't go through. */
export const unlessOf = (guard: Value): Value =>
  native("unless", ({ list: [options] }) =>
    native("unless", (given, m) => {
      const next = given.list.findLast(({ kind }) => kind === "native");
      return next && m.run && exempts(options)(m.run, m) ? m.call(next, args([])) : m.call(guard, given);
    }),
  );

/** What a library's middleware does about credentials; `undefined` if it has nothing to do with them. */
export function knownAuth(value: ExternalValue, method?: string): Known | undefined {
  const factory = value.args ? value.of : value;
  if (!factory) return undefined;
  if (value.args && factory.name === "unless" && factory.of) {
    const known = knownAuth(factory.of, method);
    return known && { ...known, exempts: exempts(value.args.list[0]) };
  }
  return ruleOf(factory.path.replaceAll("()", ""))?.(value, method);
}
