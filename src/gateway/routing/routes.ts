import type { RouteConfig } from "../../config/index.ts";
import { inTable } from "../../lib/index.ts";
import type { ApiError, MessagesRequest } from "../../messages/index.ts";
import type { CallContext, Model } from "../../models/index.ts";
import { breaker, failing, isFailure, usual, type BreakerStatus } from "./breaker.ts";
import { answerCache } from "./cache.ts";
import { ordered } from "./order.ts";
import type { Target } from "./target.ts";

export interface RoutesOptions {
  readonly routes: Readonly<Record<string, RouteConfig>>;
  /** Upstreams by name, with guardrails applied. */
  readonly upstreams: ReadonlyMap<string, Model>;
  now(): number;
  random(): number;
}

/** The state of a target in this process: of a route, or of an upstream whose models are called by their own names. */
export interface TargetStatus extends Pick<Target, "upstream" | "weight">, BreakerStatus {
  readonly route: string | null;
  /** `null`: none is in use or failing. */
  readonly model: string | null;
}

/** The targets that one request tries in turn. */
export interface Plan {
  next(error: ApiError): Target | undefined;
  /** Another target of the same route, for a concurrent attempt. */
  spare(): Target | undefined;
  /** Milliseconds of silence before `spare` is called; undefined: never. */
  readonly hedge: number | undefined;
  readonly first: Target;
}

export type Routes = ReturnType<typeof openRoutes>;

export function openRoutes({ routes, upstreams, now, random }: RoutesOptions) {
  const targets = new Map(
    Object.entries(routes).map(([name, { targets: configured, breaker: shape }]) => [
      name,
      configured.flatMap(({ upstream, model, weight = 1 }): Target[] => {
        const source = upstreams.get(upstream);
        const { failures = usual.failures, seconds } = shape ?? {};
        const pause = seconds === undefined ? usual.pause : seconds * 1000;
        return source
          ? [{ upstream, model, weight, source, breaker: breaker({ failures, pause, now }) }]
          : [];
      }),
    ]),
  );
  const caches = new Map(
    Object.entries(routes).flatMap(([name, { cache }]) =>
      cache ? [[name, answerCache({ ...cache, now })] as const] : [],
    ),
  );
  const copies = (name: string): number => {
    const { hedge, fallbacks = {} } = inTable(routes, name) ?? {};
    return Math.max(hedge ? 2 : 1, ...Object.values(fallbacks).flat().map(copies));
  };
  const candidates = (name: string): readonly string[] => {
    const route = inTable(routes, name);
    if (!route) return [name];
    const next = Object.values(route.fallbacks ?? {}).flat();
    return [...(targets.get(name) ?? []).map(({ model }) => model), ...next.flatMap(candidates)];
  };
  return {
    names: Object.keys(routes),
    /** Every model that may answer a request for the name; the name itself if it isn't a route. */
    candidates,
    targets: (name: string): readonly Target[] => targets.get(name) ?? [],
    /** How many targets may be called concurrently for one request. */
    copies,
    cache: (name: string) => caches.get(name),
    /** Whether fallback routes exist for when all targets have failed. */
    hasFallbacks: (name: string) => Object.keys(inTable(routes, name)?.fallbacks ?? {}).length > 0,
    status: (): readonly TargetStatus[] =>
      [...targets].flatMap(([route, all]) =>
        all.map(({ upstream, model, weight, breaker: { status } }) => ({
          route,
          upstream,
          model,
          weight,
          ...status(),
        })),
      ),
    /** Throws ApiError (overloaded_error) if no target is available. */
    plan(name: string, request: MessagesRequest, { caller = "" }: CallContext): Plan | undefined {
      if (!targets.has(name)) return undefined;
      const session = (): string =>
        JSON.stringify([caller, request.metadata?.user_id ?? request.messages[0]?.content ?? ""]);
      const inOrder = (route: string): readonly Target[] =>
        ordered(inTable(routes, route) ?? {}, targets.get(route) ?? [], { session, random });
      return planOf(name, routes, inOrder);
    },
  };
}

/** @param inOrder the targets of a route, in the order in which this request tries them */
function planOf(
  name: string,
  routes: RoutesOptions["routes"],
  inOrder: (route: string) => readonly Target[],
): Plan {
  const skipped: Target[] = [];
  const pending: string[] = [];
  let route = name;
  let waiting = [...inOrder(name)];
  const spare = (): Target | undefined => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      if (target.breaker.wait() === 0) return target;
      skipped.push(target);
    }
    return undefined;
  };
  const next = (error: ApiError): Target | undefined => {
    if (!isFailure(error)) waiting = []; // the route's other targets would refuse the same request, too
    for (;;) {
      const target = spare();
      if (target) return target;
      const { fallbacks = {} } = inTable(routes, route) ?? {};
      pending.push(...(inTable(fallbacks, error.type) ?? inTable(fallbacks, "any") ?? []));
      const following = pending.shift();
      if (following === undefined) return undefined;
      route = following;
      waiting = [...inOrder(following)];
    }
  };
  const first = next(failing(name, 0));
  if (!first) throw failing(name, Math.min(...skipped.map((target) => target.breaker.wait())));
  return {
    first,
    next,
    spare,
    get hedge() {
      const { hedge } = inTable(routes, route) ?? {};
      return hedge && hedge.seconds * 1000;
    },
  };
}
