import { inTime } from "../in-time.ts";
import type { Provider } from "../model.ts";
import { asConfigured } from "../retries.ts";
import { rewordKeyError, readOptions } from "../upstream.ts";
import { client } from "./client.ts";

/** Options: the fields of an upstream, with a default for `url`, or only the URL. */
const anthropic: Provider = {
  summary: "any service that speaks the messages protocol, by its URL and key",
  async open(options, outside) {
    const read = readOptions("anthropic", options, "https://api.anthropic.com/v1");
    const { url, key, models, headers, context_window: context, timeouts } = read;
    const model = client({
      baseUrl: url.href,
      fetch: inTime(outside.fetch, timeouts, read.connecting),
      clock: outside.clock,
      rewordError: rewordKeyError,
      ...(key !== undefined && { key }),
      ...(models !== undefined && { models }),
      ...(context !== undefined && { context }),
      ...(headers !== undefined && { headers }),
    });
    return asConfigured(model, read, outside);
  },
};
export default anthropic;
