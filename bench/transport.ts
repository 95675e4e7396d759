/**
 * Compares the cost of an upstream request by our own client and by undici's, in one run on loopback:
 * `node bench/transport.ts --undici=FOLDER`, a folder with undici in its node_modules (`npm install undici`). Rounds
 * alternate. Prints medians of requests per second and of processor time per request, which other programs affect less.
 */
import { fork } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { httpFetch } from "../src/models/http/index.ts";
import { median } from "./messages/measure.ts";
import { flag } from "./words.ts";

const message = JSON.stringify({ type: "message", content: [{ type: "text", text: "word ".repeat(40) }] });
const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word " } };
const event = `event: content_block_delta\ndata: ${JSON.stringify(delta)}\n\n`;

/** Answers at once, or with 300 events. */
function serve(): void {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (request.url !== "/stream") return void response.end(message);
    for (let i = 0; i < 300; i++) {
      response.write(event);
      if (i % 10 === 9) await new Promise(setImmediate);
    }
    response.end();
  });
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo; // it listens on a port
    process.send?.(port);
  });
}

type Ask = (url: URL) => Promise<AsyncIterable<Uint8Array> | null>;

/** The part of undici that is used here. */
interface Undici {
  request(url: URL, options: object): Promise<{ readonly body: AsyncIterable<Uint8Array> }>;
}

const options = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ messages: [{ role: "user", content: "hello ".repeat(50) }] }),
} as const;

async function round(ask: Ask, url: URL, requests: number): Promise<readonly [number, number]> {
  const [before, began] = [process.cpuUsage(), performance.now()];
  let left = requests;
  const client = async (): Promise<void> => {
    while (left-- > 0) for await (const _ of (await ask(url)) ?? []);
  };
  await Promise.all(Array.from({ length: 32 }, client));
  const { user, system } = process.cpuUsage(before);
  return [(requests * 1000) / (performance.now() - began), (user + system) / requests];
}

async function compare(): Promise<void> {
  const require = createRequire(join(resolve(flag("undici") ?? "."), "package.json"));
  const undici = require("undici") as Undici; // as its documentation says
  const clients: Readonly<Record<string, Ask>> = {
    own: async (url) => (await httpFetch(url, { ...options, redirect: "manual" })).body,
    undici: async (url) => (await undici.request(url, options)).body,
  };
  const upstream = fork(new URL(import.meta.url));
  const port = await new Promise<number>((done) => upstream.once("message", done));
  for (const [path, requests] of [
    ["answer", 3000],
    ["stream", 300],
  ] as const)
    for (const [name, rounds] of await alternating(
      clients,
      new URL(`http://127.0.0.1:${port}/${path}`),
      requests,
    )) {
      const [rate, cost] = [0, 1].map((i) => median(rounds.map((one) => one[i] ?? 0)));
      console.log(
        `${path} ${name}: ${Math.round(rate ?? 0)} requests/s, ${Math.round(cost ?? 0)} µs of the processor`,
      );
    }
  upstream.kill();
  process.exit();
}

type Rounds = (readonly [number, number])[];

async function alternating(clients: Readonly<Record<string, Ask>>, url: URL, requests: number) {
  const found = new Map<string, Rounds>(Object.keys(clients).map((name) => [name, []]));
  for (let i = 0; i < 9; i++)
    for (const [name, ask] of Object.entries(clients)) found.get(name)?.push(await round(ask, url, requests));
  return [...found].map(([name, rounds]) => [name, rounds.slice(2)] as const); // the first ones are warm-up
}

if (process.send) serve();
else await compare();
