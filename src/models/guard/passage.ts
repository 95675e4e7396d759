import { parseInput, type AnswerBlock, type StreamEvent, type Usage } from "../../messages/index.ts";
import type { Attempt } from "./attempt.ts";
import { reader, type Whole } from "./reader.ts";

type Events = readonly StreamEvent[];

/** Passes an answer's events to the client: calls only when complete and correct, everything else immediately. */
export type Passage = ReturnType<typeof passage>;

interface Held {
  readonly whole: Whole;
  readonly events: readonly StreamEvent[];
}

export function passage(answer: Attempt) {
  const read = reader();
  let start: Partial<Usage> = {};
  let collecting: StreamEvent[] | undefined;
  let broken: Held | undefined;
  let sent = 0;
  let dropped = 0;

  const judge = async ({ whole, events }: Held): Promise<Events> => {
    const mended = await answer.take(whole);
    if (mended === undefined) {
      dropped++;
      return [];
    }
    const index = sent++;
    return mended.changed ? eventsAt(mended.block, index) : events.map((event) => moved(event, dropped));
  };
  const settle = async (cut: boolean): Promise<Events> => {
    if (broken === undefined) return [];
    const block = broken;
    broken = undefined;
    if (!cut) return judge(block);
    dropped++;
    return [];
  };
  const pass = async (event: StreamEvent, whole: Whole | undefined): Promise<Events> => {
    if (whole !== undefined) {
      await answer.take(whole);
      sent++;
    }
    return [moved(event, dropped)];
  };
  const take = async (event: StreamEvent): Promise<Events> => {
    if (event.type === "message_start") start = event.message.usage;
    const settled = event.type === "content_block_start" ? await settle(false) : [];
    if (event.type === "content_block_start" && event.content_block.type === "tool_use") collecting = [];
    const whole = read(event);
    if (collecting === undefined || event.type === "ping") return [...settled, ...(await pass(event, whole))];
    collecting.push(event);
    if (whole === undefined) return settled;
    const block = { whole, events: collecting };
    collecting = undefined;
    if (whole.json !== "" && parseInput(whole.json) !== undefined)
      return [...settled, ...(await judge(block))];
    broken = block;
    return settled;
  };
  return {
    take,
    /** Handles a last call that may be unfinished: if the answer was cut off it isn't sent, otherwise it is repaired. */
    settle,
    /** Appends a whole block after all others. */
    append: (block: AnswerBlock) => eventsAt(block, sent++),
    /** The total usage of both requests. */
    usage: (last: Partial<Usage> & Pick<Usage, "output_tokens">, more: Usage): Usage => {
      const before = { input_tokens: 0, ...start, ...last };
      return {
        ...before,
        input_tokens: before.input_tokens + more.input_tokens,
        output_tokens: before.output_tokens + more.output_tokens,
      };
    },
  };
}

/** The event with its index adjusted for dropped blocks. */
const moved = (event: StreamEvent, dropped: number): StreamEvent =>
  dropped === 0 || !("index" in event) ? event : { ...event, index: event.index - dropped };

function eventsAt(block: AnswerBlock, index: number): Events {
  if (block.type !== "tool_use" && block.type !== "text") return []; // only these types are ever inserted
  const [content_block, delta] =
    block.type === "text"
      ? ([
          { ...block, text: "" },
          { type: "text_delta", text: block.text },
        ] as const)
      : ([
          { ...block, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
        ] as const);
  return [
    { type: "content_block_start", index, content_block },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}
