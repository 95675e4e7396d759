import { ApiError, type ToolUseBlock } from "../messages/index.ts";
import { actor } from "./act.ts";
import { asker } from "./ask.ts";
import { budget } from "./budget.ts";
import { conversation } from "./conversation.ts";
import { LoopError } from "./error.ts";
import { settle, type LoopOptions, type Outcome } from "./options.ts";
import { history } from "./past.ts";
import { stepper } from "./step.ts";
import { afterStop } from "./stops.ts";

/**
 * Runs a conversation with a model until the model ends its turn: sends the request, runs the calls of the answer
 * concurrently, sends all results in one user message in call order, and repeats. If the conversation already ends with
 * pending calls, the loop starts by running them.
 *
 * Resolves with the stop reason, the whole conversation (valid to send again: every call has its result, unless calls
 * wait for approval) and the usage of all requests. A failing, unknown, late, refused or wrongly called tool becomes an
 * error result for the model. A limit or an abort is an outcome. Rejects with LoopError (its cause is the ApiError) if
 * the model can't be reached after retries, and with whatever `on` and the other hooks throw.
 */
export async function loop(options: LoopOptions): Promise<Outcome> {
  const settings = settle(options);
  const talk = conversation(options.request.messages);
  const spending = budget(settings);
  const past = history(settings.past);
  const ask = asker(settings, spending, past);
  const act = actor(settings, spending.signal, past);
  const prepare = stepper(settings, talk);
  try {
    let calls = talk.open();
    let { tools } = settings;
    for (let turn = 0; turn < settings.limits.iterations || calls.length > 0; turn++) {
      if (calls.length > 0) {
        const acted = await act(calls, tools);
        if ("pending" in acted) return talk.waiting(acted.pending);
        talk.results(acted.results);
      }
      if (spending.spent(talk.usage) !== undefined || turn >= settings.limits.iterations) break;
      const step = await prepare(turn);
      tools = step.tools ?? settings.tools;
      const response = await ask(talk.messages, turn, step);
      talk.answer(response);
      const next = afterStop[response.stop_reason];
      calls = response.content.filter((block): block is ToolUseBlock => block.type === "tool_use");
      if (next === "again" || (next === "act" && calls.length > 0)) continue;
      const final = await settings.form?.read(response);
      if (final === undefined || "output" in final || response.stop_reason !== "end_turn")
        return { ...talk.outcome(response.stop_reason), ...(final && "output" in final && final) };
      talk.say(
        `The answer does not have the wanted form: ${final.problem}. Answer again with nothing but that JSON.`,
      );
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
