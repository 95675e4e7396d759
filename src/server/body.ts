import { inTable } from "../lib/index.ts";
import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { ApiError } from "../messages/index.ts";

/** Loaded with the first body that is packed: few are. */
const zlib = () => import("node:zlib");

const inflaters: Readonly<Record<string, () => Promise<Transform>>> = {
  gzip: async () => (await zlib()).createGunzip(),
  "x-gzip": async () => (await zlib()).createGunzip(),
  deflate: async () => (await zlib()).createInflate(),
  br: async () => (await zlib()).createBrotliDecompress(),
};

const tooLarge = (): ApiError => new ApiError("request_too_large", "Request exceeds the maximum size");
const invalid = (message: string): ApiError => new ApiError("invalid_request_error", message);

/** Throws ApiError where the head alone shows that the body can't be taken. */
export function checkHead(request: IncomingMessage, limit: number): void {
  const { "content-type": type, "content-length": length } = request.headers;
  const media = type?.split(";", 1)[0]?.trim().toLowerCase();
  if (media !== "application/json" && !media?.endsWith("+json"))
    throw invalid(`content-type: must be application/json${type ? `, not ${type.slice(0, 80)}` : ""}`);
  const charset = /charset="?([^";\s]+)/i.exec(type ?? "")?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
    throw invalid(`content-type: charset must be utf-8, not ${charset.slice(0, 40)}`);
  if (length !== undefined && Number(length) > limit) throw tooLarge();
}

/**
 * The whole body, inflated if its content-encoding says so. Throws ApiError: request_too_large as soon as either size
 * passes `limit`, invalid_request_error for an unknown encoding or one that doesn't inflate.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return gather(request, limit);
  const inflate = inTable(inflaters, encoding);
  if (!inflate)
    throw invalid(`content-encoding: must be one of gzip, deflate, br, not ${encoding.slice(0, 40)}`);
  return inflated(await gather(request, limit), await inflate(), limit);
}

function gather(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.pause();
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    request.on("end", () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks, size));
    });
    request.on("error", reject);
    request.on("close", () => {
      if (!request.complete) reject(invalid("The connection was closed before the body was complete."));
    });
  });
}

function inflated(bytes: Buffer, stream: Transform, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        stream.destroy();
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    stream.on("end", () => resolve(Buffer.concat(chunks, size)));
    stream.on("error", () =>
      reject(invalid("The request body does not inflate as its content-encoding says.")),
    );
    stream.end(bytes);
  });
}
