import { forModel } from "../../messages/index.ts";
import { checkScope } from "../access.ts";
import { json, requestOf, type Route } from "../route.ts";
import type { Served } from "./messages.ts";

/** `POST /v1/messages/count_tokens`. The header `antiphon-count` says whether the count is exact or estimated. */
export const countTokens = ({ model, profile }: Served): Route => ({
  method: "POST",
  path: "/v1/messages/count_tokens",
  access: "use",
  endpoint: "count_tokens",
  reads: "count",
  async handle(call) {
    const request = requestOf(call);
    checkScope(call.caller, request);
    const { input_tokens, exact } = await model.countTokens(forModel(request, profile));
    const answer = json({ input_tokens });
    return { ...answer, headers: { ...answer.headers, "antiphon-count": exact ? "exact" : "estimate" } };
  },
});
