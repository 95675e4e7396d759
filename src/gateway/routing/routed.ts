import {
  ApiError,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../../messages/index.ts";
import { answerOf, forwards, type CallContext, type Model, type ModelInfo } from "../../models/index.ts";
import { isFailure, pauseOf, type Plan, type Routes } from "./routes.ts";
import type { Target } from "./target.ts";

interface Asked {
  readonly request: MessagesRequest;
  readonly context: CallContext;
}

/** A model whose routes try their targets one after the other; every other name goes to `others`. */
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
    close: () => others.close(), // it holds the routes' upstreams too
    stream: (request, context) => ({
      async *[Symbol.asyncIterator]() {
        const planned = plan({ request, context });
        if (planned) yield* streamed(planned, { request, context });
        else yield* others.stream(request, context);
      },
    }),
    async answer(request, context): Promise<MessagesResponse> {
      const planned = plan({ request, context });
      if (!planned) return answerOf(others, request, context);
      return tried(planned, { request, context }, async (target, asked) => {
        const answer = await answerOf(target.source, asked, context);
        target.breaker.succeeded();
        return answer;
      });
    },
  };
}

/** Fails over before the first event alone: a stream is never continued by another. */
async function* streamed(plan: Plan, asked: Asked): AsyncGenerator<StreamEvent> {
  const { first, source, target } = await tried(plan, asked, async (tries, request) => {
    const events = tries.source.stream(request, asked.context)[Symbol.asyncIterator]();
    return { first: await events.next(), source: events, target: tries };
  });
  let isOver = false;
  try {
    for (let result = first; !result.done; result = await source.next()) yield result.value;
    isOver = true;
    target.breaker.succeeded();
  } catch (error) {
    isOver = true;
    fail(target, error, asked.context);
    throw error;
  } finally {
    if (!isOver) target.breaker.ended();
    if (!isOver) await source.return?.();
  }
}

/** The first outcome of a plan's targets that is none to fail over from. */
async function tried<T>(
  plan: Plan,
  { request, context }: Asked,
  ask: (target: Target, request: MessagesRequest) => Promise<T>,
): Promise<T> {
  let attempts = 0;
  for (let target = plan.first; ;) {
    const { upstream, model } = target;
    attempts++;
    if (context.trace) Object.assign(context.trace, { upstream, attempts, model });
    target.breaker.begin();
    try {
      return await ask(target, { ...request, model });
    } catch (error) {
      fail(target, error, context);
      const next = error instanceof ApiError && !context.signal.aborted ? plan.next(error) : undefined;
      if (!next) throw error;
      target = next;
    }
  }
}

function fail({ breaker }: Target, error: unknown, { signal }: CallContext): void {
  if (signal.aborted || !(error instanceof ApiError) || !isFailure(error)) breaker.ended();
  else
    breaker.failed(
      error.type === "rate_limit_error" || error.type === "overloaded_error" ? pauseOf(error) : undefined,
    );
}

const noneIfRouted =
  ({ names }: Routes) =>
  (error: unknown): readonly ModelInfo[] => {
    if (names.length > 0) return [];
    throw error;
  };

/** Under its own name, a route is as large as the smallest of its targets that can be asked. */
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
