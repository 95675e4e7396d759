import { isCut, type MessagesRequest, type StreamEvent } from "../../messages/index.ts";
import type { CallContext, Model } from "../model.ts";
import { askAgain } from "./again.ts";
import { attempt, isWanting } from "./attempt.ts";
import type { Judge } from "./judge.ts";
import { mender } from "./mend.ts";
import { passage } from "./passage.ts";

/**
 * The model's answer with its calls repaired. Text streams immediately; a call is held until it is complete, and is
 * sent with its original events if nothing is wrong with it.
 */
export async function* repaired(
  model: Pick<Model, "stream" | "invalidCalls">,
  request: MessagesRequest,
  { context, judge }: { readonly context: CallContext; readonly judge: Judge },
): AsyncIterable<StreamEvent> {
  const invalid = model.invalidCalls && invalidCalls(request, context);
  const mend = mender(request, { judge, context, passOn: invalid?.add });
  const answer = attempt(mend);
  const pass = passage(answer);
  for await (const event of model.stream(request, context)) {
    if (event.type !== "message_delta") {
      yield* await pass.take(event);
      continue;
    }
    const wasCut = isCut(event.delta.stop_reason); // then the model isn't asked again
    yield* await pass.settle(wasCut);
    if (wasCut) {
      yield event;
      continue;
    }
    let { usage } = event;
    let more = 0;
    if (isWanting(request, answer)) {
      const spent = pass.usage(event.usage, { input_tokens: 0, output_tokens: 0 });
      const correction = await askAgain({ model, request, context, mend, spent }, answer);
      for (const block of correction.blocks) yield* pass.append(block);
      more = correction.blocks.filter(({ type }) => type === "tool_use").length;
      usage = pass.usage(event.usage, correction.usage);
    }
    invalid?.end();
    yield ending(event, answer.accepted.length + more, usage);
  }
}

const header = "antiphon-invalid-calls";

/** Marks an answer with invalid calls by a header: their ids, or `possible` before a stream. */
function invalidCalls({ stream }: MessagesRequest, context: CallContext) {
  const ids: string[] = [];
  if (stream) context.header?.(header, "possible");
  return {
    add(id: string): void {
      ids.push(id);
      context.count?.("passed_on");
    },
    end: (): void => void (!stream && ids.length > 0 && context.header?.(header, ids.join(", "))),
  };
}

type End = Extract<StreamEvent, { type: "message_delta" }>;

/**
 * The event with the correct stop reason: some servers send `end_turn` with calls. The same event if nothing changes.
 */
function ending(event: End, calls: number, usage: End["usage"]): StreamEvent {
  const reason = event.delta.stop_reason;
  const stop_reason = calls > 0 ? "tool_use" : reason === "tool_use" ? "end_turn" : reason;
  if (stop_reason === reason && usage === event.usage) return event;
  return {
    ...event,
    delta: stop_reason === reason ? event.delta : { stop_reason, stop_sequence: null },
    usage,
  };
}
