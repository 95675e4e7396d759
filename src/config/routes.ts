import { inTable, nearest, type Place } from "../lib/index.ts";
import { integer, list, named, number, object, oneOf, text, truth, type Read } from "./fields.ts";
import type { Problem } from "./located.ts";

const target = object({ upstream: text, model: text, weight: number(0, 1000) }, ["upstream", "model"]);

/** Where requests for a model name are sent. */
const route = object(
  {
    targets: list(target),
    balance: oneOf("ordered", "weighted", "least_loaded"),
    sticky: truth,
    /** Other routes, by the type of the error of the last target; `any` stands for all other types. */
    fallbacks: named(list(text)),
    breaker: object({ failures: integer(1, 1000), seconds: number(0.1, 3600) }),
    /** A second target also gets the request after this many seconds without an answer. */
    hedge: object({ seconds: number(0.01, 600) }, ["seconds"]),
    /** Caches answers to equal requests, per caller or for all callers. */
    cache: object({ seconds: number(1, 2_592_000), entries: integer(1, 1_000_000), shared: truth }, [
      "seconds",
    ]),
  },
  ["targets"],
);
export const routes = named(route);
export type RouteConfig = Read<typeof route>;

/** Errors after which another target may succeed. */
export const failoverErrors = ["rate_limit_error", "overloaded_error", "api_error", "timeout_error"] as const;
/** Errors for which fallbacks can be configured. */
const fallbackErrors = [...failoverErrors, "request_too_large", "invalid_request_error", "any"];

/** Problems between sections: unknown upstreams and routes, and circular fallbacks. */
export function routeProblems(
  all: Readonly<Record<string, RouteConfig>>,
  known: { readonly upstreams: readonly string[]; readonly routes: readonly string[] },
): readonly Problem[] {
  const missing = (place: Place, name: string, names: readonly string[]): Problem[] =>
    names.includes(name) ? [] : [{ place, message: `${name} isn't there.`, fix: meant(name, names) }];
  return Object.entries(all).flatMap(([name, { place, targets, fallbacks = {}, hedge }]) => [
    ...(targets.length === 0
      ? [{ place, message: `routes.${name} has no targets.`, fix: "Give at least one." }]
      : []),
    ...(hedge && targets.length === 1
      ? [
          {
            place: hedge.place,
            message: `routes.${name} has no second target to hedge with.`,
            fix: "Give another, or remove hedge.",
          },
        ]
      : []),
    ...targets.flatMap((each) => missing(each.place, each.upstream, known.upstreams)),
    ...Object.keys(fallbacks).flatMap((error) => missing(place, error, fallbackErrors)),
    ...Object.values(fallbacks).flatMap((names) =>
      names.flatMap((each) => missing(place, each, known.routes)),
    ),
    ...(isCircular(name, all)
      ? [{ place, message: `The fallbacks of routes.${name} come back to it.`, fix: "Remove one of them." }]
      : []),
  ]);
}

function meant(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined
    ? `Use one of ${known.join(", ") || "those that you add"}.`
    : `Did you mean ${near}?`;
}

function isCircular(start: string, all: Readonly<Record<string, RouteConfig>>): boolean {
  const seen = new Set<string>();
  const waiting = [start];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    for (const next of Object.values(inTable(all, name)?.fallbacks ?? {}).flat()) {
      if (next === start) return true;
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  return false;
}
