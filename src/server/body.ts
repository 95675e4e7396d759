import { inTable } from "../lib/index.ts";
import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { ApiError } from "../messages/index.ts";
import type { BodyShare } from "./memory.ts";

/** Loaded with the first compressed body, as few are compressed. */
const zlib = () => import("node:zlib");

const inflaters: Readonly<Record<string, () => Promise<Transform>>> = {
  gzip: async () => (await zlib()).createGunzip(),
  "x-gzip": async () => (await zlib()).createGunzip(),
  deflate: async () => (await zlib()).createInflate(),
  br: async () => (await zlib()).createBrotliDecompress(),
};

const tooLarge = (limit: number): ApiError =>
  new ApiError("request_too_large", `Request exceeds the maximum size of ${limit} bytes`);
const invalid = (message: string): ApiError => new ApiError("invalid_request_error", message);

/** Throws ApiError if the headers alone show that the body must be rejected. */
export function checkHead(request: IncomingMessage, limit: number): void {
  const { "content-type": type, "content-length": length } = request.headers;
  if (length !== undefined && Number(length) > limit) throw tooLarge(limit);
  if (type === "application/json") return;
  const media = type?.split(";", 1)[0]?.trim().toLowerCase();
  if (media !== "application/json" && !media?.endsWith("+json"))
    throw invalid(`content-type: must be application/json${type ? `, not ${type.slice(0, 80)}` : ""}`);
  const charset = /charset="?([^";\s]+)/i.exec(type ?? "")?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
    throw invalid(`content-type: charset must be utf-8, not ${charset.slice(0, 40)}`);
}

/**
 * Reads the whole body, decompressed as content-encoding says. Throws ApiError: request_too_large as soon as either
 * size exceeds `limit`, invalid_request_error for an unknown encoding or corrupt data, and what `share` throws.
 */
export async function readBody(request: IncomingMessage, limit: number, share: BodyShare): Promise<Buffer> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return gather(request, limit, share);
  const inflate = inTable(inflaters, encoding);
  if (!inflate)
    throw invalid(`content-encoding: must be one of gzip, deflate, br, not ${encoding.slice(0, 40)}`);
  const packed = await gather(request, limit, share);
  return inflated(packed, await inflate(), sizer(limit, share));
}

/** Counts the bytes of chunks; throws ApiError when they exceed a limit. */
function sizer(limit: number, share: BodyShare): (chunk: Buffer) => void {
  let size = 0;
  return ({ length }) => {
    size += length;
    if (size > limit) throw tooLarge(limit);
    share.take(length);
  };
}

function gather(request: IncomingMessage, limit: number, share: BodyShare): Promise<Buffer> {
  const count = sizer(limit, share);
  return new Promise((resolve, reject) => {
    const body = new Gathering();
    request.on("data", (chunk: Buffer) => {
      try {
        count(chunk);
        body.add(chunk);
      } catch (error) {
        request.pause();
        reject(error);
      }
    });
    request.on("end", () => resolve(body.bytes()));
    request.on("error", reject);
    request.on("close", () => {
      if (!request.complete) reject(invalid("The connection was closed before the body was complete."));
    });
  });
}

/**
 * Bodies from this size are assembled as they arrive, where a thread reads them without a copy: to join or to copy
 * them at the end would block the event loop.
 */
const largeFrom = 1 << 20;

/** Joins the chunks of a body, in at most twice their memory. */
class Gathering {
  private chunks: Buffer[] = [];
  private size = 0;
  private large: Buffer | undefined;

  add(chunk: Buffer): void {
    const needed = this.size + chunk.length;
    if (needed < largeFrom) this.chunks.push(chunk);
    else {
      if (!this.large || needed > this.large.length) this.grow(needed);
      this.large?.set(chunk, this.size);
    }
    this.size = needed;
  }

  bytes(): Buffer {
    const [only] = this.chunks;
    if (this.large) return this.large.subarray(0, this.size);
    return this.chunks.length === 1 && only ? only : Buffer.concat(this.chunks);
  }

  private grow(needed: number): void {
    const before = this.large?.subarray(0, this.size) ?? Buffer.concat(this.chunks);
    this.large = Buffer.from(new SharedArrayBuffer(Math.max(needed, before.length * 2)));
    this.large.set(before);
    this.chunks = [];
  }
}

function inflated(bytes: Buffer, stream: Transform, count: (chunk: Buffer) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new Gathering();
    stream.on("data", (chunk: Buffer) => {
      try {
        count(chunk);
        body.add(chunk);
      } catch (error) {
        stream.destroy();
        reject(error);
      }
    });
    stream.on("end", () => resolve(body.bytes()));
    stream.on("error", () =>
      reject(invalid("The request body does not inflate as its content-encoding says.")),
    );
    stream.end(bytes);
  });
}
