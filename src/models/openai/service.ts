import { dialectNames, type DialectName } from "../../config/index.ts";
import { isObject } from "../../lib/index.ts";
import type { ApiError } from "../../messages/index.ts";
import { inTime } from "../in-time.ts";
import type { Outside } from "../model.ts";
import { call, jsonOf, rewordKeyError, readOptions, type Upstream } from "../upstream.ts";
import { dialectOf, dialects, type Dialect } from "./dialects.ts";
import { failureOf } from "./failures.ts";

/** A server of chat completions, from the operator's options. Throws UserError for invalid ones. */
export function serviceOf(options: unknown, outside: Pick<Outside, "fetch">) {
  const read = readOptions("openai", options);
  const { url, key, timeouts, connecting } = read;
  const dialectName = dialectOf(read.dialect, url);
  const dialect = dialects[dialectName];
  const upstream: Upstream = {
    url,
    headers: { ...read.headers, ...keyHeader(key, dialect) },
    fetch: inTime(outside.fetch, timeouts, connecting),
    parseError,
    rewordError: rewordKeyError,
  };
  return { read, dialectName, dialect, upstream };
}

const parseError = (body: unknown, status: number): ApiError =>
  failureOf(isObject(body) ? (body["error"] ?? body) : body, status);

const keyHeader = (key: string | undefined, dialect: Dialect): Readonly<Record<string, string>> =>
  key === undefined
    ? {}
    : dialect.key === undefined
      ? { authorization: `Bearer ${key}` }
      : { [dialect.key]: key };

export interface RecognisedDialect {
  /** As configured, otherwise by the address, otherwise `compatible`. */
  readonly used: DialectName;
  /** The dialect of the service that `GET models` names as the owner of its models. */
  readonly listed: DialectName | undefined;
}

/** Determines which dialect is used for a server, and which one its list of models suggests. Throws ApiError. */
export async function recogniseDialect(
  options: unknown,
  outside: Pick<Outside, "fetch">,
): Promise<RecognisedDialect> {
  const { upstream, dialectName } = serviceOf(options, outside);
  const body = await jsonOf(await call(upstream, "models"));
  const models: readonly unknown[] = isObject(body) && Array.isArray(body["data"]) ? body["data"] : [];
  const owners = new Set(models.map((model) => (isObject(model) ? model["owned_by"] : undefined)));
  const listed = dialectNames.find((name) => owners.has(dialects[name].ownedBy ?? ""));
  return { used: dialectName, listed };
}
