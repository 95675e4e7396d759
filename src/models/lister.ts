import { isObject, type Clock } from "../lib/index.ts";
import { ApiError } from "../messages/index.ts";
import type { ModelInfo } from "./model.ts";
import { call, jsonOf, type Upstream } from "./upstream.ts";

/** Milliseconds to cache a list, to cache a failure, and to wait for a list. */
const fresh = { list: 300_000, failure: 10_000 };
const patience = 5_000;

export interface Listing {
  /** The names, if the operator listed them: then the service isn't asked. */
  readonly models?: readonly string[] | undefined;
  /** Tokens. */
  readonly context: number;
  readonly clock: Clock;
}

/** Lists the models of a service with `GET models`; the needed fields are the same in both protocols. */
export function lister(
  upstream: Upstream,
  { models, context, clock }: Listing,
): () => Promise<readonly ModelInfo[]> {
  const info = (id: string, name: unknown): ModelInfo => ({
    id,
    display_name: typeof name === "string" ? name : id,
    context_window: context,
  });
  if (models !== undefined) {
    const list = models.map((id) => info(id, id));
    return () => Promise.resolve(list);
  }
  let known: { readonly until: number; readonly list: Promise<readonly ModelInfo[]> } | undefined;
  const ask = async (signal: AbortSignal): Promise<readonly ModelInfo[]> => {
    const body = await jsonOf(await call(upstream, "models?limit=1000", { context: { signal } }));
    const data: readonly unknown[] = isObject(body) && Array.isArray(body["data"]) ? body["data"] : [];
    return data
      .filter(isObject)
      .flatMap(({ id, display_name }) => (typeof id === "string" ? [info(id, display_name)] : []));
  };
  return () => {
    if (known !== undefined && clock.now() < known.until) return known.list;
    const list = inTime(ask, clock, upstream.url);
    known = { until: clock.now() + fresh.list, list };
    list.catch(() => (known = { until: clock.now() + fresh.failure, list }));
    return list;
  };
}

/** A silent service must not delay requests to others. */
async function inTime<T>(run: (signal: AbortSignal) => Promise<T>, clock: Clock, url: URL): Promise<T> {
  const late = new AbortController();
  const done = new AbortController();
  clock.sleep(patience, done.signal).then(
    () => late.abort(new ApiError("timeout_error", `The model's service at ${url.origin} is silent.`)),
    () => undefined, // done in time
  );
  try {
    return await run(late.signal);
  } finally {
    done.abort(new Error("done"));
  }
}
