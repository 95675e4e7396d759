import type * as Http from "node:http";
import { createRequire } from "node:module";
import { atTurnsEnd } from "../lib/index.ts";
import { bytesOf } from "./bytes.ts";

/** What we need of `fetch`: it serves, and so does anything smaller. */
export type Fetch = (
  url: URL,
  init: {
    readonly method: "GET" | "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: "manual";
    readonly body?: string;
    readonly signal?: AbortSignal;
  },
) => Promise<Reply>;

export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

const require = createRequire(import.meta.url);

interface Protocol extends Pick<typeof Http, "request"> {
  readonly agent: Http.Agent;
}
const loaded = new Map<string, Protocol>();

/** What speaks a URL's protocol. It is required when first used: an import of node:http loads a second client too. */
function protocol(url: URL): Protocol {
  const known = loaded.get(url.protocol);
  if (known) return known;
  const { Agent, request } = require(`node:${url.protocol.slice(0, -1)}`) as typeof Http; // or https, alike
  const made = { request, agent: new Agent({ keepAlive: true }) };
  loaded.set(url.protocol, made);
  return made;
}

/**
 * HTTP/1.1 by kept connections. It follows no redirect and takes half a millisecond less per request than the
 * global fetch. Rejects with the socket's error, or the signal's reason.
 */
export const httpFetch: Fetch = (url, init) =>
  new Promise((resolve, reject) => {
    const { method, body, signal } = init;
    const headers =
      body === undefined ? init.headers : { ...init.headers, "content-length": Buffer.byteLength(body) };
    const options = { method, headers, ...(signal && { signal }) };
    const answered = (incoming: Http.IncomingMessage): void => resolve(reply(incoming));
    const { request, agent } = protocol(url);
    const out = request(url, { ...options, agent }, answered);
    out.on("error", (error: Error & { readonly code?: string }) => {
      // the service closed a kept connection just when we used it: it has seen nothing of the request
      if (out.reusedSocket && error.code === "ECONNRESET") resolve(httpFetch(url, init));
      else reject(error);
    });
    if (body === undefined) out.end();
    else atTurnsEnd(() => out.end(body));
  });

function reply(incoming: Http.IncomingMessage): Reply {
  const { statusCode: status = 0, headers } = incoming;
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: {
      get: (name) => {
        const value = headers[name];
        return (Array.isArray(value) ? value.join(", ") : value) ?? null;
      },
    },
    body: bytesOf(incoming),
    text: () => textOf(incoming),
  };
}

function textOf(incoming: Http.IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    incoming.on("data", (part: Uint8Array) => {
      parts.push(part);
      size += part.length;
      if (size > longest) incoming.destroy(new Error(`The answer is longer than ${longest} bytes.`));
    });
    incoming.on("end", () => resolve(Buffer.concat(parts, size).toString("utf8")));
    incoming.on("error", reject);
  });
}

/** Bytes of an answer that is read whole. */
const longest = 64 << 20;
