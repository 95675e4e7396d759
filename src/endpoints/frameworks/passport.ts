import { args } from "../evaluate/machine.ts";
import type { Args, ExternalValue, Machine, Value } from "../evaluate/types.ts";
import { each, items, propOf, textOf, texts } from "../evaluate/value.ts";
import { request } from "./express/http.ts";
import { newRun, observe } from "./observe.ts";

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
