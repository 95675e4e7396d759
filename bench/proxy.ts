/**
 * What a proxy adds, side by side in one run on loopback: `node bench/proxy.ts [--gateway=URL]`. URL is where
 * @portkey-ai/gateway runs, if it shall be compared. Every server is a process of its own.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { Agent, createServer, request as send, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { frame, eventsOf, type MessagesResponse, type StreamEvent } from "../src/messages/index.ts";
import { openModel, registry, systemOutside } from "../src/models/index.ts";
import { listen } from "../src/server/index.ts";

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
const deltas = 20_000;
const long = [...eventsOf(answer)].flatMap((event): readonly StreamEvent[] =>
  event.type === "content_block_delta" ? Array.from({ length: deltas }, () => event) : [event],
);

/** Frames of some tokens each, as they leave an engine under load. */
function chunked(frames: readonly string[], size: number): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < frames.length; at += size)
    chunks.push(Buffer.from(frames.slice(at, at + size).join("")));
  return chunks;
}

const servers = {
  /** Answers at once: whole, or a long stream where `max_tokens` is large. */
  async upstream() {
    const short = Buffer.from([...eventsOf(answer)].map(frame).join(""));
    const whole = Buffer.from(JSON.stringify(answer));
    const chunks = chunked(long.map(frame), 8);
    const server = createServer((incoming, response) => {
      let body = "";
      incoming.on("data", (part) => (body += part));
      incoming.on("end", async () => {
        const { stream, max_tokens } = body ? JSON.parse(body) : { stream: false, max_tokens: 0 };
        response.setHeader("content-type", stream ? "text/event-stream" : "application/json");
        if (!stream) return response.end(incoming.method === "GET" ? `{"data":[{"id":"bench"}]}` : whole);
        if (max_tokens < 1000) return response.end(short);
        for (const chunk of chunks) {
          if (!response.write(chunk)) await new Promise((resolve) => response.once("drain", resolve));
        }
        return response.end();
      });
    });
    return port(server);
  },
  /** The least that a proxy can do: bytes in, bytes out. */
  async pipe(target: string) {
    const agent = new Agent({ keepAlive: true });
    const server = createServer((incoming, response) => {
      const { method = "POST", url = "/", headers } = incoming;
      const out = send(new URL(url, target), { method, headers, agent }, (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(response);
      });
      incoming.pipe(out);
    });
    return port(server);
  },
  async antiphon(target: string) {
    const options = { url: target, models: ["bench"] };
    const outside = systemOutside;
    const model = registry([await openModel({ provider: "anthropic", options }, outside)]);
    return Number((await listen({ model, profile: "spec" })).url.port);
  },
} as const;

const port = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)); // it listens on a port
  });

const children: ChildProcess[] = [];
function start(role: keyof typeof servers, target = ""): Promise<string> {
  const child = spawn(process.execPath, [import.meta.filename, `--role=${role}`, target], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return new Promise((resolve) =>
    child.stdout.once("data", (data) => resolve(`http://127.0.0.1:${data}`.trim())),
  );
}

interface Target {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const messages = [{ role: "user", content: "What is the weather in Paris?" }];

/** One request, read to its end; gives the bytes of its answer. */
function ask({ url, headers = {} }: Target, more: object): Promise<number> {
  const body = JSON.stringify({ model: "bench", max_tokens: 100, messages, ...more });
  return new Promise((resolve, reject) => {
    const out = send(
      new URL("/v1/messages", url),
      {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...headers,
        },
      },
      (reply: IncomingMessage) => {
        let size = 0;
        let text = "";
        reply.on("data", (part: Buffer) => {
          size += part.length;
          if (reply.statusCode !== 200) text += part;
        });
        reply.on("end", () =>
          reply.statusCode === 200
            ? resolve(size)
            : reject(new Error(`${url} answers ${reply.statusCode}: ${text}`)),
        );
      },
    );
    out.on("error", reject);
    out.end(body);
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Milliseconds of one request at a time. */
async function latency(target: Target, times: number): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const begun = performance.now();
    await ask(target, {});
    taken.push(performance.now() - begun);
  }
  return median(taken);
}

/** Requests a second, 16 at a time. */
async function rate(target: Target, times: number): Promise<number> {
  const begun = performance.now();
  let left = times;
  const work = async () => {
    while (left-- > 0) await ask(target, {});
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return (times / (performance.now() - begun)) * 1000;
}

/** Megabytes a second of one long stream. */
async function throughput(target: Target): Promise<number> {
  const rates: number[] = [];
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    const size = await ask(target, { stream: true, max_tokens: 100_000 });
    rates.push(size / 1e6 / ((performance.now() - begun) / 1000));
  }
  return median(rates);
}

async function main(): Promise<void> {
  const upstream = await start("upstream");
  const gateway = process.argv.find((argument) => argument.startsWith("--gateway="))?.slice(10);
  const targets: Target[] = [
    { name: "direct", url: upstream },
    { name: "raw pipe", url: await start("pipe", upstream) },
    { name: "antiphon", url: await start("antiphon", `${upstream}/v1`) },
  ];
  if (gateway !== undefined) {
    const headers = {
      "x-portkey-provider": "anthropic",
      "x-portkey-custom-host": `${upstream}/v1`,
      authorization: "Bearer x",
    };
    targets.push({ name: "portkey", url: gateway, headers });
  }
  for (const target of targets) await rate(target, 300); // warm
  const rows = [];
  for (const target of targets) {
    rows.push({
      target: target.name,
      "p50 ms": (await latency(target, 800)).toFixed(3),
      "requests/s": Math.round(await rate(target, 2000)),
      "stream MB/s": await throughput(target).then(
        (rate) => rate.toFixed(1),
        () => "fails",
      ),
    });
  }
  console.table(rows);
}

const role = process.argv.find((argument) => argument.startsWith("--role="))?.slice(7);
if (role === "upstream" || role === "pipe" || role === "antiphon") {
  console.log(await servers[role](process.argv[3] ?? ""));
} else {
  try {
    await main();
  } finally {
    for (const child of children) child.kill();
    agent.destroy();
  }
}
