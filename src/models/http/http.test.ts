import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../lib/until.suite.ts";
import { collect, encodeSse, eventsOf } from "../../messages/index.ts";
import { client } from "../index.ts";
import { httpFetch } from "./index.ts";
import { answer } from "../scripted.suite.ts";

let server: Server | undefined;
let raw: net.Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  raw?.close();
});

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
    let ended = 0;
    const { url, connections } = await listening(async (_incoming, response) => {
      response.setHeader("content-type", "text/event-stream");
      response.on("finish", () => ended++);
      for await (const frame of encodeSse(listed())) response.write(frame);
      setTimeout(() => response.end(), 5); // the end comes late
    });
    const model = client({ baseUrl: url.href });
    const context = { signal: new AbortController().signal, requestId: "r" };
    for (let i = 0; i < 4; i++) {
      const request = { model: "x", max_tokens: 9, messages: [] };
      expect(await collect(model.stream(request, context))).toMatchObject({ content: [{ text: "Hello" }] });
      await until(() => ended === i + 1);
      await new Promise((resolve) => setTimeout(resolve, 50)); // for the late end to arrive
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
    const calledOff = new AbortController();
    const reply = await httpFetch(url, { ...get, signal: calledOff.signal });
    const text = reply.text();
    calledOff.abort();
    await expect(text).rejects.toThrow(/abort/i);
  });
});

/** A service that answers whatever comes with these bytes. */
async function saying(text: string, ends = false): Promise<{ url: URL; connections: () => number }> {
  const made = net.createServer((socket) => {
    socket.on("data", () => (ends ? socket.end(text) : socket.write(text)));
    socket.on("error", () => undefined);
  });
  let connections = 0;
  made.on("connection", () => connections++);
  raw = made;
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  const { port } = made.address() as AddressInfo; // it listens on a port
  return { url: new URL(`http://127.0.0.1:${port}/`), connections: () => connections };
}

describe("a connection", () => {
  it.each([
    ["is kept", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok", 1],
    ["is left where it says so", "HTTP/1.1 200 OK\r\nconnection: Close\r\ncontent-length: 2\r\n\r\nok", 3],
    ["is left in the old version", "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok", 3],
    [
      "is left when it will soon be closed",
      "HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok",
      3,
    ],
  ])("%s", async (_what, text, opened) => {
    const { url, connections } = await saying(text);
    for (let i = 0; i < 3; i++) {
      expect(await (await httpFetch(url, get)).text()).toBe("ok");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(connections()).toBe(opened);
  });

  it.each([
    ["ends its answer", "HTTP/1.1 200 OK\r\n\r\nHello", "Hello"],
    ["cuts its answer", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nHello", /closed within the answer/],
    ["cuts its chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nHello", /closed within/],
    ["cuts its head", "HTTP/1.1 200 OK\r\n", /closed within the answer/],
    ["says nothing", "", /closed within the answer/],
  ])("that is closed %s", async (_what, text, said) => {
    const { url, connections } = await saying(text, true);
    const answer = httpFetch(url, get).then((reply) => reply.text());
    if (typeof said === "string") expect(await answer).toBe(said);
    else await expect(answer).rejects.toThrow(said);
    expect(connections()).toBe(1);
  });

  it("on which more than the answer comes is never used again, and the answer is refused", async () => {
    const { url, connections } = await saying(
      "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK",
    );
    for (let i = 0; i < 3; i++)
      await expect(httpFetch(url, get).then((reply) => reply.text())).rejects.toThrow("follows the answer");
    expect(connections()).toBe(3);
  });

  it("carries no header that would be two", async () => {
    const { url } = await saying("");
    for (const headers of [{ "x-a": "b\r\nx-c: d" }, { "x a": "b" }, { "x-a": "Ω" }])
      await expect(httpFetch(url, { ...get, headers: headers as Record<string, string> })).rejects.toThrow(
        "can't be sent",
      );
  });

  it("takes no more than a reader wants, and serves the next one when that has read", async () => {
    let written = 0;
    const part = Buffer.alloc(64 * 1024, "x");
    const { url, connections } = await listening(async (incoming, response) => {
      if (incoming.url !== "/long") return response.end("ok");
      for (let i = 0; i < 800; i++) {
        written += part.length;
        if (!response.write(part)) await new Promise((resolve) => response.once("drain", resolve));
      }
      return response.end();
    });
    const { body } = await httpFetch(new URL("/long", url), get);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(written).toBeLessThan(20 << 20); // what the system holds
    let size = 0;
    for await (const bytes of body ?? []) size += bytes.length;
    expect(size).toBe(800 * part.length);
    expect(await (await httpFetch(url, get)).text()).toBe("ok");
    expect(connections()).toBe(1);
  });

  it("is found by any address of a name", async () => {
    const { url } = await listening((_incoming, response) => response.end("ok"));
    expect(await (await httpFetch(new URL(url.href.replace("127.0.0.1", "localhost")), get)).text()).toBe(
      "ok",
    );
  });

  it("that nobody listens to fails with the system's word", async () => {
    const { url } = await listening(() => undefined);
    server?.close();
    await expect(httpFetch(url, get)).rejects.toThrow("ECONNREFUSED");
  });

  it.skipIf(spawnSync("openssl", ["version"]).status !== 0)("may be secure", async () => {
    const folder = mkdtempSync(join(tmpdir(), "antiphon-tls-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
    const making = ["req", "-x509", "-nodes", "-days", "2", ...kind, ...names, "-keyout", key, "-out", cert];
    expect(spawnSync("openssl", making).status).toBe(0);
    const certificate = readFileSync(cert, "utf8");
    const made = https.createServer(
      { key: readFileSync(key), cert: certificate },
      (incoming, response) => void incoming.pipe(response),
    );
    server = made;
    rmSync(folder, { recursive: true });
    await new Promise<void>((resolve) => made.listen(0, resolve));
    const { port } = made.address() as AddressInfo; // it listens on a port
    const post = { ...get, method: "POST", body: "Zoë".repeat(100_000) } as const;
    const url = new URL(`https://localhost:${port}/`);
    await expect(httpFetch(url, post)).rejects.toThrow("self-signed");
    const known = getCACertificates();
    setDefaultCACertificates([...known, certificate]);
    for (let i = 0; i < 2; i++) expect(await (await httpFetch(url, post)).text()).toBe(post.body);
    await expect(httpFetch(new URL(`https://127.0.0.1:${port}/`), post)).rejects.toThrow("IP");
    setDefaultCACertificates(known);
  });
});

async function* listed() {
  yield* eventsOf(answer("Hello"));
}
