import { legal } from "../../messages/index.ts";
import type { Model } from "../model.ts";
import { repaired } from "./repaired.ts";

/**
 * A model that keeps its word: every call names a defined tool, has an id of its own and an input that fits its
 * schema; `tool_choice` and the stop reason hold. What breaks this is repaired, else the model is asked again, at most
 * twice (visible in usage), else the answer is one ApiError. Events that need no change pass as they are.
 */
export function guard(model: Model): Model {
  return {
    list: () => model.list(),
    ...(model.serves && { serves: (name: string) => model.serves?.(name) ?? false }),
    countTokens: (request) => model.countTokens(request),
    close: () => model.close(),
    stream: (request, context) =>
      legal(
        request,
        request.tools?.length ? repaired(model, request, context) : model.stream(request, context),
      ),
  };
}
