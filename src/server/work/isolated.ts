import { eventsOf, collect, type MessagesRequest } from "../../messages/index.ts";
import { answerOf, guard, type CallContext, type Model } from "../../models/index.ts";
import { isCheap } from "../../schema/index.ts";
import type { Work } from "./pool.ts";

/**
 * Characters of a request that is answered here: the way to a thread would take longer. With tools, no text was found that
 * takes more than 15 ms, or more than 3,000 steps a character.
 */
const most = { texts: 4096, tools: 2048 } as const;
/** Milliseconds for a character of a request with tools, at most. */
const dearest = 15 / most.tools;
/** Milliseconds that such answers may take in a turn of the event loop; what more there is to answer goes to threads. */
const perTurn = 15;

/** The built-in model, guarded, with its work done in threads. */
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

/** The characters of a request that is small, and that no search for values can take long for; else undefined. */
export function sizeOf(request: MessagesRequest): number | undefined {
  const { tools = [], tool_choice: choice, output_config: output, system, messages } = request;
  if (output?.format || choice?.type === "any" || choice?.type === "tool") return undefined;
  const limit = tools.length > 0 ? most.tools : most.texts;
  const left = room([system, messages, tools], limit);
  return left >= 0 && (tools.length === 0 || isCheap(JSON.stringify(tools))) ? limit - left : undefined;
}

/** What a value leaves of so many characters; negative as soon as it is too much. */
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

/** Shares the time of a turn: each answer takes what it may need at most, and gives back what it didn't need. */
class Turn {
  #left: number = perTurn;
  #ends: NodeJS.Immediate | undefined;

  /** Undefined where it is too much for this turn. */
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
