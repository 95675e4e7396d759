/** The processes of the bench: a server, its upstreams, and a watcher. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { keepSmall } from "../../src/lib/index.ts";
import { openModel, registry, systemOutside } from "../../src/models/index.ts";
import { isolated, judging, listen, limits, workPool } from "../../src/server/index.ts";

const say = (value: unknown): void => void process.send?.(value);
const asked = (answer: () => unknown): void => void process.on("message", () => say(answer()));
const texts = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(texts).join("");
  return typeof value === "object" && value !== null && "text" in value ? texts(value.text) : "";
};

/** Measures how long the main thread was busy without a pause: by the clock and in processor time. */
function pauses(): () => { readonly lag: number; readonly busy: number } {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let [busy, before] = [0, process.threadCpuUsage()];
  setInterval(() => {
    const now = process.threadCpuUsage();
    busy = Math.max(busy, (now.user - before.user + now.system - before.system) / 1000);
    before = now;
  }, 2).unref();
  return () => {
    const found = { lag: Math.max(0, delay.max / 1e6), busy };
    delay.reset();
    busy = 0;
    return found;
  };
}

const roles = {
  /** Answers with the last message's text, or with a call that contains it. */
  upstream() {
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      const { messages = [], tools = [], tool_choice } = JSON.parse(body || "{}");
      if (request.url?.endsWith("/count_tokens")) {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ input_tokens: body.length }));
        return;
      }
      const text = texts(messages.at(-1)?.content) || "x";
      response.setHeader("content-type", "text/event-stream");
      const send = (data: object): boolean =>
        response.write(
          `${"type" in data ? `event: ${String(data.type)}\n` : ""}data: ${JSON.stringify(data)}\n\n`,
        );
      const input = JSON.stringify({ a: text, city: text, date: text });
      const name: string | undefined = tools[0]?.function?.name ?? tools[0]?.name;
      const calls = name !== undefined && tool_choice !== undefined && tool_choice !== "auto";
      if (request.url?.endsWith("/messages")) {
        const usage = { input_tokens: 1, output_tokens: 1 };
        const content_block = calls
          ? { type: "tool_use", id: "toolu_1", name, input: {} }
          : { type: "text", text: "" };
        const message = {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "claude",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage,
        };
        send({ type: "message_start", message });
        send({ type: "content_block_start", index: 0, content_block });
        const delta = calls
          ? { type: "input_json_delta", partial_json: input }
          : { type: "text_delta", text };
        send({ type: "content_block_delta", index: 0, delta });
        send({ type: "content_block_stop", index: 0 });
        const stop_reason = calls ? "tool_use" : "end_turn";
        send({
          type: "message_delta",
          delta: { stop_reason, stop_sequence: null },
          usage: { output_tokens: 1 },
        });
        send({ type: "message_stop" });
      } else {
        const call = { index: 0, id: "call_1", type: "function", function: { name, arguments: input } };
        send({ choices: [{ index: 0, delta: calls ? { tool_calls: [call] } : { content: text } }] });
        send({ choices: [{ index: 0, delta: {}, finish_reason: calls ? "tool_calls" : "stop" }] });
        response.write("data: [DONE]\n\n");
      }
      response.end();
    });
    // it listens on a port
    server.listen(0, "127.0.0.1", () => say(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`));
  },
  /** A server as `serve` starts it, with an upstream of each protocol and the built-in model. */
  async server(url: string) {
    keepSmall();
    setInterval(keepSmall, 100).unref();
    const work = workPool(limits);
    const opened = [
      isolated(await openModel({ provider: "builtin" }, systemOutside), work),
      await openModel({ provider: "openai", options: { url, models: ["chat"] } }, systemOutside),
      await openModel({ provider: "anthropic", options: { url, models: ["messages"] } }, systemOutside),
    ];
    const model = registry(opened, judging(work));
    const { url: own } = await listen({ model, work, local: ["builtin"], profile: "live" });
    asked(pauses());
    say(own.origin);
  },
  /** Requests `/healthz` every few milliseconds; reports the slowest answer's time. */
  async watcher(url: string) {
    let slowest = 0;
    asked(() => {
      const found = slowest;
      slowest = 0;
      return found;
    });
    say("ready");
    for (;;) {
      const began = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  },
} as const;

const [role = "", argument = ""] = process.argv.slice(2);
await roles[role as keyof typeof roles](argument); // as the bench starts it
