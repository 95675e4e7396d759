import {
  ApiError,
  type AnswerBlock,
  type ContentBlock,
  type Message,
  type MessagesRequest,
  type Usage,
} from "../../messages/index.ts";
import type { CallContext, Model } from "../model.ts";
import { attempt, missing, type Attempt } from "./attempt.ts";
import type { Mend } from "./mend.ts";
import { reader } from "./reader.ts";

export interface Asking {
  readonly model: Pick<Model, "stream">;
  readonly request: MessagesRequest;
  readonly context: CallContext;
  readonly mend: Mend;
  /** The usage of the first answer. */
  readonly spent: Usage;
}

export interface Correction {
  /** What the client gets after what it already has: calls, or a text if there is no call. */
  readonly blocks: readonly AnswerBlock[];
  /** The usage of the request made here. */
  readonly usage: Usage;
}

/** Tells the model once what was wrong and returns its next answer. Throws ApiError if that is wrong too. */
export async function askAgain(asking: Asking, first: Attempt): Promise<Correction> {
  const { request, mend, spent } = asking;
  const second = attempt(mend);
  asking.context.count?.("asked_again");
  const messages = [...request.messages, ...correction(first, missing(request, first.accepted.length))];
  const { usage } = await answer(asking, messages, second);
  const calls = first.accepted.length + second.accepted.length;
  const still = missing(request, calls);
  if (second.problems.size > 0 || still !== undefined) {
    const why = [...second.problems.values()].join(" ") || "It calls no tool although it must.";
    throw new ApiError("api_error", `The model gave a wrong answer, also when asked again: ${why}`, {
      retry: false, // another attempt would cost as much again
      details: {
        error_code: "model_answer_invalid",
        usage: {
          input_tokens: spent.input_tokens + usage.input_tokens,
          output_tokens: spent.output_tokens + usage.output_tokens,
        },
      },
    });
  }
  return { blocks: calls > 0 ? second.accepted : second.blocks.filter(({ type }) => type === "text"), usage };
}

async function answer(
  { model, request, context }: Asking,
  messages: readonly Message[],
  into: Attempt,
): Promise<{ readonly usage: Usage }> {
  const read = reader();
  let usage: Usage = { input_tokens: 0, output_tokens: 0 };
  for await (const event of model.stream({ ...request, messages }, context)) {
    if (event.type === "message_start") usage = event.message.usage;
    if (event.type === "message_delta") usage = { ...usage, ...event.usage };
    const whole = read(event);
    if (whole !== undefined) await into.take(whole);
  }
  return { usage };
}

/** The original answer, and a user turn that says what to do instead. */
function correction({ blocks, problems }: Attempt, instruction: string | undefined): readonly Message[] {
  const results = blocks.flatMap((block): readonly ContentBlock[] => {
    if (block.type !== "tool_use") return [];
    const problem = problems.get(block.id);
    const content =
      problem === undefined ? "Accepted; don't call it again." : `${problem} Not run; call again, corrected.`;
    return [{ type: "tool_result", tool_use_id: block.id, content, is_error: problem !== undefined }];
  });
  const ask: readonly ContentBlock[] = instruction === undefined ? [] : [{ type: "text", text: instruction }];
  return [
    { role: "assistant", content: blocks.length > 0 ? blocks : [{ type: "text", text: "(no answer)" }] },
    { role: "user", content: [...results, ...ask] },
  ];
}
