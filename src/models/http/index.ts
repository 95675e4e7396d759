import { atTurnsEnd } from "../../lib/index.ts";
import type { Body } from "./body.ts";
import { isTunnelled, proxyHeader, tunnelTo, type Connecting } from "./connect.ts";
import { Connection } from "./connection.ts";
import type { Head } from "./head.ts";

export type { Connecting } from "./connect.ts";

/** The part of `fetch` that is needed here: fetch itself fits, and so does anything smaller. */
export type Fetch = (
  url: URL,
  init: {
    readonly method: "GET" | "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: "manual";
    readonly body?: string | Uint8Array;
    readonly signal?: AbortSignal;
    /** Ignored by the global `fetch`, which supports proxies by other means. */
    readonly connecting?: Connecting;
  },
) => Promise<Reply>;

export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

const directly: Connecting = {};

/** Idle connections by options and origin; the most recently used one is reused first. */
const idleConnections = new WeakMap<Connecting, Map<string, Connection[]>>();

function connection(url: URL, options: Connecting): Connection | Promise<Connection> {
  const { origin } = url;
  const origins = idleConnections.get(options) ?? new Map<string, Connection[]>();
  const waiting = origins.get(origin) ?? [];
  idleConnections.set(options, origins.set(origin, waiting));
  const gone = (connection: Connection): void => {
    const index = waiting.indexOf(connection);
    if (index >= 0) waiting.splice(index, 1);
  };
  const events = { free: (connection: Connection) => void waiting.push(connection), gone };
  const ready = waiting.pop();
  if (ready) return ready;
  if (!isTunnelled(url, options)) return new Connection(url, events, options);
  return tunnelTo(url, options).then((tunnel) => new Connection(url, events, options, tunnel));
}

/**
 * HTTP/1.1 with reused connections, mainly for long streams: it reads in large pieces where node:http passes on chunk
 * after chunk, at a third of the cost. It doesn't follow redirects or decompress, and only accepts strictly valid
 * answers. Rejects with the connection's error, or the signal's reason.
 */
export const httpFetch: Fetch = (url, init) =>
  new Promise((resolve, reject) => {
    const { body = "", signal, connecting = directly } = init;
    const head = headOf(url, init);
    const ask = (open: Connection): void =>
      open.ask({
        head,
        body,
        signal,
        answered: (answer, stream) => resolve(reply(answer, stream)),
        failed(error, unheard) {
          if (unheard && !signal?.aborted) resolve(httpFetch(url, init));
          else reject(error);
        },
      });
    atTurnsEnd(() => {
      if (signal?.aborted) return reject(signal.reason);
      const open = connection(url, connecting);
      if (open instanceof Connection) ask(open);
      else open.then(ask).catch(reject);
    });
  });

/** Builds the request's head. Throws TypeError for a header that can't be sent. */
function headOf(url: URL, { method, headers, body, connecting }: Parameters<Fetch>[1]): string {
  const proxy = connecting && !isTunnelled(url, connecting) ? connecting.proxy : undefined;
  const target = `${proxy ? url.origin : ""}${url.pathname}${url.search}`;
  let text = `${method} ${target} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: keep-alive\r\n`;
  if (proxy) text += proxyHeader(proxy);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || !/^[\t -~\x80-\xff]*$/.test(value))
      throw new TypeError(`The header ${name} can't be sent.`);
    text += `${name}: ${value}\r\n`;
  }
  if (body !== undefined) text += `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${text}\r\n`;
}

const reply = ({ status, headers }: Head, body: Body): Reply => ({
  ok: status >= 200 && status < 300,
  status,
  headers: { get: (name) => headers.get(name.toLowerCase()) ?? null },
  body,
  text: () => body.text(),
});
