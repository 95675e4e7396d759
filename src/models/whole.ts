import { collect, type MessagesRequest, type MessagesResponse } from "../messages/index.ts";
import type { CallContext, Model } from "./model.ts";

/** A model's complete answer. Throws ApiError. */
export const answerOf = (
  model: Pick<Model, "answer" | "stream">,
  request: MessagesRequest,
  context: CallContext,
): Promise<MessagesResponse> => model.answer?.(request, context) ?? collect(model.stream(request, context));
