import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { eventsOf } from "../messages/index.ts";
import { hello, modelSaying, send } from "./http.suite.ts";
import { listen, type Listening } from "./index.ts";

let server: Listening | undefined;
afterEach(() => server?.close());

const answer = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "hi" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
} as const;

/** A server with 10 kB for bodies, whose model answers requests that mention waiting only when released. */
async function opened() {
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const model = modelSaying(async function* ({ messages }) {
    if (JSON.stringify(messages).includes("wait")) {
      begin();
      await finished;
    }
    yield* eventsOf(answer);
  });
  server = await listen({ model, profile: "spec", limits: { bodies: 10_000 } });
  return { url: server.url, begun, finish };
}

const saying = (content: string) => ({ ...hello, messages: [{ role: "user" as const, content }] });

it("bodies of all requests together are bounded, and count until their answer has ended", async () => {
  const { url, begun, finish } = await opened();
  const large = saying("x".repeat(6000));
  const waiting = send(url, { body: saying(`wait ${"x".repeat(6000)}`) });
  await begun;
  const refused = await send(url, { body: large });
  expect([refused.status, refused.body.error?.type]).toEqual([429, "rate_limit_error"]);
  expect([refused.headers["retry-after"], refused.headers["x-should-retry"]]).toEqual(["1", "true"]);
  expect((await send(url, { body: hello })).status).toBe(200);
  finish();
  expect((await waiting).status).toBe(200);
  expect((await send(url, { body: large })).status).toBe(200);
});

it("counts bodies as they are unpacked, and forgets those of refused requests", async () => {
  const { url } = await opened();
  const body = gzipSync(JSON.stringify(saying("x".repeat(20_000))));
  for (let i = 0; i < 3; i++)
    expect((await send(url, { body, headers: { "content-encoding": "gzip" } })).status).toBe(429);
  for (let i = 0; i < 3; i++) expect((await send(url, { body: saying("x".repeat(9000)) })).status).toBe(200);
});

it("refuses a second Host", async () => {
  const { url } = await opened();
  const received = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let text = "";
    socket.on("data", (data) => (text += data.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
    socket.end(
      `GET /healthz HTTP/1.1\r\nHost: ${url.host}\r\nhOST: example.org\r\nconnection: close\r\n\r\n`,
    );
  });
  expect(received).toMatch(/^HTTP\/1\.1 400 [^]*host: must be given once/);
});
