import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Part, Row } from "./rows.ts";

export interface Recorded {
  /** Path and query as received. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Starts a server that keeps requests as bytes and answers 204; it shares no code with our clients and servers. */
export async function record(): Promise<{
  readonly url: string;
  readonly seen: Recorded[];
  readonly server: Server;
}> {
  const seen: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: target = "", headers } = request;
      seen.push({ target, headers, body: Buffer.concat(chunks).toString("latin1") });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server };
}

/** Returns the parts of a multipart body, split at its boundary (RFC 2046, 5.1). */
function partsOf({ headers, body }: Recorded): readonly Part[] {
  const boundary = /boundary="?([^";]+)/.exec(String(headers["content-type"]))?.[1] ?? "";
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((piece) => {
      const [head = "", ...rest] = piece.slice(2).split("\r\n\r\n");
      const name = /name="([^"]*)"/.exec(head)?.[1] ?? "";
      const type = /content-type: *([^\r\n]+)/i.exec(head)?.[1];
      const file = /filename=/.test(head);
      const text = rest.join("\r\n\r\n").slice(0, -2);
      return { name, text, ...(type ? { type } : {}), ...(file ? { file: true } : {}) };
    });
}

/** Returns what a request has at a row's place, in the format of rows. */
export function written(row: Row, request: Recorded): Row["wire"] {
  const [path = "", query = ""] = request.target.split("?", 2);
  if (row.place === "path") return path.slice(path.lastIndexOf("/") + 1);
  if (row.place === "query")
    return request.target.includes("?") ? request.target.slice(path.length + 1) : query;
  if (row.place === "header") return String(request.headers["color"]);
  if (row.place === "part") return /^color: (.*)$/im.exec(request.body)?.[1]?.trimEnd() ?? "";
  if (row.place === "cookie") return String(request.headers["cookie"]);
  return row.place === "multipart" ? partsOf(request) : request.body;
}

const boundary = "row-boundary";

/** Returns the request that a row describes, as a server receives it. */
export function requestOf(row: Row & { readonly id: string }): Recorded & { readonly method: string } {
  const { place, wire } = row;
  const text = typeof wire === "string" ? wire : "";
  const types = {
    form: "application/x-www-form-urlencoded",
    json: "application/json",
    multipart: `multipart/form-data; boundary=${boundary}`,
    part: `multipart/form-data; boundary=${boundary}`,
  };
  const type = place in types ? types[place as keyof typeof types] : undefined; // as just asked
  const parts: readonly Part[] = typeof wire === "string" ? [{ name: "file", text: "x" }] : wire;
  const more = place === "part" ? `color: ${text}\r\n` : "";
  const pieces = parts.map(
    ({ name, text: value, type: own }) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n${more}${own ? `content-type: ${own}\r\n` : ""}\r\n${value}\r\n`,
  );
  const body =
    place === "multipart" || place === "part" ? `${pieces.join("")}--${boundary}--\r\n` : type ? text : "";
  return {
    method: type ? "post" : "get",
    target: `/${row.id}${place === "path" ? `/${text}` : place === "query" ? `?${text}` : ""}`,
    headers: {
      ...(place === "header" ? { color: text } : {}),
      ...(place === "cookie" ? { cookie: text } : {}),
      ...(type ? { "content-type": type, "content-length": String(Buffer.byteLength(body)) } : {}),
    },
    body,
  };
}
