import { ApiError } from "../../messages/index.ts";
import type { CallContext } from "../../models/index.ts";
import type { Metrics } from "../metrics.ts";
import type { Call } from "../route.ts";

/** The context that a model receives with a request. Throws ApiError for invalid tags. */
export const contextOf = (call: Call, model: string, metrics: Metrics): CallContext => ({
  signal: call.signal,
  client: call.client,
  requestId: call.requestId,
  header: call.header,
  count: (event) => metrics.count(event, model),
  ...tagsOf(call),
  ...traceOf(call),
  ...(call.caller && { caller: call.caller.key }),
});

/** Returns the caller's W3C Trace Context headers; invalid ones are ignored. */
function traceOf({ headers }: Call): Pick<CallContext, "traceHeaders"> {
  const { traceparent, tracestate } = headers;
  if (
    typeof traceparent !== "string" ||
    !/^[\da-f]{2}(-[\da-f]{32})(-[\da-f]{16})-[\da-f]{2}$/.test(traceparent)
  )
    return {};
  const isState = typeof tracestate === "string" && /^[\x20-\x7e]{1,512}$/.test(tracestate);
  return { traceHeaders: { traceparent, ...(isState && { tracestate }) } };
}

/** Parses `antiphon-tags: project=search, env=prod`, which are recorded with the request. */
function tagsOf({ headers }: Call): { readonly tags?: string } {
  const header = headers["antiphon-tags"];
  if (typeof header !== "string") return {};
  const tags = header.split(",").map((part) => /^\s*([\w.-]{1,64})\s*=([\x20-\x7e]{0,200})$/.exec(part));
  if (tags.length > 16 || tags.includes(null))
    throw new ApiError(
      "invalid_request_error",
      "antiphon-tags: must be up to 16 like project=search, with commas",
    );
  return {
    tags: JSON.stringify(Object.fromEntries(tags.map((tag) => [tag?.[1] ?? "", (tag?.[2] ?? "").trim()]))),
  };
}
