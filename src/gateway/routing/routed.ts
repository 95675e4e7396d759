import { ApiError, eventsOf, type MessagesResponse, type StreamEvent } from "../../messages/index.ts";
import {
  answerOf,
  begun,
  forwards,
  type CallContext,
  type Model,
  type ModelInfo,
  type Trace,
} from "../../models/index.ts";
import { note, watched } from "./breaker.ts";
import { cachedAnswer, keeping } from "./cache.ts";
import { firstToAnswer, type Attempt } from "./hedge.ts";
import type { Plan, Routes } from "./routes.ts";
import type { Asked, Target } from "./target.ts";

/** A model whose routes try their targets in turn; all other names go to `others`. */
export function routed(others: Model, routes: Routes): Model {
  const plan = ({ request, context }: Asked): Plan | undefined =>
    routes.plan(request.model, request, context);
  return {
    list: async () => [...(await listRoutes(routes)), ...(await others.list().catch(noneIfRouted(routes)))],
    serves: (name) => routes.names.includes(name) || (others.serves?.(name) ?? false),
    forwards: async (name) => {
      const targets = routes.targets(name);
      if (targets.length === 0) return forwards(others, name);
      const all = await Promise.all(targets.map(({ source, model }) => forwards(source, model)));
      return routes.hasFallbacks(name) ? false : all.every(Boolean);
    },
    countTokens(request) {
      const [target] = routes.targets(request.model);
      return target
        ? target.source.countTokens({ ...request, model: target.model })
        : others.countTokens(request);
    },
    close: () => others.close(), // `others` owns the routes' upstreams, too
    stream: (request, context) => ({
      async *[Symbol.asyncIterator]() {
        const call = { request, context };
        const cache = routes.cache(request.model);
        const answer = cachedAnswer(cache, call);
        if (answer) return yield* eventsOf(answer);
        const planned = plan(call);
        if (planned) yield* keeping(cache, call, streamed(planned, call));
        else yield* others.stream(request, context);
      },
    }),
    async answer(request, context): Promise<MessagesResponse> {
      const call = { request, context };
      const cache = routes.cache(request.model);
      const before = cachedAnswer(cache, call);
      if (before) return before;
      const planned = plan(call);
      if (!planned) return answerOf(others, request, context);
      const { value, target } = await tried(planned, call, {
        ask: (tries, one) => answerOf(tries.source, one.request, one.context),
        drop: () => undefined,
      });
      target.breaker.succeeded();
      cache?.keep(call, value);
      return value;
    },
  };
}

/** Fails over only before the first event: no target continues another one's stream. */
async function* streamed(plan: Plan, call: Asked): AsyncGenerator<StreamEvent> {
  const { value, target } = await tried(plan, call, {
    ask: ({ source }, { request, context }) => begun(source.stream(request, context)),
    drop: (events) => void events[Symbol.asyncIterator]().return?.(),
  });
  yield* watched(target.breaker, value, call.context);
}

interface Way<T> {
  ask(target: Target, call: Asked): Promise<T>;
  /** Discards a result that came too late. */
  drop(value: T): void;
}
interface Tried<T> {
  readonly value: T;
  readonly target: Target;
}

/** Tries the plan's targets; returns the first response, or throws the first error that ends the plan. */
async function tried<T>(plan: Plan, call: Asked, way: Way<T>): Promise<Tried<T>> {
  const { signal, trace = { upstream: null, attempts: 0 } } = call.context;
  trace.attempts = 0;
  const record = ({ upstream, model }: Target): void => void Object.assign(trace, { upstream, model });
  const begun = <A>(target: Target, ask: (target: Target, modelCall: Asked, way: Way<T>) => A): A => {
    trace.attempts++;
    trace.upstreamRequestId = undefined;
    record(target);
    target.breaker.begin();
    return ask(target, call, way);
  };
  const hedged = (target: Target, wait: number): Promise<Tried<T>> =>
    firstToAnswer(begun(target, attempt), {
      wait,
      spare() {
        const spare = plan.spare();
        return spare && begun(spare, attempt);
      },
      beside(count) {
        // When the caller leaves, both attempts end; the count from before is kept.
        if (!signal.aborted) trace.abandoned = count;
      },
    });
  for (let target = plan.first; ;) {
    try {
      const { hedge } = plan;
      const done = await (hedge === undefined ? begun(target, alone) : hedged(target, hedge));
      record(done.target);
      return done;
    } catch (error) {
      const next = error instanceof ApiError && !signal.aborted ? plan.next(error) : undefined;
      if (!next) throw error;
      target = next;
    }
  }
}

async function alone<T>(target: Target, { request, context }: Asked, { ask }: Way<T>): Promise<Tried<T>> {
  try {
    return { value: await ask(target, { request: { ...request, model: target.model }, context }), target };
  } catch (error) {
    note(target.breaker, error, context);
    throw error;
  }
}

/** One of two concurrent attempts: its headers are sent only if it wins. */
function attempt<T>(target: Target, { request, context }: Asked, way: Way<T>): Attempt<Tried<T>> {
  const abort = new AbortController();
  const headers = new Map<string, string>();
  const trace: Trace = { upstream: null, attempts: 0 };
  const callContext: CallContext = {
    ...context,
    trace,
    signal: AbortSignal.any([context.signal, abort.signal]),
    header: (name, value) => void headers.set(name, value),
  };
  return {
    outcome: alone(target, { request, context: callContext }, way),
    won() {
      for (const [name, value] of headers) context.header?.(name, value);
      if (context.trace) context.trace.upstreamRequestId = trace.upstreamRequestId;
    },
    cancel: () => abort.abort(),
    lost({ value }) {
      target.breaker.ended();
      way.drop(value);
    },
  };
}

const noneIfRouted =
  ({ names }: Routes) =>
  (error: unknown): readonly ModelInfo[] => {
    if (names.length > 0) return [];
    throw error;
  };

/** Lists routes with the smallest context window of their targets that can be listed, or else 32,768. */
const listRoutes = (routes: Routes): Promise<readonly ModelInfo[]> =>
  Promise.all(
    routes.names.map(async (id) => {
      const lists = await Promise.allSettled(routes.targets(id).map(({ source }) => source.list()));
      const windows = routes.targets(id).flatMap(({ model }, i) => {
        const list = lists[i];
        const infos = list?.status === "fulfilled" ? list.value : [];
        return infos.filter((info) => info.id === model).map((info) => info.context_window);
      });
      return { id, display_name: id, context_window: windows.length > 0 ? Math.min(...windows) : 32_768 };
    }),
  );
