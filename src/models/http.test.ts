import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { collect, encodeSse, eventsOf } from "../messages/index.ts";
import { client } from "./index.ts";
import { httpFetch } from "./http.ts";
import { answer } from "./scripted.suite.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

async function listening(handle: RequestListener): Promise<{ url: URL; connections: () => number }> {
  const made = createServer(handle);
  let connections = 0;
  made.on("connection", () => connections++);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  const { port } = made.address() as AddressInfo; // it listens on a port
  return { url: new URL(`http://127.0.0.1:${port}/`), connections: () => connections };
}
const get = { method: "GET", headers: {}, redirect: "manual" } as const;

describe("requests to upstreams", () => {
  it("keep their connection, also when a stream is left at its last event", async () => {
    const { url, connections } = await listening(async (_incoming, response) => {
      response.setHeader("content-type", "text/event-stream");
      for await (const frame of encodeSse(listed())) response.write(frame);
      setTimeout(() => response.end(), 5); // the end comes late
    });
    const model = client({ baseUrl: url.href });
    const context = { signal: new AbortController().signal, requestId: "r" };
    for (let i = 0; i < 4; i++) {
      const request = { model: "x", max_tokens: 9, messages: [] };
      expect(await collect(model.stream(request, context))).toMatchObject({ content: [{ text: "Hello" }] });
      await new Promise((resolve) => setTimeout(resolve, 200)); // for the late end to arrive, on a busy machine too
    }
    expect(connections()).toBe(1);
  });

  it("send bodies with their length, and read answers whole", async () => {
    const { url } = await listening((incoming, response) => {
      let body = "";
      incoming.on("data", (part) => (body += part));
      incoming.on("end", () => response.end(`${incoming.headers["content-length"]} ${body}`));
    });
    const reply = await httpFetch(url, { ...get, method: "POST", body: "Zoë" });
    expect([reply.ok, reply.status, await reply.text()]).toEqual([true, 200, "4 Zoë"]);
  });

  it("go out again when a kept connection was closed just then", async () => {
    const { url, connections } = await listening((_incoming, response) => response.end("ok"));
    for (let i = 0; i < 5; i++) {
      expect(await (await httpFetch(url, get)).text()).toBe("ok");
      server?.closeAllConnections(); // we have not heard of it when the next request goes out
    }
    expect(connections()).toBe(5);
  });

  it("end with their signal, before and within an answer", async () => {
    const { url } = await listening((incoming, response) => {
      if (incoming.url !== "/silent") response.write("begun");
    });
    const silent = httpFetch(new URL("/silent", url), { ...get, signal: AbortSignal.timeout(20) });
    await expect(silent).rejects.toThrow(/abort/i);
    const reply = await httpFetch(url, { ...get, signal: AbortSignal.timeout(50) });
    await expect(reply.text()).rejects.toThrow(/abort/i);
  });
});

async function* listed() {
  yield* eventsOf(answer("Hello"));
}
