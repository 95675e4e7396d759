/** A server in its own process, started by role; prints its address. */
import { Agent, createServer, request as send } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { eventsOf, streamOf, type MessagesResponse, type StreamEvent } from "../../src/messages/index.ts";
import { openModel, registry, systemOutside, type Model } from "../../src/models/index.ts";
import { isolated, limits, listen, workPool } from "../../src/server/index.ts";
import { upstream } from "./upstream.ts";

const answer: MessagesResponse = {
  id: "msg_bench",
  type: "message",
  role: "assistant",
  model: "bench",
  content: [{ type: "text", text: "The weather in Paris is sunny, 21 °C." }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 20, output_tokens: 12 },
};
const answering = (stream: () => AsyncIterable<StreamEvent>): Model => ({
  list: async () => [],
  stream,
  countTokens: async () => ({ input_tokens: 1, exact: true }),
  close: async () => undefined,
});
async function* forever(): AsyncGenerator<StreamEvent> {
  yield* [...eventsOf(answer)].slice(0, 2);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    yield { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word ".repeat(200) } };
  }
}
const served = async (model: Model): Promise<string> => (await listen({ model, profile: "spec" })).url.origin;

const port = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(
      0,
      "127.0.0.1",
      () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), // it listens on a port
    );
  });

const roles = {
  upstream: () => port(upstream(answer)),
  /** The minimum that a proxy does: copies bytes in both directions. */
  pipe(target: string) {
    const agent = new Agent({ keepAlive: true });
    return port(
      createServer((incoming, response) => {
        const { method = "POST", url = "/", headers } = incoming;
        const out = send(new URL(url, target), { method, headers, agent }, (reply) => {
          response.writeHead(reply.statusCode ?? 500, reply.headers);
          reply.pipe(response);
        });
        incoming.pipe(out);
      }),
    );
  },
  async proxy(target: string) {
    const options = { url: `${target}/v1`, models: ["bench"] };
    return served(registry([await openModel({ provider: "anthropic", options }, systemOutside)]));
  },
  /** A model in the process, behind a registry as in `serve`: selected by name, answers checked. */
  embedded: () => {
    const model = answering(() => streamOf(answer));
    const list = async () => [{ id: "bench", display_name: "bench", context_window: 200_000 }];
    return served(registry([{ ...model, list, answer: async () => answer }]));
  },
  slow: () => served(answering(forever)),
  /** The built-in model on the main thread. */
  async inPlace() {
    return served(registry([await openModel({ provider: "builtin" }, systemOutside)]));
  },
  /** The same in worker threads, as in `serve`. */
  async threads() {
    const work = workPool(limits);
    const model = registry([isolated(await openModel({ provider: "builtin" }, systemOutside), work)]);
    return (await listen({ model, work, local: ["builtin"], profile: "spec" })).url.origin;
  },
  async aimock() {
    const { LLMock } = await import("@copilotkit/aimock");
    const mock = new LLMock({ port: 0 });
    mock.onMessage("hello", {
      content: answer.content.map((block) => "text" in block && block.text).join(""),
    });
    await mock.start();
    return mock.url;
  },
} as const;

const [role = "", target = ""] = process.argv.slice(2);
console.log(await roles[role as keyof typeof roles](target)); // as the bench starts it
