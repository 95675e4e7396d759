import type { StreamEvent } from "../../messages/index.ts";
import { answerOf, passing, type CallContext, type Model } from "../../models/index.ts";
import { breaker, note, usual, watched, type Breaker } from "./breaker.ts";
import type { TargetStatus } from "./routes.ts";

/** Maximum number of models that are watched; callers may choose their names. */
const mostModels = 1000;

/**
 * Watches an upstream whose models are called by their own names, without a route, as long as they are in use or
 * failing. Nothing is held back: no other target could answer, and one caller's requests may be what it fails at.
 */
export function unrouted(upstream: string, source: Model, now: () => number) {
  const breakers = new Map<string, Breaker>();
  const enter = (model: string): Breaker => {
    const known = breakers.get(model) ?? breaker({ ...usual, now });
    if (breakers.size < mostModels) breakers.set(model, known);
    known.begin();
    return known;
  };
  const leave = (model: string): void => {
    if (breakers.get(model)?.isIdle()) breakers.delete(model);
  };
  const model: Model = {
    ...passing(source),
    ...(source.guarded && { guarded: source.guarded }),
    ...(source.invalidCalls && { invalidCalls: source.invalidCalls }),
    async *stream(request, context): AsyncGenerator<StreamEvent> {
      const entered = enter(request.model);
      try {
        yield* watched(entered, source.stream(request, context), context);
      } finally {
        leave(request.model);
      }
    },
    async answer(request, context: CallContext) {
      const entered = enter(request.model);
      try {
        const answer = await answerOf(source, request, context);
        entered.succeeded();
        return answer;
      } catch (error) {
        note(entered, error, context);
        throw error;
      } finally {
        leave(request.model);
      }
    },
  };
  const status = (): readonly TargetStatus[] => {
    const models = [...breakers].map(([name, each]) => ({ model: name, ...each.status(), wait_ms: 0 }));
    const none = { model: null, open_requests: 0, failures: 0, wait_ms: 0 };
    return (models.length > 0 ? models : [none]).map((each) => ({
      route: null,
      upstream,
      weight: 1,
      ...each,
    }));
  };
  return { model, status };
}
