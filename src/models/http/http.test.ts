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
  const listener = createServer(handle);
  let connections = 0;
  listener.on("connection", () => connections++);
  server = listener;
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo; // it listens on a port
  return { url: new URL(`http://127.0.0.1:${port}/`), connections: () => connections };
}
const get = { method: "GET", headers: {}, redirect: "manual" } as const;

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** A self-signed certificate for localhost. */
function certificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const making = ["req", "-x509", "-nodes", "-days", "2", ...kind, ...names, "-keyout", key, "-out", cert];
  expect(spawnSync("openssl", making).status).toBe(0);
  const pair = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  return pair;
}

/** A proxy that records its requests, and forwards tunnels. */
async function proxying(
  answer = "HTTP/1.1 200 Connection established",
): Promise<{ url: URL; heads: string[] }> {
  const heads: string[] = [];
  raw = net.createServer((socket) => {
    socket.once("data", (bytes) => {
      const head = bytes.toString();
      heads.push(head);
      const [, host = "", port = ""] = /^CONNECT ([\w.]+):(\d+)/.exec(head) ?? [];
      if (host === "") return void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nproxied");
      socket.write(`${answer}\r\n\r\n`);
      if (!answer.includes(" 200 ")) return;
      const service = net.connect(Number(port), host);
      socket.pipe(service).pipe(socket);
      for (const end of [socket, service]) end.on("error", () => undefined);
    });
  });
  await new Promise<void>((resolve) => raw?.listen(0, "127.0.0.1", resolve));
  return { url: new URL(`http://me:a%20b@127.0.0.1:${(raw.address() as AddressInfo).port}`), heads };
}

describe("requests by a proxy", () => {
  const line = "proxy-authorization: Basic bWU6YSBi";

  it("ask it by the whole address of a service without TLS", async () => {
    const proxy = await proxying();
    const reply = await httpFetch(new URL("http://models.example:81/v1/x?y=1"), {
      ...get,
      connecting: { proxy: proxy.url },
    });
    expect(await reply.text()).toBe("proxied");
    expect(proxy.heads[0]).toMatch(/^GET http:\/\/models\.example:81\/v1\/x\?y=1 HTTP\/1\.1\r\nhost: models/);
    expect(proxy.heads[0]).toContain(line);
  });

  it.skipIf(!hasOpenssl)(
    "go through its tunnel, which is kept, to a service whose certificate is trusted",
    async () => {
      const identity = certificate();
      const secure = https.createServer(identity, ({ headers }, response) =>
        response.end(headers["proxy-authorization"] ?? "inside"),
      );
      server = secure;
      await new Promise<void>((resolve) => secure.listen(0, resolve));
      const url = new URL(`https://localhost:${(secure.address() as AddressInfo).port}/`);
      const proxy = await proxying();
      const connecting = { proxy: proxy.url, ca: identity.cert };
      for (let i = 0; i < 2; i++)
        expect(await (await httpFetch(url, { ...get, connecting })).text()).toBe("inside");
      expect(proxy.heads).toHaveLength(1);
      expect(proxy.heads[0]).toContain(line);
      await expect(httpFetch(url, { ...get, connecting: { proxy: proxy.url } })).rejects.toThrow(
        "self-signed",
      );
    },
  );

  it("say what it answers where it gives no tunnel", async () => {
    const { url } = await proxying("HTTP/1.1 407 Proxy Authentication Required");
    await expect(
      httpFetch(new URL("https://models.example/"), { ...get, connecting: { proxy: url } }),
    ).rejects.toThrow(/answered with status 407: .*https:\/\/models\.example/);
  });

  it("give up where there is no connection or tunnel in time", async () => {
    raw = net.createServer(() => undefined);
    await new Promise<void>((resolve) => raw?.listen(0, "127.0.0.1", resolve));
    const silent = `127.0.0.1:${(raw.address() as AddressInfo).port}`;
    for (const connecting of [{ connect: 50 }, { connect: 50, proxy: new URL(`http://${silent}`) }])
      await expect(httpFetch(new URL(`https://${silent}/`), { ...get, connecting })).rejects.toMatchObject({
        type: "timeout_error",
      });
  });
});

describe("requests to upstreams", () => {
  it("keep their connection, also when a stream is left at its last event", async () => {
    let ended = 0;
    const { url, connections } = await listening(async (_incoming, response) => {
      response.setHeader("content-type", "text/event-stream");
      response.on("finish", () => ended++);
      for await (const frame of encodeSse(listed())) response.write(frame);
      setTimeout(() => response.end(), 5); // the end arrives late
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
      server?.closeAllConnections(); // the client doesn't know yet when it sends the next request
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

/** A service that answers everything with these bytes. */
async function saying(text: string, ends = false): Promise<{ url: URL; connections: () => number }> {
  const listener = net.createServer((socket) => {
    socket.on("data", () => (ends ? socket.end(text) : socket.write(text)));
    socket.on("error", () => undefined);
  });
  let connections = 0;
  listener.on("connection", () => connections++);
  raw = listener;
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo; // it listens on a port
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
  ])("that is closed %s", async (_what, text, expected) => {
    const { url, connections } = await saying(text, true);
    const answer = httpFetch(url, get).then((reply) => reply.text());
    if (typeof expected === "string") expect(await answer).toBe(expected);
    else await expect(answer).rejects.toThrow(expected);
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
    expect(written).toBeLessThan(20 << 20); // the system's buffers
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

  it.skipIf(!hasOpenssl)("may be secure", async () => {
    const identity = certificate();
    const listener = https.createServer(identity, (incoming, response) => void incoming.pipe(response));
    server = listener;
    await new Promise<void>((resolve) => listener.listen(0, resolve));
    const { port } = listener.address() as AddressInfo; // it listens on a port
    const post = { ...get, method: "POST", body: "Zoë".repeat(100_000) } as const;
    const url = new URL(`https://localhost:${port}/`);
    await expect(httpFetch(url, post)).rejects.toThrow("self-signed");
    const known = getCACertificates();
    setDefaultCACertificates([...known, identity.cert]);
    const besides = { ca: certificate().cert };
    for (const connecting of [{}, {}, besides])
      expect(await (await httpFetch(url, { ...post, connecting })).text()).toBe(post.body);
    await expect(httpFetch(new URL(`https://127.0.0.1:${port}/`), post)).rejects.toThrow("IP");
    setDefaultCACertificates(known);
  });
});

async function* listed() {
  yield* eventsOf(answer("Hello"));
}
