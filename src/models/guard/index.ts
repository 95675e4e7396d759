import { collect, isLegal, legal, streamOf, type MessagesResponse } from "../../messages/index.ts";
import type { Model } from "../model.ts";
import { passing } from "../passing.ts";
import { repaired } from "./repaired.ts";

/**
 * A model that keeps its word: every call names a defined tool, has an id of its own and an input that fits its
 * schema; `tool_choice` and the stop reason hold. What breaks this is repaired, else the model is asked again once
 * (visible in usage), else the answer is one ApiError that clients don't retry. What needs no change passes as it is.
 */
export function guard(model: Model): Model {
  const guarded: Model["stream"] = (request, context) => kept(model, request, context);
  return {
    ...passing(model),
    stream: guarded,
    ...(model.answer && { answer: whole(model, model.answer.bind(model)) }),
  };
}

const kept = (
  model: Pick<Model, "stream" | "invalidCalls">,
  ...[request, context]: Parameters<Model["stream"]>
): ReturnType<Model["stream"]> =>
  legal(
    request,
    request.tools?.length ? repaired(model, request, context) : model.stream(request, context),
    model.invalidCalls,
  );

/** A right answer as it is; any other goes the way of a stream. */
const whole =
  (model: Model, answer: NonNullable<Model["answer"]>): NonNullable<Model["answer"]> =>
  async (request, context): Promise<MessagesResponse> => {
    const given = await answer(request, context);
    if (isLegal(request, given)) return given;
    let first = true;
    const stream: Model["stream"] = (asked, about) => {
      if (!first) return model.stream(asked, about);
      first = false;
      return streamOf(given);
    };
    const { invalidCalls } = model;
    return collect(kept({ stream, ...(invalidCalls && { invalidCalls }) }, request, context));
  };
