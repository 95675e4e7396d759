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
import type { Mended, Written } from "./mend.ts";
import { reader } from "./reader.ts";

/** How often a model is asked again within one answer. */
const most = 2;

export interface Asking {
  readonly model: Pick<Model, "stream">;
  readonly request: MessagesRequest;
  readonly context: CallContext;
  readonly mend: (call: Written) => Mended;
}

export interface Correction {
  /** What the client gets behind what it has: calls, or a text where there is no call. */
  readonly blocks: readonly AnswerBlock[];
  /** Of the requests made here. */
  readonly usage: Usage;
}

/** Tells the model what was wrong and takes its next answer, at most twice; throws ApiError after that. */
export async function askAgain(asking: Asking, first: Attempt): Promise<Correction> {
  const { request, mend } = asking;
  const messages = [...request.messages];
  let last = first;
  let calls = first.accepted.length;
  const blocks: AnswerBlock[] = [];
  const usage = { input_tokens: 0, output_tokens: 0 };
  for (let round = 0; round < most; round++) {
    messages.push(...correction(last, missing(request, calls)));
    last = attempt(mend);
    const taken = await answer(asking, [...messages], last);
    usage.input_tokens += taken.usage.input_tokens;
    usage.output_tokens += taken.usage.output_tokens;
    calls += last.accepted.length;
    blocks.push(...last.accepted);
    if (last.problems.size > 0 || missing(request, calls) !== undefined) continue;
    return { blocks: calls > 0 ? blocks : last.said.filter(({ type }) => type === "text"), usage };
  }
  const why = [...last.problems.values()].join(" ") || "It calls no tool although it must.";
  throw new ApiError("api_error", `The model gave a wrong answer, also when asked again: ${why}`);
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
    if (whole !== undefined) into.take(whole);
  }
  return { usage };
}

/** The answer as it was, and a turn of the user that says what to do instead. */
function correction({ said, problems }: Attempt, wanted: string | undefined): readonly Message[] {
  const results = said.flatMap((block): readonly ContentBlock[] => {
    if (block.type !== "tool_use") return [];
    const problem = problems.get(block.id);
    const content =
      problem === undefined ? "Accepted; don't call it again." : `${problem} Not run; call again, corrected.`;
    return [{ type: "tool_result", tool_use_id: block.id, content, is_error: problem !== undefined }];
  });
  const ask: readonly ContentBlock[] = wanted === undefined ? [] : [{ type: "text", text: wanted }];
  return [
    { role: "assistant", content: said.length > 0 ? said : [{ type: "text", text: "(no answer)" }] },
    { role: "user", content: [...results, ...ask] },
  ];
}
