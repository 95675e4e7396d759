import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Problem, type Issue } from "../problem.ts";
import { fromJson } from "./json.ts";
import { fromPairs, isMembers, issuesIn, partsOf, readParameters, scalar, single } from "./parameters.ts";
import { itemShape, type ListShape, type Media, type Route, type Shape } from "./route.ts";

/** Bytes that a body may have: one that is read whole into values, and one that may carry files. */
export const limits = { values: 1_048_576, files: 16_777_216 } as const;

async function bytesOf(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > most) throw new Problem(413);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new Problem(413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const bare = (type: string): string => (type.split(";", 1)[0] ?? "").trim().toLowerCase();

/** The described media type that a body has: itself, or the range that it is in. */
function mediaFor(type: string, media: readonly Media[]): Media | undefined {
  const wanted = bare(type);
  const exact = media.find((one) => bare(one.type) === wanted);
  if (exact) return exact;
  return media.find(
    (one) =>
      bare(one.type) === "*/*" ||
      (bare(one.type).endsWith("/*") && wanted.startsWith(bare(one.type).slice(0, -1))),
  );
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(400, [{ path: "", message: "must be text in UTF-8" }]);
  }
}

function json(bytes: Buffer, shape: Shape | undefined): unknown {
  let value: unknown;
  try {
    value = fromJson(textOf(bytes), shape);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, [{ path: "", message: "must be JSON" }]);
  }
  if (isTooDeep(value)) throw new Problem(400, [{ path: "", message: "is nested too deeply" }]);
  return value;
}

/** Whether JSON is nested deeper than any reader of it should have to go. */
export function isTooDeep(value: unknown, most = 100): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}

type Part = readonly [name: string, value: string | Blob];

async function partOf(value: string | Blob, shape: Shape): Promise<unknown> {
  if (typeof value === "string") return single(value, shape);
  if (shape === "binary" || (shape === "any" && !/json/.test(value.type))) return value;
  const text = await value.text();
  return typeof shape === "string" && !/json/.test(value.type)
    ? scalar(text, shape)
    : single(text, /json/.test(value.type) ? {} : shape);
}

async function jsonPart(part: string | Blob, name: string, issues: Issue[]): Promise<unknown> {
  try {
    return JSON.parse(typeof part === "string" ? part : await part.text());
  } catch {
    issues.push({ path: name, message: "must be JSON" });
    return undefined;
  }
}

const isList = (shape: Shape): shape is ListShape => Array.isArray(shape);

const textsOf = (parts: readonly Part[]): readonly (readonly [string, string])[] =>
  parts.flatMap(([name, value]) =>
    typeof value === "string" ? [[name, encodeURIComponent(value)] as const] : [],
  );

/** The members of a form: those in a style, and others, of which repeated ones are lists. Texts in a style come encoded. */
async function formOf(
  parts: readonly Part[],
  media: Media,
  issues: Issue[],
  raw = textsOf(parts),
): Promise<unknown> {
  const { shape, parts: styles = {} } = media;
  const members = shape !== undefined && isMembers(shape) ? shape : {};
  const kindOf = (name: string): Shape =>
    (Object.hasOwn(members, name) ? members[name] : Object.hasOwn(members, "*") ? members["*"] : undefined) ??
    "string";
  const others = new Set(Object.keys(members));
  const styled = Object.entries(styles).flatMap(([name, how]) => {
    const value = fromPairs(raw, { ...how, name, shape: kindOf(name) }, issues, others);
    return value === undefined ? [] : [[name, value] as const];
  });
  // Members of an object that stand in pairs of their own.
  const spread = new Set(
    styled.flatMap(([name, value]) =>
      styles[name]?.explode && styles[name].style !== "deepObject" && isMembers(kindOf(name))
        ? Object.keys(value as object) // read as one
        : [],
    ),
  );
  const taken = (name: string): boolean =>
    Object.hasOwn(styles, name.replace(/\[.*/s, "")) || (!others.has(name) && spread.has(name));
  const names = [...new Set(parts.map(([name]) => name))].filter((name) => !taken(name));
  const entries = names.map(async (name) => {
    const own = parts.filter((part) => part[0] === name).map((part) => part[1]);
    const [first = ""] = own;
    const kind = kindOf(name);
    const read = (part: string | Blob, wanted: Shape): unknown =>
      media.json?.includes(name) ? jsonPart(part, name, issues) : partOf(part, wanted);
    if (!isList(kind)) return [name, await read(own.at(-1) ?? first, kind)] as const;
    const isWhole = own.length === 1 && typeof first === "string" && first.startsWith("[");
    return [
      name,
      isWhole ? single(first, kind) : await Promise.all(own.map((one, i) => read(one, itemShape(kind, i)))),
    ] as const;
  });
  return Object.fromEntries([...styled, ...(await Promise.all(entries))]);
}

const mostParts = 1000;
const notParts = (): Problem => new Problem(400, [{ path: "", message: "must be a form with parts" }]);

interface Piece {
  readonly name: string;
  readonly value: string | Blob;
  readonly headers: IncomingHttpHeaders;
}

/** A text between quotes of a head: browsers encode quotes and line ends, others put a backslash before quotes. */
const unquoted = (text: string): string =>
  text.replaceAll(
    /\\(["\\])|%(22|0D|0A)/gi,
    (_, sign: string | undefined, code = "") => sign ?? String.fromCharCode(parseInt(String(code), 16)),
  );

/** Parameters of a header's value, in their order, the first of each name: nothing between quotes is one. */
function parametersOf(header: string): ReadonlyMap<string, string | undefined> {
  const pattern = /(?:^[^;]*)?;\s*([^\s;="]+)=(?:"((?:\\.|[^"\\])*)"|([^\s;"][^;"]*))?\s*/gy;
  const entries = Array.from(header.matchAll(pattern), ([, name = "", quoted, plain]) => {
    return [name.toLowerCase(), quoted === undefined ? plain?.trim() : unquoted(quoted)] as const;
  });
  return new Map(entries.toReversed());
}

/** One part: RFC 7578, 4. It is a file where it has a file name. */
function pieceOf(bytes: Buffer): Piece {
  const end = bytes.indexOf("\r\n\r\n");
  const [blank = "", ...lines] = bytes.toString("utf8", 0, Math.max(end, 0)).split("\r\n");
  const headers: IncomingHttpHeaders = Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...rest] = line.split(":");
      return [name.trim().toLowerCase(), rest.join(":").trim()];
    }),
  );
  const { "content-disposition": disposition = "", "content-type": type = "" } = headers;
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (end < 0 || blank.trim() !== "" || name === undefined) throw notParts();
  const content = bytes.subarray(end + 4);
  if (!parameters.has("filename") && !parameters.has("filename*"))
    return { name, value: content.toString("utf8"), headers };
  const file = new File([new Uint8Array(content)], parameters.get("filename") ?? "", { type });
  return { name, value: file, headers };
}

/** The parts between the lines of a boundary: RFC 2046, 5.1.1. */
function piecesOf(bytes: Buffer, type: string): readonly Piece[] {
  const boundary = parametersOf(type).get("boundary") ?? "";
  const line = "\r\n--" + boundary;
  const whole = Buffer.concat([Buffer.from("\r\n"), bytes]);
  const pieces: Piece[] = [];
  let start = boundary !== "" && boundary.length <= 70 ? whole.indexOf(line) : -1;
  while (start >= 0 && whole.toString("latin1", start + line.length, start + line.length + 2) !== "--") {
    const end = whole.indexOf(line, start + line.length);
    if (end < 0 || pieces.length === mostParts) throw notParts();
    pieces.push(pieceOf(whole.subarray(start + line.length, end)));
    start = end;
  }
  if (start < 0) throw notParts();
  return pieces;
}

/** The members of a body of parts. What headers of parts say goes to input. */
function multipart(bytes: Buffer, type: string, media: Media, { issues, input }: Reading): Promise<unknown> {
  const pieces = piecesOf(bytes, type);
  for (const [member, parameters] of Object.entries(media.heads ?? {})) {
    const headers = pieces.find(({ name }) => name === member)?.headers;
    const parts = headers && { path: "", query: [], headers, cookies: new Map<string, string>() };
    if (parts) Object.assign(input, readParameters({ parameters }, parts, { captured: new Map(), issues }));
  }
  const parts = pieces.map(({ name, value }) => [name, value] as const);
  const texts = textsOf(parts).map(([name, text]) => [name, text.replaceAll("%2C", ",")] as const);
  return formOf(parts, media, issues, texts);
}

/** Pairs of a form, as a query has them. */
function urlencoded(bytes: Buffer, media: Media, issues: Issue[]): Promise<unknown> {
  const text = textOf(bytes);
  return formOf([...new URLSearchParams(text)], media, issues, partsOf("?" + text, {}).query);
}

/** The issues of a body, and what is read of it besides the body. */
interface Reading {
  readonly issues: Issue[];
  readonly input: object;
}

async function valueOf(bytes: Buffer, type: string, media: Media, reading: Reading): Promise<unknown> {
  const { as } = media;
  const kind = as === "any" ? (/json/i.test(type) ? "json" : /^text\//i.test(type) ? "text" : "binary") : as;
  if (kind === "json") return json(bytes, media.shape);
  if (kind === "text") return scalar(textOf(bytes), media.shape ?? "string");
  if (kind === "form") return urlencoded(bytes, media, reading.issues);
  if (kind === "multipart") return multipart(bytes, type, media, reading);
  return new Blob([new Uint8Array(bytes)], { type: bare(type) });
}

/** The body of a request as its handler takes it, checked; undefined where there is none. */
export async function readBody(
  route: Pick<Route<never, unknown>, "body">,
  request: IncomingMessage,
  issues: Issue[],
): Promise<{ readonly body: unknown; readonly contentType: string } | undefined> {
  const { headers } = request;
  const empty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  if (!route.body) return undefined;
  if (empty) {
    if (route.body.required) issues.push({ path: "", message: "a body is required" });
    return undefined;
  }
  const type = headers["content-type"] ?? "";
  const media = mediaFor(type, route.body.media);
  if (!media || !["identity", undefined].includes(headers["content-encoding"])) throw new Problem(415);
  const bytes = await bytesOf(
    request,
    media.as === "json" || media.as === "form" ? limits.values : limits.files,
  );
  const input = {};
  const value = await valueOf(bytes, type, media, { issues, input });
  issues.push(...issuesIn(media.check, value));
  return { ...input, body: value, contentType: media.type };
}
