/**
 * A provider that answers at once, using plain sockets. It must be cheap: on a machine with few cores, its cost reduces
 * what the measured proxy can do.
 */
import { createServer, type Server, type Socket } from "node:net";
import { eventsOf, frame, type MessagesResponse, type StreamEvent } from "../../src/messages/index.ts";

/**
 * Yields one long stream with this many frames per write: 1 as engines send them, more as they accumulate on the way.
 */
function* longStream(answer: MessagesResponse, megabytes: number, frames: number): Generator<Buffer> {
  const delta: StreamEvent = {
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text: "some words of an answer, as they come. ".repeat(4) },
  };
  const [start, begin, , ...end] = [...eventsOf(answer)].map(frame);
  yield Buffer.from(`${start}${begin}`);
  const many = Buffer.from(frame(delta).repeat(frames));
  for (let left = megabytes * 1e6; left > 0; left -= many.length) yield many;
  yield Buffer.from(end.join(""));
}

/** Formats an answer with a known length. */
const whole = (type: string, body: string): Buffer =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

async function send(socket: Socket, parts: Iterable<Buffer>, frames: number): Promise<void> {
  socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
  for (const part of parts) {
    if (socket.destroyed) return;
    socket.cork();
    socket.write(`${part.length.toString(16)}\r\n`);
    socket.write(part);
    const room = socket.write("\r\n");
    socket.uncork();
    if (!room) await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve));
    else if (frames < 64) await new Promise(setImmediate); // a separate write for each
  }
  socket.write("0\r\n\r\n");
}

/** Returns where the first request in the text ends, or `undefined` if it is incomplete. */
function endOf(text: string): readonly [head: number, end: number] | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const end = head + 4 + Number(/\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
  return text.length < end ? undefined : [head, end];
}

/** Answers whole or streamed, or streams `max_tokens` / 1000 megabytes with `top_k` frames per write. */
export function upstream(answer: MessagesResponse): Server {
  const models = whole("application/json", '{"data":[{"id":"bench"}]}');
  const plain = whole("application/json", JSON.stringify(answer));
  const streamed = whole("text/event-stream", [...eventsOf(answer)].map(frame).join(""));
  const reply = (socket: Socket, text: string): void => {
    if (!text) return void socket.write(models);
    const { stream, max_tokens, top_k } = JSON.parse(text);
    if (!stream) return void socket.write(plain);
    if (max_tokens < 1000 && !top_k) return void socket.write(streamed);
    const frames: number = top_k ?? 64;
    void send(socket, longStream(answer, max_tokens / 1000, frames), frames);
  };
  return createServer((socket) => {
    let text = "";
    socket.setNoDelay(true).on("error", () => socket.destroy());
    socket.on("data", (data) => {
      text += data.toString("latin1");
      const found = endOf(text);
      if (!found) return;
      const body = text.slice(found[0] + 4, found[1]);
      text = text.slice(found[1]);
      reply(socket, body);
    });
  });
}
