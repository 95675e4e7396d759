import { parseInput, type AnswerBlock, type StreamEvent, type Usage } from "../../messages/index.ts";
import type { Attempt } from "./attempt.ts";
import { reader, type Whole } from "./reader.ts";

type Events = Generator<StreamEvent, void>;

/** Lets an answer's events through to the client: calls only whole and right, the rest at once. */
export interface Passage {
  take(event: StreamEvent): Events;
  /** Decides on a call whose input is no JSON: unfinished where the answer was cut, else to be mended. */
  settle(cut: boolean): Events;
  /** A whole block behind all others. */
  append(block: AnswerBlock): Events;
  /** Both requests' usage together. */
  usage(last: Partial<Usage> & Pick<Usage, "output_tokens">, more: Usage): Usage;
}

interface Held {
  readonly whole: Whole;
  readonly events: readonly StreamEvent[];
}

export function passage(answer: Attempt): Passage {
  const read = reader();
  let start: Partial<Usage> = {};
  let collecting: StreamEvent[] | undefined;
  let broken: Held | undefined;
  let sent = 0;
  let dropped = 0;

  function* judge({ whole, events }: Held): Events {
    const mended = answer.take(whole);
    if (mended === undefined) {
      dropped++;
      return;
    }
    if (mended.changed) yield* eventsAt(mended.block, sent);
    else for (const event of events) yield moved(event, dropped);
    sent++;
  }
  function* settle(cut: boolean): Events {
    if (broken === undefined) return;
    const held = broken;
    broken = undefined;
    if (cut) for (const event of held.events) yield moved(event, dropped);
    else yield* judge(held);
  }
  function* take(event: StreamEvent): Events {
    if (event.type === "message_start") start = event.message.usage;
    if (event.type === "content_block_start") {
      yield* settle(false);
      if (event.content_block.type === "tool_use") collecting = [];
    }
    const whole = read(event);
    if (collecting === undefined || event.type === "ping") {
      if (whole !== undefined) {
        answer.take(whole);
        sent++;
      }
      yield moved(event, dropped);
      return;
    }
    collecting.push(event);
    if (whole === undefined) return;
    const held = { whole, events: collecting };
    collecting = undefined;
    if (parseInput(whole.json) === undefined) broken = held;
    else yield* judge(held);
  }
  return {
    take,
    settle,
    *append(block) {
      yield* eventsAt(block, sent++);
    },
    usage: (last, more) => {
      const before = { input_tokens: 0, ...start, ...last };
      return {
        ...before,
        input_tokens: before.input_tokens + more.input_tokens,
        output_tokens: before.output_tokens + more.output_tokens,
      };
    },
  };
}

/** The event as it stands when so many blocks before it were left out. */
const moved = (event: StreamEvent, dropped: number): StreamEvent =>
  dropped === 0 || !("index" in event) ? event : { ...event, index: event.index - dropped };

function* eventsAt(block: AnswerBlock, index: number): Events {
  if (block.type !== "tool_use" && block.type !== "text") return; // nothing else is ever put in
  const begun = block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
  yield { type: "content_block_start", index, content_block: begun };
  yield {
    type: "content_block_delta",
    index,
    delta:
      block.type === "text"
        ? { type: "text_delta", text: block.text }
        : { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
  };
  yield { type: "content_block_stop", index };
}
