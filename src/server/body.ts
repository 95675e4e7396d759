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
  const media = type?.split(";", 1)[0]?.trim().toLowerCase();
  if (media !== "application/json" && !media?.endsWith("+json"))
    throw invalid(`content-type: must be application/json${type ? `, not ${type.slice(0, 80)}` : ""}`);
  const charset = /charset="?([^";\s]+)/i.exec(type ?? "")?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
    throw invalid(`content-type: charset must be utf-8, not ${charset.slice(0, 40)}`);
  if (length !== undefined && Number(length) > limit) throw tooLarge(limit);
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
    const chunks: Buffer[] = [];
    const large = largeBody(request);
    request.on("data", (chunk: Buffer) => {
      try {
        count(chunk);
        if (large) large.add(chunk);
        else chunks.push(chunk);
      } catch (error) {
        request.pause();
        reject(error);
      }
    });
    request.on("end", () => {
      if (large) return resolve(large.bytes());
      const [only] = chunks;
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks));
    });
    request.on("error", reject);
    request.on("close", () => {
      if (!request.complete) reject(invalid("The connection was closed before the body was complete."));
    });
  });
}

/** Bodies from this size are assembled as they arrive: joining their chunks at the end would block the event loop. */
const largeFrom = 1 << 20;

/** Allocates at most twice the bytes received, whatever content-length claims. */
function largeBody({ headers }: IncomingMessage): { bytes(): Buffer; add(chunk: Buffer): void } | undefined {
  const length = Number(headers["content-length"]);
  if (!(length >= largeFrom)) return undefined;
  let [bytes, size] = [Buffer.allocUnsafeSlow(largeFrom), 0];
  return {
    bytes: () => bytes,
    add(chunk) {
      const needed = size + chunk.length;
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(length, Math.max(needed, bytes.length * 2)));
        bytes.copy(larger, 0, 0, size);
        bytes = larger;
      }
      size += chunk.copy(bytes, size);
    },
  };
}

function inflated(bytes: Buffer, stream: Transform, count: (chunk: Buffer) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => {
      try {
        count(chunk);
        chunks.push(chunk);
      } catch (error) {
        stream.destroy();
        reject(error);
      }
    });
    stream.on("end", () => resolve(Buffer.concat(chunks)));
    stream.on("error", () =>
      reject(invalid("The request body does not inflate as its content-encoding says.")),
    );
    stream.end(bytes);
  });
}
