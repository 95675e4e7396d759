import type { Socket } from "node:net";
import { ApiError } from "../../messages/index.ts";
import { Body } from "./body.ts";
import { connect, type Connecting } from "./connect.ts";
import type { Head } from "./head.ts";
import { Reader } from "./reader.ts";

// oxlint-disable-next-line no-control-regex -- a head has line ends
const ascii = /^[\0-\x7f]*$/;

export interface Asked {
  /** The request's head and body. */
  readonly head: string;
  readonly body: string | Uint8Array;
  readonly signal: AbortSignal | undefined;
  answered(head: Head, body: Body): void;
  /** `unheard`: a reused connection failed before any response, for example because the service had just closed it. */
  failed(error: Error, unheard: boolean): void;
}

interface Events {
  free(connection: Connection): void;
  gone(connection: Connection): void;
}

/** One connection to a service: one request at a time, repeatedly while the service keeps it open. */
export class Connection {
  private readonly socket: Socket;
  private readonly free: (connection: Connection) => void;
  private readonly gone: (connection: Connection) => void;
  private pending: Asked | undefined;
  private body: Body | undefined;
  private reader: Reader | undefined;
  private head: Head | undefined;
  private used = false;
  private heard = false;
  private sent = false;
  private idle: NodeJS.Timeout | undefined;
  private readonly stop = (): void => {
    const reason: unknown = this.pending?.signal?.reason;
    this.over(reason instanceof Error ? reason : new Error("It was aborted.", { cause: reason }));
  };

  constructor(url: URL, events: Events, options: Connecting, tunnel?: Socket) {
    [this.free, this.gone] = [events.free, events.gone];
    this.socket = connect(url, options, (bytes) => this.come(bytes), tunnel);
    this.await(url, options.connect);
    this.socket.setKeepAlive(true, 60_000);
    this.socket.on("error", (error) => this.over(error));
    this.socket.on("end", () => this.over());
    this.socket.on("close", () => this.over());
  }

  ask(exchange: Asked): void {
    clearTimeout(this.idle);
    this.socket.ref();
    this.pending = exchange;
    [this.heard, this.sent, this.head, this.body] = [false, false, undefined, undefined];
    this.reader = new Reader({
      head: (head) => this.begin(head),
      part: (bytes) => this.body?.come(bytes),
      end: () => this.end(),
    });
    exchange.signal?.addEventListener("abort", this.stop);
    const { head, body } = exchange;
    const sent = (): void => void (this.sent = true);
    if (typeof body === "string" && ascii.test(head))
      return void this.socket.write(head + body, "utf8", sent);
    this.socket.cork();
    this.socket.write(head, "latin1");
    this.socket.write(body, sent);
    this.socket.uncork();
  }

  /** Gives up if there is no connection in time. */
  private await({ origin, protocol }: URL, patience: number | undefined): void {
    if (patience === undefined) return;
    const late = `The model's service at ${origin} took no connection for ${patience / 1000} s.`;
    const timer = setTimeout(() => this.over(new ApiError("timeout_error", late)), patience);
    for (const event of [protocol === "https:" ? "secureConnect" : "connect", "close"])
      this.socket.once(event, () => clearTimeout(timer));
  }

  private come(bytes: Buffer): boolean {
    const { reader } = this;
    if (!reader) {
      this.socket.destroy(); // no request is waiting
      return false;
    }
    this.heard = true;
    try {
      reader.push(bytes);
    } catch (error) {
      this.over(error instanceof Error ? error : new Error(String(error)));
    }
    return !this.socket.isPaused();
  }

  private begin(head: Head): void {
    const { pending, socket } = this;
    this.head = head;
    this.body = new Body({
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      destroy: (error) => this.over(error),
    });
    pending?.answered(head, this.body);
  }

  /** Called when the answer is complete. */
  private end(): void {
    const { body, head, socket } = this;
    this.forget();
    body?.end();
    if (socket.isPaused()) socket.resume();
    if (!head?.keeps || !this.sent || socket.destroyed) {
      socket.destroy();
      return;
    }
    this.used = true;
    socket.unref();
    const seconds = /timeout=(\d{1,6})/.exec(head.headers.get("keep-alive") ?? "")?.[1];
    if (seconds !== undefined)
      this.idle = setTimeout(() => socket.destroy(), Math.max(0, Number(seconds) * 1000 - 1000)).unref();
    this.free(this);
  }

  /** Called when the connection can't be used any more. */
  private over(error?: Error): void {
    const { pending, body, reader, socket } = this;
    clearTimeout(this.idle);
    this.gone(this);
    socket.destroy();
    if (!pending) return;
    let cause = error;
    try {
      if (!cause) reader?.closed();
    } catch (early) {
      cause = early as Error; // closed() only throws Error
    }
    this.forget();
    if (!cause) return;
    if (body) body.end(cause);
    else pending.failed(cause, this.used && !this.heard);
  }

  private forget(): void {
    this.pending?.signal?.removeEventListener("abort", this.stop);
    [this.pending, this.reader, this.body] = [undefined, undefined, undefined];
  }
}
