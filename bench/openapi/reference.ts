import { isDeepStrictEqual } from "node:util";
import type { SpecOperation } from "../../src/api/index.ts";
import type { Recorded } from "../../tests/wire/recorder.ts";
import { admittedBy } from "./admitted.ts";

/** A request in comparable form: decoded, and sorted where order has no meaning. */
export interface Comparable {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: unknown;
}

/** Values for one operation, and the request that the other reader builds from them. */
export interface Given {
  readonly values: ReadonlyMap<string, unknown>;
  readonly body?: unknown;
  readonly type?: string;
  readonly request: Comparable;
}

interface Built {
  url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  body?: unknown;
}
interface Document {
  readonly openapi?: string;
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Raw>> & { readonly parameters?: readonly Parameter[] }>
  >;
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly schema?: object;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
interface Media {
  readonly schema?: object;
  readonly encoding?: Readonly<Record<string, { readonly style?: string }>>;
}
interface Raw {
  readonly $ref?: string;
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly $ref?: string; readonly content?: Readonly<Record<string, Media>> };
}
interface Libraries {
  readonly qs: { readonly stringify: (value: unknown) => string };
  readonly client: {
    readonly buildRequest: (options: object) => Built;
  };
  readonly sampler: { readonly sample: (schema: object, options: object, document: unknown) => unknown };
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};
const pairs = (text: string): readonly string[] => text.split("&").filter(Boolean).map(decoded).toSorted();

const partsOf = (body: string, type: string): readonly string[] => {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? "";
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((piece) => {
      const [head = "", ...rest] = piece.split("\r\n\r\n");
      return `${/name="([^"]*)"/.exec(head)?.[1]}=${Buffer.from(rest.join("\r\n\r\n").slice(0, -2), "latin1").toString()}`;
    })
    .toSorted();
};

/** Shortens fractions of a second as numbers are: .925000 becomes .925. */
const sameTimes = (text: string): string => text.replaceAll(/(T[\d:]{8}\.\d+?)0+(?=Z|[+-]\d)/g, "$1");

function bodyOf(sent: string, type: string): unknown {
  const text = sameTimes(sent);
  if (text === "") return undefined;
  if (type.startsWith("multipart/")) return partsOf(text, type);
  if (type.startsWith("application/x-www-form-urlencoded")) return pairs(text);
  if (!/json/.test(type)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const plainType = (type: string): string => type.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** Returns the received request, with only those headers that the other request has. */
export function comparable(
  { target, headers, body, method }: Recorded & { readonly method?: string },
  other: Comparable,
): Comparable {
  const [path = "", ...query] = target.split("?");
  const type = String(headers["content-type"] ?? "");
  return {
    method: method ?? other.method,
    path: decoded(path),
    query: pairs(query.join("?")),
    headers: Object.fromEntries(
      Object.keys(other.headers).map((name) => [name, decoded(String(headers[name]))]),
    ),
    type: body === "" ? "" : plainType(type),
    body: bodyOf(Buffer.from(body, "latin1").toString(), type),
  };
}

async function built({ url, method, headers, body }: Built): Promise<Comparable> {
  const isForm = body instanceof FormData;
  const named = Object.entries(headers).filter(([name]) => !isForm || !/^content-type$/i.test(name)); // it has no boundary
  // JSON values stay values there.
  const sent = isForm || typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const request = new Request(url, {
    method,
    headers: named.map(([name, value]) => [name, String(value)]),
    body: sent ?? null,
  });
  const type = request.headers.get("content-type") ?? "";
  const text = await request.text();
  const [path = "", ...query] = url.replace(/^https?:\/\/[^/?]+/, "").split("?");
  const own = named.filter(([name]) => !/^(?:content-type|accept)$/i.test(name));
  return {
    method: method.toUpperCase(),
    path: decoded(path),
    query: pairs(query.join("?")),
    headers: Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), decoded(String(value))])),
    type: text === "" ? "" : plainType(type),
    body: bodyOf(text, type),
  };
}

/** Builds values and requests with other libraries only; returns a text with the reason if that is impossible. */
export async function referenceOf(document: unknown, require: NodeJS.Require) {
  const client = require("swagger-client") as {
    readonly default?: Libraries["client"];
  } & Libraries["client"];
  const libraries: Libraries = {
    client: client.default ?? client,
    sampler: require("openapi-sampler") as Libraries["sampler"],
    qs: require("qs") as Libraries["qs"],
  };
  const { paths, openapi } = document as Document; // a valid specification from the directory
  const admitted = admittedBy(document as object);
  /** Resolves a reference but not nested schemas, since the other reader only needs values. */
  const opened = <T extends { readonly $ref?: string }>(value: T | undefined): T | undefined => {
    let found: unknown = value;
    for (let steps = 0; steps < 10 && typeof (found as T | undefined)?.$ref === "string"; steps++)
      found = ((found as T).$ref ?? "")
        .slice(2)
        .split("/")
        .reduce<unknown>(
          (at, part) =>
            (at as Record<string, unknown> | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")],
          document,
        );
    return found as T | undefined;
  };
  /** Removes encoding styles of parts, which OpenAPI 3.0 ignores but the other reader applies. */
  const heeded = ({ content = {} }: NonNullable<Raw["requestBody"]>): NonNullable<Raw["requestBody"]> => ({
    content: Object.fromEntries(
      Object.entries(content).map(([type, { encoding, ...media }]) =>
        encoding && !(openapi?.startsWith("3.0") && type.startsWith("multipart/"))
          ? [type, { ...media, encoding }]
          : [type, media],
      ),
    ),
  });
  return async (
    operation: SpecOperation,
    chance: (text: string) => number,
    base: string,
    mediaKind: (type: string) => string,
  ): Promise<Given | string> => {
    const item = paths[operation.path];
    if (!item) return "path is written otherwise";
    const written = opened(item[operation.method]);
    if (!written) return "operation is written otherwise";
    const all = [...(written.parameters ?? []), ...(item.parameters ?? [])].flatMap(
      (one) => opened(one) ?? [],
    );
    const raw: Raw = {
      ...written,
      parameters: [...new Map(all.toReversed().map((one) => [`${one.in} ${one.name}`, one])).values()],
      ...(written.requestBody ? { requestBody: heeded(opened(written.requestBody) ?? {}) } : {}),
    };
    const sample = (schema: object): unknown =>
      admitted(schema, libraries.sampler.sample(schema, { skipReadOnly: true, quiet: true }, document));
    const values = new Map<string, unknown>();
    const parameters: Record<string, unknown> = {};
    for (const one of raw.parameters ?? []) {
      if (one.in === "header" && /^(?:accept|content-type|authorization)$/i.test(one.name)) continue;
      const key = `${one.in} ${one.name}`;
      if (!one.required && one.in !== "path" && chance(`${operation.operationId} ${key}`) < 0.5) continue;
      const value = sample(one.schema ?? Object.values(one.content ?? {})[0]?.schema ?? { type: "string" });
      if (value === null || value === undefined || value === "") continue;
      values.set(key, value);
      parameters[`${one.in}.${one.name}`] = value;
    }
    const [type, media] =
      Object.entries(raw.requestBody?.content ?? {}).find(([name]) =>
        ["json", "form", "multipart"].includes(mediaKind(name)),
      ) ?? [];
    const made =
      operation.method === "get" || operation.method === "head"
        ? undefined
        : media?.schema && sample(media.schema);
    const body = isDeepStrictEqual(made, {}) ? undefined : made;
    try {
      const request = libraries.client.buildRequest({
        spec: {
          ...(document as object),
          paths: { [operation.path]: { [operation.method]: raw } },
          servers: [{ url: base }],
        },
        operationId: raw.operationId ?? `${operation.method}-${operation.path}`,
        parameters,
        ...(body === undefined ? {} : { requestBody: body, requestContentType: type }),
        server: base,
        contextUrl: base,
      });
      // No rule covers nested deep objects or lists in them: we follow qs, as Stripe's library does.
      const isDeep =
        mediaKind(type ?? "") === "form" &&
        Object.values(media?.encoding ?? {}).some(({ style }) => style === "deepObject");
      if (isDeep) request.body = libraries.qs.stringify(body);
      const deep =
        raw.parameters?.filter((one) => one.style === "deepObject" && values.has(`query ${one.name}`)) ?? [];
      for (const { name } of deep) {
        const [path = "", query = ""] = request.url.split("?", 2);
        const others = query
          .split("&")
          .filter(
            (pair) => pair && !decoded(pair).startsWith(`${name}=`) && !decoded(pair).startsWith(`${name}[`),
          );
        request.url = `${path}?${[...others, libraries.qs.stringify({ [name]: values.get(`query ${name}`) })].join("&")}`;
      }
      return {
        values,
        ...(body === undefined ? {} : { body, type: type ?? "" }),
        request: await built(request),
      };
    } catch (error) {
      return String(error).slice(0, 200);
    }
  };
}
