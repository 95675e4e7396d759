import { anyOf, remembered } from "../../lib/index.ts";
import { isAlike, isFrameworks, isUnread, passesOn } from "./known.ts";
import { transport } from "./blame.ts";
import { foreignError } from "./errors.ts";
import { running } from "./machine.ts";
import type { Args, FunctionValue, Host, Machine, Module, ObjectValue, Place, Value } from "./types.ts";
import { each, external } from "./value.ts";

/*
 * An endpoint is open only if all code between the server's entry and its answer was read completely. Unread code is
 * noted here: in the run if it handles a request; at startup, for everything that is served.
 */

/** Notes unread code, which may refuse requests. */
export function unread(m: Machine, place: Partial<Place> = m.place): void {
  if (m.run) m.run.doubts.push(place);
  else m.unread.push(place);
}

/** The place of a call; `undefined` if no code of the program makes it. */
const placeOf = (args: Args | undefined): Place | undefined =>
  args?.file ? { file: args.file, at: args.at } : undefined;

/** Notes something in front of a handler, unless it is known to treat every request alike. */
export function doubt(value: Value, m: Machine, isGuard = false): void {
  if (value.kind === "unknown") unread(m);
  if (value.kind === "either") for (const item of value.of) doubt(item, m, isGuard);
  if (value.kind === "external" && (isGuard || !passesOn(value.path))) unread(m, placeOf(value.args));
}

/** Whether some function in front of a handler is unknown, or only one of its alternatives is followed. */
export function isUnclear(value: Value, depth = 0): boolean {
  if (value.kind === "unknown" || depth > 6) return true;
  if (value.kind === "external")
    return (
      value.args?.list.some(
        (item) => item.kind === "unknown" || (item.kind === "list" && isUnclear(item, depth + 1)),
      ) === true && wraps.test(value.path)
    );
  if (value.kind === "either")
    return value.of.length > 1 && value.of.slice(1).some(({ kind }) => kind !== "const");
  if (value.kind !== "list") return false;
  return (
    value.rest !== undefined ||
    value.isLoose === true ||
    value.items.some((item) => isUnclear(item, depth + 1))
  );
}

/** Functions that only call their arguments. */
const wraps = /wrap|async|catch|compose|chain|handler|every|some|unless|except/i;

/** Functions that raise an error unless their argument holds. */
const asserts = /(?:^|[.-])(?:assert|invariant|ensure|enforce)(?![a-z])/i;

const isRequest = (value: Value): boolean =>
  value.kind === "object" && /\b(?:request|context|headers|cookies|session)$/.test(value.host?.type ?? "");

/** Whether a value may be credentials: a cookie, or a header with no known purpose. */
const isSecret = (value: Value): boolean =>
  value.kind === "input" &&
  (value.part === "cookie" || (value.part === "header" && !transport.test(value.path[0] ?? "")));

/** Whether a value is an application or a router, or holds one. */
const holdsServer = (value: Value, depth = 0): boolean =>
  value.kind === "either"
    ? value.of.some((item) => holdsServer(item, depth))
    : value.kind === "list"
      ? depth < 2 && value.items.some((item) => holdsServer(item, depth + 1))
      : value.kind === "object" &&
        (value.host?.knows !== undefined ||
          (depth < 2 &&
            !value.host &&
            !value.cls &&
            [...value.props.values()].some((item) => holdsServer(item, depth + 1))));

/** Functions that change or replace an object passed to them. */
const changes = /^(?:Object|Reflect|Proxy|Function|setattr)\b/;

/** Notes an unread function that is passed a request, possible credentials or an application. */
export function doubtHanded(callee: Value, args: Args, m: Machine): void {
  const path = callee.kind === "external" ? callee.path : undefined;
  const all = [...args.list, ...args.named.values()];
  if (!m.run) {
    const isKnown = path !== undefined && isAlike(path) && !changes.test(path);
    const isOpaque = [callee, ...all].flatMap(each).some(isFromPlugin);
    if (isOpaque || (!isKnown && all.some((value) => holdsServer(value) || isChanged(value, path))))
      unread(m, placeOf(args));
    return;
  }
  // calls by a framework are checked there; an error handler lets nobody in
  if (m.run.cause || !running.length) return;
  const isHanded = all.flatMap(each).some((value) => isRequest(value) || isSecret(value));
  const isAsked =
    m.run.reads.has("query") || [...(m.run.reads.get("header") ?? [])].some((name) => !transport.test(name));
  if ((isAsked && asserts.test(path ?? "")) || (isHanded && !(path !== undefined && isAlike(path))))
    unread(m, placeOf(args));
}

/** Notes unread code that is passed missing credentials: it may throw, which the program may catch. */
export function doubtUnpassed(path: string | undefined, args: Args, m: Machine): void {
  if (path === undefined || !isAlike(path)) m.throws.push(foreignError(placeOf(args) ?? m.place));
}

/** Whether a call changes a framework itself: `Object.defineProperty(express.request, …)`. */
const isChanged = (value: Value, path = ""): boolean =>
  changes.test(path) && value.kind === "external" && !value.args && isFrameworks(value.path);

/** Methods of streams and requests, and those that harmless middleware adds. */
const methods = new RegExp(
  `^${anyOf(
    "resume|pause|pipe|unpipe|read|unshift|iterator|destroy|on|once|off|setEncoding|accepts\\w*|is|get|header|range|set",
    "append|send|inspect|toJSON|flash|csrfToken|t|log|info|warn|error|debug|check\\w+|validate\\w*|sanitize\\w*|clone",
    "build_absolute_uri|get_full_path|get_full_path_info|get_host|get_port|is_secure|get_data|set_test_cookie|text|arrayBuffer|blob",
  )}$`,
);

/** Notes an unread method that something added to the request. */
export function doubtMethod(of: Value, name: string, m: Machine): void {
  if (of.kind === "object" && /\b(?:request|context)$/.test(of.host?.type ?? "") && !methods.test(name))
    unread(m);
}

/** Notes that the program may replace a framework's own member of an application. */
export function doubtSet(
  { host, cls }: ObjectValue,
  name: string,
  { value, m }: { value: Value; m: Machine },
): void {
  if (host?.knows && !cls && !host.knows.has(name) && mayRun(value)) unread(m);
}

/** Whether a value may be code. */
export const mayRun = (value: Value): boolean =>
  each(value).some(
    ({ kind, ...rest }) =>
      /^(?:function|class|native|unknown)$/.test(kind) || (kind === "external" && !("args" in rest)),
  );

/** Notes a name of a framework that isn't in the tables. */
export function doubtName(path: string, m: Machine): void {
  if (isUnread(path)) m.unread.push(m.place);
}

const unlisted = "application.";

/** Whether a value is what some plugin added to an application. */
export const isFromPlugin = (value: Value): boolean =>
  value.kind === "external" && value.path.startsWith(unlisted);

/** A member of an application that isn't in the tables: what some plugin added, which counts where it is used. */
export const unlistedMember = ({ host, cls, props }: ObjectValue, name: string): Value | undefined =>
  host?.knows && !cls && !props.has(name) && !host.knows.has(name)
    ? external(`${unlisted}${name}`)
    : undefined;

/** Notes arguments of a framework's constructor or method that aren't in the tables. */
export function noteUnknownArguments({ knows }: Pick<Host, "knows">, args: Args, m: Machine): void {
  const takes = knows?.takes;
  if (!takes) return;
  const isOdd = ([name, value]: readonly [string, Value]): boolean =>
    takes[name] === undefined || (takes[name] === "read" && isUnclear(value));
  if (args.open || [...args.named].some(isOdd)) unread(m, placeOf(args));
}

/** The names used in a piece of code. */
const namesIn = remembered((part: object): ReadonlySet<string> => {
  const found = new Set<string>();
  const walk = (item: unknown): void => {
    if (Array.isArray(item)) item.forEach(walk);
    else if (typeof item === "object" && item !== null) {
      if (
        "kind" in item &&
        "name" in item &&
        typeof item.name === "string" &&
        (item.kind === "name" || item.kind === "get")
      )
        found.add(item.name);
      Object.values(item).forEach(walk);
    }
  };
  walk(part);
  return found;
});

/** Notes a callback whose call can't be followed and that uses an application. */
export function doubtWaiting(fn: FunctionValue, m: Machine): void {
  if (m.run) return;
  const isServer = (name: string): boolean => {
    const value = m.lookup(name, fn.scope);
    return value !== undefined && holdsServer(value);
  };
  if ([...namesIn(fn.fn)].some(isServer)) unread(m, fn.fn);
}

/** Notes that a module which exports an application loads others by names that aren't known: they may change it. */
export function doubtLoaded({ scope, exports, imports }: Module, m: Machine): void {
  const module = scope.vars.get("module");
  const whole = module?.kind === "object" ? module.props.get("exports") : undefined;
  const named = [...imports.keys()].flatMap((key) => scope.vars.get(key.replace("%export ", "")) ?? []);
  const all = [...(whole ? [whole] : []), ...exports.props.values(), ...named];
  if (!m.run && all.some((value) => holdsServer(value))) unread(m);
}
