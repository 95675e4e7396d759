/** A server in a process of its own: `antiphon`, `aimock`, or `slow`, whose answers don't end. Prints its address. */
import { LLMock } from "@copilotkit/aimock";
import { eventsOf, type MessagesResponse, type StreamEvent } from "../../src/messages/index.ts";
import type { Model } from "../../src/models/index.ts";
import { listen } from "../../src/server/index.ts";

const answer: MessagesResponse = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "scripted",
  content: [{ type: "text", text: "Hi there!" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 3 },
};
const answering = (stream: () => AsyncIterable<StreamEvent>): Model => ({
  list: async () => [],
  stream,
  countTokens: async () => ({ input_tokens: 1, exact: true }),
  close: async () => undefined,
});
async function* once(): AsyncGenerator<StreamEvent> {
  yield* eventsOf(answer);
}
async function* forever(): AsyncGenerator<StreamEvent> {
  yield* [...eventsOf(answer)].slice(0, 2);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    yield { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word ".repeat(200) } };
  }
}

const [kind] = process.argv.slice(2);
if (kind === "aimock") {
  const mock = new LLMock({ port: 0 });
  mock.onMessage("hello", { content: "Hi there!" });
  await mock.start();
  console.log(mock.url);
} else {
  const { url } = await listen({
    model: answering(kind === "slow" ? forever : once),
    profile: "spec",
    routes: [
      {
        method: "GET",
        path: "/memory",
        access: "public",
        handle: async () => ({ status: 200, body: String(process.memoryUsage().rss) }),
      },
    ],
  });
  console.log(url.origin);
}
