import type { ExternalValue, Machine, Value, Args } from "../evaluate/types.ts";
import { items, texts, external, each, propOf, textOf } from "../evaluate/value.ts";
import { knownAuth, type Known } from "./auth.ts";
import { doubt } from "../evaluate/uses.ts";
import { answer, looked, newRun, observe } from "./observe.ts";
import { httpError } from "./statuses.ts";
import { args } from "../evaluate/machine.ts";
import { request } from "./express/http.ts";

/** Where a program's strategies take their tokens from, by name. */
const strategies = new WeakMap<Machine, Map<string, readonly string[]>>();

/** Reads `ExtractJwt.fromHeader("x-token")`, several of them, or a function of the program that reads the request. */
function schemesFrom(from: Value | undefined, m: Machine, depth = 0): readonly string[] {
  if (!from || depth > 4) return [];
  if (from.kind === "either") return each(from).flatMap((value) => schemesFrom(value, m, depth + 1));
  if (from.kind === "function") {
    const { run } = observe(m, newRun(false), () => m.call(from, args([request("/")])));
    return [...run.schemes];
  }
  if (from.kind !== "external" || !from.args) return [];
  const [strategyNames] = from.args.list;
  switch (from.of?.name) {
    case "fromExtractors":
      return items(strategyNames).flatMap((item) => schemesFrom(item, m, depth + 1));
    case "fromHeader":
      return texts(strategyNames).map((name) => `header:${name}`);
    case "fromAuthHeaderAsBearerToken":
    case "fromAuthHeaderWithScheme":
    case "fromAuthHeader":
      return ["bearer"];
    default:
      return [];
  }
}

/** Notes where a strategy takes tokens from, according to its options. */
export function learn(name: string, options: Value | undefined, m: Machine): void {
  const schemes = schemesFrom(propOf(options, "jwtFromRequest"), m);
  const all = strategies.get(m) ?? new Map<string, readonly string[]>();
  strategies.set(m, all);
  if (schemes.length) all.set(name, [...new Set(schemes)]);
}

/** `passport.use("name", new JwtStrategy(options, verify))` */
export function uses(callee: ExternalValue, { list }: Args, m: Machine): void {
  const strategy = list.find(({ kind }) => kind === "external");
  if (
    callee.name !== "use" ||
    strategy?.kind !== "external" ||
    !/^passport-jwt\b/.test(strategy.of?.path ?? "")
  )
    return;
  learn(textOf(list[0]) ?? "jwt", strategy.args?.list[0], m);
}

/** The schemes of the named strategies, where known. */
export const schemesOf = (names: readonly string[], m: Machine): readonly string[] =>
  names.flatMap((name) => strategies.get(m)?.get(name) ?? []);

/** Middleware that refuses cross-site requests. */
const guards = /^(?:koa-csrf(?:\.default)?|csurf|@dr\.pogodin\/csurf|tiny-csrf|lusca\.csrf)$/;
const safe: ReadonlySet<string | undefined> = new Set(["get", "head", "options"]);

/** The error that such middleware throws if a request that changes something lacks its token. */
function forged(fn: ExternalValue, { run }: Machine): readonly Value[] {
  const factory = fn.args ? fn.of : undefined;
  if (!factory || !run || safe.has(run.method) || !guards.test(factory.path)) return [];
  return [httpError(403, external(`${factory.path}.ForbiddenError`))];
}

interface Asked extends Known {
  /** How it reads credentials: for Passport, as the program's strategies do. */
  readonly schemes: readonly string[];
}

/** What a library's middleware does. For Passport, that depends on the program's strategies. */
export function knownIn(fn: ExternalValue, m: Machine): Asked | undefined {
  const known = knownAuth(fn, m.run?.method);
  if (!known) return undefined;
  const isPassport = (fn.args ? fn.of?.name : undefined) === "authenticate";
  const schemes = isPassport
    ? schemesOf(
        items(fn.args?.list[0]).flatMap((item) => texts(item)),
        m,
      )
    : [];
  if (!schemes.length || known.level === "optional")
    return { ...known, schemes: known.scheme === undefined ? [] : [known.scheme] };
  return { level: "required", statuses: [401], schemes };
}

/** Applies a library's middleware to a request. Returns whether the request goes on, and the errors thrown. */
export function outside(
  fn: Value & { kind: "external" },
  m: Machine,
): { readonly passes: boolean; readonly throws: readonly Value[] } {
  const known = knownIn(fn, m);
  const { run } = m;
  if (!known) {
    for (const library of m.libraries) library.middleware?.(fn, m);
    doubt(fn, m);
    return { passes: true, throws: forged(fn, m) };
  }
  if (!run || known.exempts?.(run, m)) return { passes: true, throws: [] };
  for (const scheme of known.schemes)
    if (known.isKept) run.schemes.add(scheme);
    else looked(run, m, scheme);
  if (known.signsIn) run.isSignedIn = true;
  if (known.isLocal) for (const library of m.libraries) library.signsIn?.(m);
  for (const status of known.statuses) answer(m, status);
  const isRequired = known.level === "required";
  return {
    passes: !(run.absent && isRequired),
    throws: known.throws && isRequired ? [known.throws] : [],
  };
}
