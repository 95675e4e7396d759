/** The messages endpoint, side by side with others in one run on loopback: `node bench/messages.ts`. Prints a table. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { cpus } from "node:os";
import { join } from "node:path";
import {
  checkRules,
  frame,
  parseRequest,
  type MessagesRequest,
  type StreamEvent,
} from "../src/messages/index.ts";
import { startServer } from "../src/testing/index.ts";

const here = import.meta.dirname;
const rows: (readonly [string, string, string])[] = [];
const row = (what: string, figure: string, against = ""): void => void rows.push([what, figure, against]);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly wrong: number;
}
/** Requests from a process of its own, over kept connections. */
async function load(url: string, seconds: number): Promise<Load> {
  const child = spawn(process.execPath, [join(here, "messages/load.ts"), url, String(seconds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (data: Buffer) => (text += data));
  await new Promise((resolve) => child.on("close", resolve));
  return JSON.parse(text);
}
/** A server in a process of its own; resolves with its address. */
function started(args: readonly string[]): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.on("data", (data: Buffer) => {
      const url = /http:\/\/[^\s/]+/.exec(String(data))?.[0];
      if (url) resolve({ child, url });
    });
    child.on("error", reject);
  });
}

async function throughput(): Promise<void> {
  const self = await started([join(here, "messages/embedded.ts"), "antiphon"]);
  const other = await started([join(here, "messages/embedded.ts"), "aimock"]);
  const figures: Record<string, Load[]> = { antiphon: [], aimock: [] };
  for (let round = 0; round < 3; round++) {
    figures["antiphon"]?.push(await load(self.url, 3));
    figures["aimock"]?.push(await load(other.url, 3));
  }
  self.child.kill();
  other.child.kill();
  const best = (name: string): number => Math.max(...(figures[name] ?? []).map(({ perSecond }) => perSecond));
  const wrong = Object.values(figures)
    .flat()
    .reduce((sum, { wrong: n }) => sum + n, 0);
  row(
    "embedded answers",
    `${Math.round(best("antiphon"))}/s`,
    `aimock ${Math.round(best("aimock"))}/s: ${(best("antiphon") / best("aimock")).toFixed(1)}×${wrong ? `; ${wrong} failed` : ""}`,
  );
}

function conversation(bytes: number): MessagesRequest {
  const text = 'Some "text" with {json: 1}, and \n lines. '.repeat(10);
  const messages: MessagesRequest["messages"][number][] = [{ role: "user", content: text }];
  let size = 0;
  for (let n = 0; size < bytes; n++) {
    const turn = [
      {
        role: "assistant" as const,
        content: [
          { type: "text" as const, text },
          { type: "tool_use" as const, id: `toolu_${n}`, name: "read", input: { path: "src/a.ts" } },
        ],
      },
      {
        role: "user" as const,
        content: [
          {
            type: "tool_result" as const,
            tool_use_id: `toolu_${n}`,
            content: [{ type: "text" as const, text }],
          },
        ],
      },
    ];
    messages.push(...turn);
    size += JSON.stringify(turn).length;
  }
  return { model: "m", max_tokens: 16, messages };
}

function validation(): void {
  for (const [name, bytes] of [
    ["100 kB", 100_000],
    ["1 MB", 1_000_000],
  ] as const) {
    const request = conversation(bytes);
    const text = JSON.stringify(request);
    const time = (run: () => void): number => {
      const times: number[] = [];
      for (let i = 0; i < 60; i++) {
        const start = performance.now();
        run();
        times.push(performance.now() - start);
      }
      return median(times.slice(20));
    };
    row(
      `validation of ${name} of conversation`,
      ms(time(() => checkRules(parseRequest(request, "spec").messages, "spec"))),
      `JSON.parse of it ${ms(time(() => JSON.parse(text)))}`,
    );
  }
}

async function coldStart(): Promise<void> {
  const bundle = join(here, "../dist/cli.js");
  const entry = existsSync(bundle) ? bundle : join(here, "../src/cli/main.ts");
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    const { child, url } = await started([entry, "serve", "--port=0"]);
    await (await post(url, hello)).text();
    times.push(performance.now() - start);
    child.kill();
  }
  row(
    "cold start to the first answer",
    ms(median(times)),
    existsSync(bundle) ? "release bundle" : "from sources",
  );
}

const hello = { model: "builtin", max_tokens: 16, messages: [{ role: "user" as const, content: "hi" }] };
const post = (url: string, body: object): Promise<Response> =>
  fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Frames as an upstream sends them, some 64 MB. */
function* upstreamFrames(): Generator<string> {
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 0 },
  } as const;
  const delta: StreamEvent = {
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text: "some words of an answer, as they come. ".repeat(4) },
  };
  yield frame({ type: "message_start", message });
  yield frame({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
  const many = frame(delta).repeat(64);
  for (let i = 0; i < 4000; i++) yield many;
  yield frame({ type: "content_block_stop", index: 0 });
  yield frame({
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 1 },
  });
  yield frame({ type: "message_stop" });
}

async function passThrough(): Promise<void> {
  const upstream = createServer(async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const text of upstreamFrames()) {
      if (!response.write(text)) await new Promise((resolve) => response.once("drain", resolve));
    }
    response.end();
  });
  const origin = await listening(upstream);
  const pipe = createServer((incoming, response) => {
    const call = httpRequest(`${origin}/v1/messages`, { method: "POST" }, (answer) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      answer.pipe(response);
    });
    incoming.pipe(call);
  });
  const raw = await listening(pipe);
  const self = await startServer({ model: `anthropic:${origin}`, key: null });
  const speed = async (url: string): Promise<number> => {
    const start = performance.now();
    const body = (await post(url, { ...hello, model: "m", stream: true })).body;
    let bytes = 0;
    if (body) for await (const chunk of body) bytes += chunk.length;
    return bytes / (performance.now() - start) / 1000;
  };
  const ours: number[] = [];
  const pipes: number[] = [];
  for (let i = 0; i < 3; i++) {
    pipes.push(await speed(raw));
    ours.push(await speed(self.baseURL));
  }
  await self.close();
  upstream.close();
  pipe.close();
  const [a, b] = [Math.max(...ours), Math.max(...pipes)];
  row(
    "SSE pass-through",
    `${a.toFixed(0)} MB/s`,
    `raw pipe ${b.toFixed(0)} MB/s: ${((100 * a) / b).toFixed(0)} %`,
  );
}

const listening = (server: ReturnType<typeof createServer>): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // it listens on a port
      resolve(`http://127.0.0.1:${port}`);
    }),
  );

async function slowStreams(): Promise<void> {
  const { child, url } = await started([join(here, "messages/embedded.ts"), "slow"]);
  const calls = Array.from({ length: 1000 }, () => {
    const call = httpRequest(`${url}/v1/messages`, {
      method: "POST",
      agent: false,
      headers: { "content-type": "application/json" },
    });
    call.on("error", () => undefined);
    call.on("response", (response) => {
      response.on("error", () => undefined);
      response.pause();
    });
    call.end(JSON.stringify({ ...hello, stream: true }));
    return call;
  });
  await new Promise((resolve) => setTimeout(resolve, 8000));
  const memory = Number(await (await fetch(`${url}/memory`)).text());
  for (const call of calls) call.destroy();
  child.kill();
  row("1,000 streams that nobody reads", `${Math.round(memory / 2 ** 20)} MB`, "resident, the whole process");
}

await throughput();
validation();
await coldStart();
await passThrough();
await slowStreams();
const width = (column: 0 | 1 | 2): number => Math.max(...rows.map((each) => each[column].length));
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`);
for (const [what, figure, against] of rows)
  console.log(`${what.padEnd(width(0))}  ${figure.padStart(width(1))}  ${against}`);
process.exit();
