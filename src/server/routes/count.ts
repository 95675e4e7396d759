import { setImmediate as pause } from "node:timers/promises";
import { checkRules, checkTools, forModel, parseRequest } from "../../messages/index.ts";
import { checkScope } from "../access.ts";
import { json, type Route } from "../route.ts";
import { betasOf, type Served } from "./messages.ts";

/** `POST /v1/messages/count_tokens`. The header `antiphon-count` says whether the count is exact or an estimate. */
export const countTokens = ({ model, profile }: Served): Route => ({
  method: "POST",
  path: "/v1/messages/count_tokens",
  access: "use",
  endpoint: "count_tokens",
  async handle(call) {
    const request = parseRequest(call.body, profile, { betas: betasOf(call), counting: true });
    checkScope(call.caller, request);
    checkRules(request.messages, profile);
    await checkTools(request, pause);
    const { input_tokens, exact } = await model.countTokens(forModel(request, profile));
    const answer = json({ input_tokens });
    return { ...answer, headers: { ...answer.headers, "antiphon-count": exact ? "exact" : "estimate" } };
  },
});
