import { isObject, type Clock } from "../lib/index.ts";
import type { ModelInfo } from "./model.ts";
import { call, jsonOf, type Upstream } from "./upstream.ts";

/** How long a list is believed, in milliseconds. */
const fresh = 300_000;

export interface Listing {
  /** The names, if the operator gave them: then the service isn't asked. */
  readonly models?: readonly string[] | undefined;
  /** Tokens. */
  readonly context: number;
  readonly clock: Clock;
}

/** Lists what a service has, from `GET models`, which both protocols answer alike in what we need. */
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
  let known: { readonly at: number; readonly list: Promise<readonly ModelInfo[]> } | undefined;
  const ask = async (): Promise<readonly ModelInfo[]> => {
    const body = await jsonOf(await call(upstream, "models?limit=1000"));
    const data: readonly unknown[] = isObject(body) && Array.isArray(body["data"]) ? body["data"] : [];
    return data
      .filter(isObject)
      .flatMap(({ id, display_name }) => (typeof id === "string" ? [info(id, display_name)] : []));
  };
  return () => {
    if (known === undefined || clock.now() - known.at > fresh) {
      const list = ask();
      known = { at: clock.now(), list };
      list.catch(() => (known = undefined)); // the next one asks anew
    }
    return known.list;
  };
}
