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
      return here ?? collect(ReadableStream.from(await events(request, context)));
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
  const limit = tools.length > 0 ? most.tools : most.texts;
  const left = room(request, limit);
  return left >= 0 && (tools.length === 0 || isCheap(JSON.stringify(tools))) ? limit - left : undefined;
}

/** Subtracts a value's characters from `left`; negative as soon as it is too large. */
function room(value: unknown, left: number): number {
  if (typeof value === "string") return left - value.length;
  let rest = left - 4;
  if (typeof value !== "object" || value === null) return rest;
  for (const key in value) {
    if (rest < 0) return rest;
    rest = room(value[key as keyof typeof value], Array.isArray(value) ? rest : rest - key.length);
  }
  return rest;
}

/** Budgets the time of a turn: each response reserves its maximum, and returns what it didn't use. */
class Turn {
  #left: number = perTurn;
  #ends: NodeJS.Immediate | undefined;

  /** Returns undefined if the turn's budget doesn't allow it. */
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
