import { isSmall } from "../../lib/index.ts";
import { eventsOf, collect, type MessagesRequest } from "../../messages/index.ts";
import { answerOf, guard, type CallContext, type Model } from "../../models/index.ts";
import { isCheap } from "../../schema/index.ts";
import type { Work } from "./pool.ts";

/**
 * Maximum characters of a request answered on the main thread, where a worker's overhead would cost more. With tools,
 * no text was found that takes more than 15 ms, or 3,000 steps per character.
 */
const most = { texts: 4096, tools: 2048 } as const;
/** Maximum milliseconds per character of a request with tools. */
const dearest = 15 / most.tools;
/** Maximum milliseconds for such responses per event loop turn; further ones go to worker threads. */
const perTurn = 15;

/** The built-in model, guarded, with its work done in worker threads. */
export function isolated(builtin: Model, work: Work): Model {
  const model = guard(builtin);
  const turn = new Turn();
  const events = (request: MessagesRequest, { betas, signal, client }: CallContext) =>
    work.run("answer", { request, ...(betas && { betas }) }, { signal, client });
  return {
    list: () => model.list(),
    guarded: true,
    async *stream(request, context) {
      const here = turn.do(request, () => answerOf(model, request, context));
      if (here) yield* eventsOf(await here);
      else yield* await events(request, context);
    },
    async answer(request, context) {
      const here = turn.do(request, () => answerOf(model, request, context));
      return here ?? collect(await events(request, context));
    },
    countTokens: (request) =>
      sizeOf(request) === undefined ? work.run("count", request) : model.countTokens(request),
    close: () => model.close(),
  };
}

/** Returns the characters of a small request whose search for values can't take long; undefined for others. */
export function sizeOf(request: MessagesRequest): number | undefined {
  const { tools = [], tool_choice: choice, output_config: output } = request;
  if (output?.format || choice?.type === "any" || choice?.type === "tool") return undefined;
  if (!isSmall(request)) return undefined;
  const size = JSON.stringify(request).length;
  if (size > (tools.length > 0 ? most.tools : most.texts)) return undefined;
  return tools.length === 0 || isCheap(JSON.stringify(tools)) ? size : undefined;
}

/** Budgets the time of a turn: each response reserves its maximum, and returns what it didn't use. */
class Turn {
  #left: number = perTurn;
  #ends: NodeJS.Immediate | undefined;

  /** Returns `undefined` if the request isn't small or the turn's budget doesn't allow it. */
  do<T>(request: MessagesRequest, answer: () => Promise<T>): Promise<T> | undefined {
    const size = sizeOf(request);
    if (size === undefined) return undefined;
    if (!request.tools?.length) return answer();
    const needs = size * dearest;
    if (needs > this.#left) return undefined;
    const turn = (this.#ends ??= setImmediate(() => {
      this.#ends = undefined;
      this.#left = perTurn;
    }));
    this.#left -= needs;
    const began = performance.now();
    return answer().finally(() => {
      if (turn === this.#ends) this.#left += needs - (performance.now() - began);
    });
  }
}
