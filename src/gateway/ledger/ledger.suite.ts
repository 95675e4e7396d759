import {
  ApiError,
  eventsOf,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
  type Usage,
} from "../../messages/index.ts";
import type { CallContext, Model } from "../../models/index.ts";
import { newStore } from "../store/stores.suite.ts";
import { openGateway, readAmounts, type Gateway, type GatewayOptions, type RequestLine } from "../index.ts";

export const answer = (usage: Usage, text = "hi"): MessagesResponse => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m-2026",
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage,
});

/** The fake upstream's response, event by event. */
export type Script = (
  request: MessagesRequest,
  context: CallContext,
) => AsyncIterable<StreamEvent> | Iterable<StreamEvent>;

export const fake = (script: Script): Model => ({
  list: async () => [{ id: "m", display_name: "M", context_window: 1000 }],
  countTokens: async () => ({ input_tokens: 1, exact: false }),
  close: async () => undefined,
  async *stream(request, context) {
    yield* script(request, context);
  },
});

export const hello: MessagesRequest = {
  model: "m",
  max_tokens: 5,
  messages: [{ role: "user", content: "hello" }],
};
/** Tokens of `hello` as counted by the ledger. */
export const helloTokens = 8;
/** In millionths: an input token costs 1, an output token 10. */
export const priced = { m: { input: 1, output: 10 } };

export interface Place {
  readonly gateway: Gateway;
  readonly store: string;
  readonly rates: string;
  readonly lines: RequestLine[];
  /** Milliseconds since 1970; advanced by tests. */
  now: number;
  open(more?: Partial<GatewayOptions>): Promise<Gateway>;
  limit(subject: string, amounts: object): Promise<void>;
  /** The status of each of `count` concurrent requests; 200 for an answer. */
  ask(model: Model, count?: number, more?: Partial<Asking>): Promise<readonly number[]>;
  close(): Promise<void>;
}
export interface Asking {
  readonly request: Partial<MessagesRequest>;
  readonly caller: string;
  readonly signal: AbortSignal;
  header(name: string, value: string): void;
}

let number = 0;

export async function place(): Promise<Place> {
  const store = await newStore();
  const lines: RequestLine[] = [];
  const opened: Gateway[] = [];
  const here: Place = {
    now: Date.UTC(2026, 0, 1, 12),
    lines,
    store: store.place,
    rates: store.rates ?? "",
    gateway: undefined as unknown as Gateway, // set below
    async open(more = {}) {
      const clock = { now: () => here.now };
      const on = (line: RequestLine): void => void lines.push(line);
      const gateway = await openGateway({
        store: store.place,
        clock,
        prices: priced,
        ...(store.rates && { rates: { url: store.rates, ifGone: "ledger" } }),
        on,
        ...more,
      });
      opened.push(gateway);
      return gateway;
    },
    limit: (subject, amounts) => here.gateway.as("test").setLimits(subject, readAmounts(amounts)),
    ask: (model, count = 1, { request, caller = "k", signal = new AbortController().signal, header } = {}) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const context = { signal, caller, requestId: `r${++number}`, ...(header && { header }) };
          try {
            for await (const event of model.stream({ ...hello, ...request }, context)) void event;
            return 200;
          } catch (error) {
            return error instanceof ApiError ? error.status : 0;
          }
        }),
      ),
    async close() {
      await Promise.all(opened.map((gateway) => gateway.close()));
      await store.remove();
    },
  };
  return Object.assign(here, { gateway: await here.open() });
}

/** Answers after five milliseconds, so that requests overlap. */
export const slow = (usage: Usage): Model =>
  fake(async function* () {
    await new Promise((resolve) => setTimeout(resolve, 5));
    yield* eventsOf(answer(usage));
  });

export const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((each) => each === status).length;
