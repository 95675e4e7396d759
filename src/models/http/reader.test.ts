import { describe, expect, it } from "vitest";
import { Reader } from "./reader.ts";

/** The result of reading an answer whose bytes arrive in these pieces. */
function read(pieces: readonly Buffer[], closes = false): { status?: number; body: string; ended: boolean } {
  const result: { status?: number; body: string; ended: boolean } = { body: "", ended: false };
  const parts: Uint8Array[] = [];
  const reader = new Reader({
    head: ({ status }) => (result.status = status),
    part: (bytes) => parts.push(bytes),
    end: () => (result.ended = true),
  });
  for (const piece of pieces) {
    const lent = Buffer.from(piece);
    reader.push(lent);
    lent.fill(0); // the owner of the buffer reuses it
  }
  if (closes) reader.closed();
  return { ...result, body: Buffer.concat(parts).toString() };
}

const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const long = `${"5\r\nHello\r\n".repeat(20)}1f4\r\n${"é".repeat(250)}\r\n`;

describe("an answer is the same at every split of its bytes", () => {
  it.each([
    ["a length", "HTTP/1.1 404 \r\nContent-Length: 5, 5\r\n\r\nHello", 404, "Hello"],
    ["no body", "HTTP/1.1 204 No Content\r\nX-A: é\r\n\r\n", 204, ""],
    ["an empty body", "HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n", 200, ""],
    ["chunks", `${chunked}${long}0\r\n\r\n`, 200, "Hello".repeat(20) + "é".repeat(250)],
    [
      "what chunks may say",
      `${chunked}0005 ;a=b\r\nHello\r\n00;x\r\nTrailer: 1\r\nB: 2\r\n\r\n`,
      200,
      "Hello",
    ],
    [
      "words before it",
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${chunked}0\r\n\r\n`,
      200,
      "",
    ],
  ])("%s", (_what, text, status, body) => {
    const bytes = Buffer.from(text, text.includes("X-A") ? "latin1" : "utf8");
    const whole = { status, body, ended: true };
    expect(read([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
    for (let index = 0; index <= bytes.length; index++)
      expect(read([bytes.subarray(0, index), bytes.subarray(index)])).toEqual(whole);
  });

  it("that ends with its connection", () => {
    const bytes = Buffer.from("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nHello");
    for (let index = 0; index <= bytes.length; index++)
      expect(read([bytes.subarray(0, index), bytes.subarray(index)], true)).toEqual({
        status: 200,
        body: "Hello",
        ended: true,
      });
  });
});

it.each([
  ["", "within the answer"],
  ["HTTP/1.1 200 OK\r\n", "within the answer"],
  ["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nHell", "within the answer"],
  [`${chunked}5\r\nHello\r\n`, "within the answer"],
  ["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nHello!", "follows the answer"],
  [`${chunked}0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n`, "follows the answer"],
  ["HTTP/2 200\r\n\r\n", "no status line"],
  ["HTTP/1.1 600 Odd\r\n\r\n", "no status line"],
  ["HTTP/1.1 101 Switching Protocols\r\n\r\n", "changes the protocol"],
  ["HTTP/1.1 200 OK\r\na b: c\r\n\r\n", "a header that is none"],
  ["HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n", "a header that is none"],
  ["HTTP/1.1 200 OK\r\na: b\nc: d\r\n\r\n", "a header that is none"],
  ["HTTP/1.1 200 OK\r\ncontent-length: 5, 6\r\n\r\n", "content-length is none"],
  ["HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n", "content-length is none"],
  [`${chunked.slice(0, -2)}content-length: 5\r\n\r\n`, "two lengths"],
  ["HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n", "is unknown"],
  [`${chunked}5\r\nHello!\r\n`, "doesn't end as it should|longer than it says"],
  [`${chunked}5\nHello\r\n`, "doesn't end as it should"],
  [`${chunked}-5\r\nHello\r\n`, "no size"],
  [`${chunked}fffffffff\r\n`, "no size"],
])("%j is no answer", (text, why) => {
  refused(Buffer.from(text), 1, new RegExp(why));
});

it("has bounds for what isn't its body", () => {
  refused(Buffer.from(`${chunked}${"0".repeat(2000)}`), 100, /too long/);
  refused(Buffer.from(`HTTP/1.1 200 OK\r\na: ${"b".repeat(70_000)}\r\n\r\n`), 1000, /head is too long/);
});

/** Expects a refusal, in one piece and in pieces of `size` bytes. */
function refused(bytes: Buffer, size: number, why: RegExp): void {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  for (const split of [[bytes], pieces]) expect(() => read(split, true)).toThrow(why);
}
