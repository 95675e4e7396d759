import { args, Stop } from "../../evaluate/machine.ts";
import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, items, native, propOf, textOf, texts, unknown } from "../../evaluate/value.ts";
import { answer, credentials, hosted } from "../observe.ts";
import { goesOn, webRequest } from "../web.ts";
import { covers } from "./covers.ts";

const scheme = "cookie:session";

/** Whether a list of paths and patterns matches a path; `undefined` if a function decides. */
function isListed(value: Value | undefined, path: string): boolean | undefined {
  if (!value) return false;
  const all = items(value);
  if (all.some((item) => texts(item).some((pattern) => covers(pattern, path)))) return true;
  return all.every((item) => texts(item).length > 0) ? false : undefined;
}

/** `createRouteMatcher(["/dashboard(.*)"])`: a function that returns whether a request matches a path. */
export const clerkLibrary = ({ path }: ExternalValue, { list: [patterns] }: Args): Value | undefined =>
  /^@clerk\/nextjs\b.*\.createRouteMatcher$/.test(path)
    ? native("matcher", ({ list: [request] }, m) => {
        const place = request && textOf(m.get(m.get(request, "nextUrl"), "pathname"));
        const is = place === undefined ? undefined : isListed(patterns, place);
        return is === undefined ? unknown : constant(is);
      })
    : undefined;

/** The auth state that Clerk passes to functions: `auth.protect()`, `auth().userId`. */
const state = (): ObjectValue =>
  hosted(
    "clerk.auth",
    (name, _self, m) => {
      if (name === "protect") return native(name, () => protect(m));
      if (name === "redirectToSignIn") return native(name, () => (answer(m, 307), ended(m)));
      return name === "userId" || name === "sessionId" ? credentials(m, scheme) : unknown;
    },
    (_given, self) => self,
  );

function ended(m: Machine): never {
  if (m.run) m.run.isRefused = true;
  throw new Stop();
}

/** `auth.protect()`: requests for anything but a page are answered 404. */
function protect(m: Machine): Value {
  const who = credentials(m, scheme);
  answer(m, 404);
  return m.run?.absent ? ended(m) : who;
}

/** Clerk's older middleware: requires credentials unless the path is listed as public. */
function guarded(options: Value | undefined, path: string, m: Machine): boolean {
  const open = ["publicRoutes", "ignoredRoutes"].map((name) => isListed(propOf(options, name), path));
  if (open.some((is) => is !== false) || propOf(options, "afterAuth")) return true;
  credentials(m, scheme);
  answer(m, 401);
  return m.run?.absent !== true;
}

/** Runs Clerk's middleware. Returns whether the request goes on; `undefined` for any other middleware. */
export function clerk(
  fn: ExternalValue,
  { path, method }: { readonly path: string; readonly method: string },
  m: Machine,
): boolean | undefined {
  if (!fn.args || !/^@clerk\/nextjs\b/.test(fn.path)) return undefined;
  const [value] = fn.args.list;
  if (fn.of?.name === "authMiddleware") return guarded(value, path, m);
  if (fn.of?.name !== "clerkMiddleware") return undefined;
  if (value?.kind !== "function") return true;
  try {
    return goesOn(m.call(value, args([state(), webRequest(path, method), unknown])), m);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return false;
  }
}
