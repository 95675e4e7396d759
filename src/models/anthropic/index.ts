import { inTime } from "../in-time.ts";
import type { Provider } from "../model.ts";
import { operatorsMatter, readOptions } from "../upstream.ts";
import { client } from "./client.ts";

/** Options: `{ url?, key?, models?, context_window?, timeouts? }`, or the URL. */
const anthropic: Provider = {
  summary: "any service that speaks the messages protocol, by its URL and key",
  async open(options, outside) {
    const read = readOptions("anthropic", options, "https://api.anthropic.com/v1");
    const { url, key, models, context, timeouts } = read;
    return client({
      baseUrl: url.href,
      fetch: inTime(outside.fetch, timeouts),
      clock: outside.clock,
      refused: operatorsMatter,
      ...(key !== undefined && { key }),
      ...(models !== undefined && { models }),
      ...(context !== undefined && { context }),
    });
  },
};
export default anthropic;
