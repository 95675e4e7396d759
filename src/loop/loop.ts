import { ApiError, type ToolUseBlock } from "../messages/index.ts";
import { actor } from "./act.ts";
import { asker } from "./ask.ts";
import { budget } from "./budget.ts";
import { conversation } from "./conversation.ts";
import { LoopError } from "./error.ts";
import { settle, type LoopOptions, type Outcome } from "./options.ts";
import { history } from "./past.ts";
import { afterStop } from "./stops.ts";

/**
 * Holds a conversation with a model until it ends its turn: asks, runs every call of the answer side by side,
 * answers all of them in one user message in the order of the calls, asks again.
 *
 * Resolves with how it stopped, the whole conversation (valid to send on: every call has its result) and the
 * usage of all requests. A failing, unknown, late or wrongly called tool is an error result for the model.
 * A cap or an abort is an outcome. Rejects with LoopError (its cause is the ApiError) when the model can't be
 * reached after retries, and with whatever `on` throws.
 */
export async function loop(options: LoopOptions): Promise<Outcome> {
  const settings = settle(options);
  const talk = conversation(options.request.messages);
  const spending = budget(settings);
  const past = history(settings.past);
  const ask = asker(settings, spending, past);
  const act = actor(settings, spending.signal, past);
  try {
    for (let turn = 0; turn < settings.limits.iterations; turn++) {
      if (spending.spent(talk.usage) !== undefined) break;
      const response = await ask(talk.messages, turn);
      talk.answer(response);
      const next = afterStop[response.stop_reason];
      const calls = response.content.filter((block): block is ToolUseBlock => block.type === "tool_use");
      if (next === "finish" || (next === "act" && calls.length === 0)) {
        return talk.outcome(response.stop_reason);
      }
      talk.results(await act(calls));
    }
    return talk.outcome(spending.spent(talk.usage) ?? "iterations");
  } catch (error) {
    await settings.emit();
    const stopped = spending.cut();
    if (stopped !== undefined) return talk.outcome(stopped);
    throw error instanceof ApiError ? new LoopError(error, talk) : error;
  } finally {
    spending.close();
  }
}
