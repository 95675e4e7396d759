import type * as Net from "node:net";
import { createRequire } from "node:module";
import type * as Tls from "node:tls";
import { ApiError, type ErrorType } from "../../messages/index.ts";

const require = createRequire(import.meta.url);
/** Loaded on first use: few programs need them. */
const net = (): typeof Net => require("node:net") as typeof Net; // typed by the module
const tls = (): typeof Tls => require("node:tls") as typeof Tls; // typed by the module

/** How to connect to a service. */
export interface Connecting {
  /** An HTTP proxy: https services are reached through a tunnel, others are requested by absolute URL. */
  readonly proxy?: URL;
  /** PEM certificates to trust in addition to the default ones. */
  readonly ca?: string;
  /** Connection timeout in milliseconds. */
  readonly connect?: number;
}

/** The read buffer that all connections share; bytes are copied before the next one reads. */
const shared = Buffer.allocUnsafeSlow(128 * 1024);

/** Receives bytes of the shared buffer; returning false pauses reading. */
export type Come = (bytes: Buffer) => boolean;

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");
const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);
export const isTunnelled = (url: URL, { proxy }: Connecting): boolean =>
  proxy !== undefined && url.protocol === "https:";

/** Opens a connection to the service, to its proxy, or inside a tunnel; it can be written to immediately. */
export function connect(url: URL, options: Connecting, come: Come, tunnel?: Net.Socket): Net.Socket {
  const onread = { buffer: shared, callback: (size: number) => come(shared.subarray(0, size)) };
  const to = tunnel === undefined ? (options.proxy ?? url) : url;
  const address = { host: hostOf(to), port: portOf(to), noDelay: true, onread };
  if (url.protocol !== "https:") return net().connect(address);
  const socket = tls().connect({
    ...(tunnel === undefined ? address : { socket: tunnel }),
    servername: net().isIP(hostOf(url)) ? "" : hostOf(url),
    ALPNProtocols: ["http/1.1"],
    ...(options.ca !== undefined && { ca: [...tls().getCACertificates(), options.ca] }),
  });
  if (tunnel !== undefined) socket.on("data", come);
  return socket;
}

/** Maximum bytes of a proxy's response before the tunnel. */
const longestAnswer = 16 * 1024;

/** Opens a tunnel to the service through a proxy. Rejects with ApiError. */
export function tunnelTo(url: URL, { proxy = url, connect: patience }: Connecting): Promise<Net.Socket> {
  return new Promise((resolve, reject) => {
    const target = `${url.hostname}:${portOf(url)}`;
    const socket = net().connect({ host: hostOf(proxy), port: portOf(proxy), noDelay: true });
    const fail = (what: string, type: ErrorType = "api_error"): void => {
      socket.destroy();
      const place = `the model's service at ${url.origin} can't be reached`;
      reject(new ApiError(type, `The proxy ${proxy.host} ${what}: ${place}.`));
    };
    const late = `gave no tunnel for ${(patience ?? 0) / 1000} s`;
    const timer = patience && setTimeout(fail, patience, late, "timeout_error");
    let answer = "";
    const read = (bytes: Buffer): void => {
      answer += bytes.toString("latin1");
      if (!answer.includes("\r\n\r\n")) {
        if (answer.length > longestAnswer) fail("sent no answer of HTTP");
        return;
      }
      clearTimeout(timer);
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1];
      if (status !== "200") return fail(`answered with status ${status ?? "none"}`);
      for (const event of ["data", "error", "close"]) socket.removeAllListeners(event);
      resolve(socket);
    };
    socket.on("data", read);
    socket.on("error", (error) => fail(`failed (${error.message})`));
    socket.on("close", () => fail("closed the connection"));
    socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n${proxyHeader(proxy)}\r\n`);
  });
}

/** The proxy's authorization header as a line. */
export function proxyHeader({ username, password }: URL): string {
  if (username === "") return "";
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `proxy-authorization: Basic ${Buffer.from(pair).toString("base64")}\r\n`;
}
