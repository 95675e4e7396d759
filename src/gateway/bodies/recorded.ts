import { collect, type MessagesResponse, type StreamEvent } from "../../messages/index.ts";
import { answerOf, passing, type Model } from "../../models/index.ts";
import type { Asked } from "../routing/target.ts";
import { bodyOf, isSampled, type Bodies, type BodyRules } from "./bodies.ts";

export interface RecordedOptions {
  /** The current rules; undefined: nothing is stored. */
  rules(): BodyRules | undefined;
  now(): number;
  /** Stores the bodies. Responses don't wait for it and don't fail with it. */
  keep(bodies: Bodies): Promise<void>;
  failed(error: unknown): void;
}

/** Wraps a model so that its requests and responses are stored according to the rules. */
export function recorded(model: Model, { rules, now, keep, failed }: RecordedOptions): Model {
  const rulesFor = (id: string): BodyRules | undefined => {
    const present = rules();
    return present && isSampled(id, present.sample) ? present : undefined;
  };
  const save = (call: Asked, present: BodyRules, answer: () => Promise<unknown>): void => {
    const work = async (): Promise<void> => {
      const { request, context } = call;
      const answerBody = present.of === "requests" ? undefined : await answer();
      await keep({
        id: context.requestId,
        until: now() + present.days * 86_400_000,
        request: present.of === "answers" ? undefined : await bodyOf(request, present),
        answer: answerBody === undefined ? undefined : await bodyOf(answerBody, present),
      });
    };
    work().catch(failed);
  };
  return {
    ...passing(model),
    stream(request, context) {
      const present = rulesFor(context.requestId);
      if (!present) return model.stream(request, context);
      const events = model.stream(request, context);
      return observed(events, (seen) => save({ request, context }, present, () => wholeOf(seen)));
    },
    async answer(request, context): Promise<MessagesResponse> {
      const present = rulesFor(context.requestId);
      let answer: MessagesResponse | undefined;
      try {
        answer = await answerOf(model, request, context);
        return answer;
      } finally {
        const done = answer;
        if (present) save({ request, context }, present, async () => done);
      }
    },
  };
}

/** Passes events on and reports all of them once, however the stream ends. */
async function* observed(
  events: AsyncIterable<StreamEvent>,
  over: (seen: readonly StreamEvent[]) => void,
): AsyncGenerator<StreamEvent> {
  const seen: StreamEvent[] = [];
  let isOver = false;
  const end = (): void => {
    if (!isOver) over(seen);
    isOver = true;
  };
  try {
    for await (const event of events) {
      seen.push(event);
      if (event.type === "message_stop") end();
      yield event;
    }
  } finally {
    end();
  }
}

/** The response; for a cut-off stream, its events with each block as far as it arrived. */
const wholeOf = async (seen: readonly StreamEvent[]): Promise<unknown> => {
  if (seen.length === 0) return undefined;
  return seen.at(-1)?.type === "message_stop" ? collect(seen) : { events: joined(seen) };
};

/** Joins the text deltas of each block, so that detectors see whole texts. */
function joined(seen: readonly StreamEvent[]): readonly object[] {
  const blocks = new Map<number, Record<string, unknown>>();
  const events: object[] = [];
  const begin = (index: number, content: object): Record<string, unknown> => {
    const block = { ...content };
    blocks.set(index, block);
    events.push({ type: "content_block_start", index, content_block: block });
    return block;
  };
  for (const event of seen) {
    if (event.type === "content_block_start") begin(event.index, event.content_block);
    else if (event.type === "content_block_delta") {
      const block = blocks.get(event.index) ?? begin(event.index, {});
      const { type, ...fields } = event.delta;
      const others: Record<string, unknown> = {};
      for (const [name, value] of Object.entries<unknown>(fields))
        if (typeof value !== "string") others[name] = value;
        else block[name] = typeof block[name] === "string" ? block[name] + value : value;
      if (Object.keys(others).length > 0) events.push({ ...event, delta: { type, ...others } });
    } else events.push(event);
  }
  return events;
}
