import { foreignError, ordinary } from "../evaluate/errors.ts";
import { isAbsent } from "../evaluate/external.ts";
import { args } from "../evaluate/machine.ts";
import type { Args, ExternalValue, Library, Machine, Value } from "../evaluate/types.ts";
import { constant, isMissing, nobody, nothing, result, someone, unknown } from "../evaluate/value.ts";
import { unread } from "../evaluate/uses.ts";
import { knownAuth, unlessOf } from "./auth.ts";
import { knownIn, uses } from "./outside.ts";
import { answer, credentials, hosted, looked } from "./observe.ts";

/** Functions of libraries that return the signed-in user, or nothing. */
const asks =
  /^(?:getServerSession|unstable_getServerSession|getServerAuthSession|getSession|auth|currentUser|getAuth|getToken|getUser|validateRequest|validateSession|getIronSession|getCurrentUser|getUserProfile|verifySession)$/;
const libraries =
  /next-auth|@auth\/|@clerk\/|better-auth|supabase|iron-session|@kinde|lucia|@workos|auth0|@hono\/(?:clerk|auth)|firebase|appwrite|stack/i;
/** Libraries that return an object with the user in it. */
const holders = /@clerk\/|supabase|@kinde|iron-session|lucia|appwrite|@workos/i;

const empty = (): Value => hosted("nobody", (name) => (name === "data" ? empty() : nobody));

/** Functions of libraries that may end a request. */
const ends = /^(?:protect|(?:require|ensure|assert|enforce)[A-Z]\w*)$/;

/** Functions that return whether somebody is signed in. */
const signInChecks = /^is(?:Authenticated|SignedIn|LoggedIn)$/;

function call(callee: ExternalValue, m: Machine): Value | undefined {
  if (!m.run || !libraries.test(callee.path)) return undefined;
  if (ends.test(callee.name)) unread(m);
  const isSignInCheck = signInChecks.test(callee.name);
  if (!isSignInCheck && !asks.test(callee.name)) return undefined;
  credentials(m, "cookie:session");
  if (isSignInCheck) return m.run.absent ? constant(false) : unknown;
  if (!m.run.absent) return someone;
  return holders.test(callee.path) && callee.name !== "currentUser" ? empty() : nobody;
}

/** `passport.authenticate(…)(req, res, next)`: reads credentials, then calls its callback or `next`. */
function authenticated(callee: ExternalValue, callArgs: Args, m: Machine): Value | undefined {
  // its callbacks are called for a request, not at creation
  const strategy = callee.args ? undefined : result(callee, callArgs);
  if (strategy && knownAuth(strategy)) return strategy;
  const known = callee.args && m.run ? knownIn(callee, m) : undefined;
  if (!known || !m.run) return undefined;
  for (const scheme of known.schemes) credentials(m, scheme);
  if (known.isLocal) for (const library of m.libraries) library.signsIn?.(m);
  const callback = callee.args?.list.find(({ kind }) => kind === "function");
  const next = callArgs.list.findLast(({ kind }) => kind === "native" || kind === "function");
  if (callback?.kind === "function") {
    const isNobody = m.run.absent && known.schemes.length > 0;
    const who = isNobody ? constant(false) : someone;
    // the reason for a failure; a strategy may also return details about a user
    const why = isNobody ? ordinary() : unknown;
    if (known.signsIn) m.run.isSignedIn = true;
    // older versions of koa-passport pass only the user
    return m.call(callback, args(callback.fn.params.length === 1 ? [who] : [constant(null), who, why]));
  }
  for (const status of known.statuses) answer(m, status);
  if (m.run.absent && known.level === "required") return nothing;
  return next ? m.call(next, args([])) : nothing;
}

const verifies =
  /^(?:jsonwebtoken|jose|jwt|fast-jwt|njwt|paseto|hono\/jwt|jwt_simple|authlib|itsdangerous|firebase[-_]admin)\b.*(?:verify\w*|decode\w*|loads|jwtVerify|jwtDecrypt)$/i;

/** A value that the program verifies as a token is a credential from then on. */
function verified(callee: ExternalValue, callArgs: Args, m: Machine): void {
  const [token] = callArgs.list;
  if (!m.run || token?.kind !== "input" || !verifies.test(callee.path)) return;
  if (token.part !== "cookie" && token.part !== "header") return;
  const name = `${token.part}:${token.path.join(".")}`;
  m.secrets.add(name);
  looked(m.run, m, name);
}

/** Whether the token to verify is missing. */
const isUnverified = (callee: ExternalValue, { list: [token] }: Args, m: Machine): boolean =>
  m.run?.absent === true &&
  token !== undefined &&
  (isMissing(token) || isAbsent(token)) &&
  verifies.test(callee.path);

/** What verifying a missing token returns: all of these libraries throw, unless the program passes a callback. */
const unverified = (callee: ExternalValue, { list }: Args, m: Machine): Value =>
  callee.path === "jsonwebtoken.decode" || list.some(({ kind }) => kind === "function")
    ? nobody
    : m.raise(foreignError());

/** The signed-in user, as libraries provide it. */
export const identity: Library = {
  member: ({ path }, name, self) =>
    name === "unless" && /^(?:express|koa)-unless\b/.test(path) ? unlessOf(self) : undefined,
  call(callee, callArgs, m) {
    uses(callee, callArgs, m);
    verified(callee, callArgs, m);
    if (isUnverified(callee, callArgs, m)) return unverified(callee, callArgs, m);
    return authenticated(callee, callArgs, m) ?? call(callee, m);
  },
};

const named = (text: string, option: string): string | undefined =>
  new RegExp(`\\b${option}\\s*:\\s*["'](\\w+(?:\\[\\w+\\])*)["']`).exec(text)?.[1];

/** The body fields that a project's local strategies read, according to their options. */
export function password(texts: ReadonlyMap<string, string>): Library {
  let fields: readonly string[] | undefined;
  const read = (): readonly string[] => {
    const sources = [...texts.values()].filter((text) => /["']passport-local["']/.test(text));
    const first = sources.find((text) => named(text, "usernameField"));
    return sources.length
      ? [named(first ?? "", "usernameField") ?? "username", named(first ?? "", "passwordField") ?? "password"]
      : [];
  };
  return {
    signsIn(m) {
      fields ??= read();
      // `user[email]` is a nested field
      for (const name of fields)
        m.read({ kind: "input", part: "body", path: name.split(/[[\]]+/).filter(Boolean) });
    },
  };
}
