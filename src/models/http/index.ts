import { atTurnsEnd } from "../../lib/index.ts";
import type { Body } from "./body.ts";
import { Connection } from "./connection.ts";
import type { Head } from "./head.ts";

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

/** Connections that nobody uses, by their origins; the last that was used is taken first. */
const kept = new Map<string, Connection[]>();

function connection(url: URL): Connection {
  const { origin } = url;
  const waiting = kept.get(origin) ?? [];
  kept.set(origin, waiting);
  const gone = (one: Connection): void => {
    const at = waiting.indexOf(one);
    if (at >= 0) waiting.splice(at, 1);
  };
  return waiting.pop() ?? new Connection(url, { free: (one) => waiting.push(one), gone });
}

/**
 * HTTP/1.1 by kept connections, for long streams above all: it reads them in large pieces where node:http hands on chunk
 * after chunk, for a third of what that costs. It follows no redirect, unpacks nothing, and takes an answer in the
 * strict form alone. Rejects with the connection's error, or the signal's reason.
 */
export const httpFetch: Fetch = (url, init) =>
  new Promise((resolve, reject) => {
    const { body = "", signal } = init;
    const head = headOf(url, init);
    atTurnsEnd(() => {
      if (signal?.aborted) return reject(signal.reason);
      connection(url).ask({
        head,
        body,
        signal,
        answered: (answer, stream) => resolve(reply(answer, stream)),
        failed(error, unheard) {
          if (unheard && !signal?.aborted) resolve(httpFetch(url, init));
          else reject(error);
        },
      });
    });
  });

/** Throws TypeError for a header that can't be sent. */
function headOf({ host, pathname, search }: URL, { method, headers, body }: Parameters<Fetch>[1]): string {
  let text = `${method} ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
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
