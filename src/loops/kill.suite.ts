import { appendFileSync } from "node:fs";
import { openGateway } from "../gateway/index.ts";
import { eventsOf, type AnswerBlock } from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import { startWork } from "./index.ts";

/** The worker that the test kills. It logs each request and each tool run; its clock is `ahead` milliseconds fast. */
const [store = "", log = "", ahead = "0"] = process.argv.slice(2);
const note = (text: string): void => appendFileSync(log, `${text}\n`);
const gateway = await openGateway({ store, clock: { now: () => Date.now() + Number(ahead) } });
const rounds = 4;

/** Requests two calls per round; their ids contain the round. */
const model: Model = {
  list: async () => [],
  countTokens: async () => ({ input_tokens: 1, exact: false }),
  close: async () => undefined,
  async *stream({ messages }) {
    const round = Math.floor(messages.length / 2);
    note(`ask ${round}`);
    const calls: AnswerBlock[] = [0, 1].map((i) => ({
      type: "tool_use",
      id: `toolu_${round}_${i}`,
      name: "mark",
      input: {},
    }));
    yield* eventsOf({
      id: "msg",
      type: "message",
      role: "assistant",
      model: "m",
      content: round < rounds ? calls : [{ type: "text", text: "done" }],
      stop_reason: round < rounds ? "tool_use" : "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    });
  },
};
startWork({
  journal: gateway.loops,
  model: await gateway.meter(model),
  parallel: 4,
  interval: 50,
  permission: async () => () => true,
  onError: (error) => note(`error ${String(error)}`),
  tools: async () => [
    {
      name: "mark",
      description: "Marks.",
      input_schema: { type: "object" },
      async run(_, { id }) {
        note(`run ${id}`);
        await new Promise((resolve) => setTimeout(resolve, 15));
        return "marked";
      },
    },
  ],
});
setInterval(() => undefined, 1000);
