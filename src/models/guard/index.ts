import {
  collect,
  isLegal,
  legal,
  streamOf,
  type MessagesRequest,
  type MessagesResponse,
} from "../../messages/index.ts";
import type { CallContext, Model } from "../model.ts";
import { passing } from "../passing.ts";
import { judge as judgeHere, type Judge } from "./judge.ts";
import { repaired } from "./repaired.ts";

/**
 * Wraps a model so that it keeps the contract: every call names a defined tool, has a unique id and an input that
 * matches its schema; `tool_choice` and the stop reason are respected. Violations are repaired, otherwise the model is
 * asked again once (visible in usage), otherwise the answer is a single ApiError that clients don't retry. Correct
 * output passes unchanged.
 * @param judge Validates the inputs; without it they are validated synchronously.
 */
export function guard(model: Model, judge: Judge = judgeHere): Model {
  return {
    ...passing(model),
    stream: (request, context) => guardedStream({ model, judge }, request, context),
    ...(model.answer && { answer: whole(model, { judge, answer: model.answer.bind(model) }) }),
  };
}

interface Guarding {
  readonly model: Pick<Model, "stream" | "invalidCalls">;
  readonly judge: Judge;
}

const guardedStream = (
  { model, judge }: Guarding,
  ...[request, context]: Parameters<Model["stream"]>
): ReturnType<Model["stream"]> =>
  legal(
    request,
    request.tools?.length ? repaired(model, request, { context, judge }) : model.stream(request, context),
    "elsewhere",
  );

/** Returns a correct answer unchanged; handles any other like a stream. */
const whole =
  (
    model: Model,
    { judge, answer }: Pick<Guarding, "judge"> & { readonly answer: NonNullable<Model["answer"]> },
  ): NonNullable<Model["answer"]> =>
  async (request, context): Promise<MessagesResponse> => {
    const response = await answer(request, context);
    if (isLegal(request, response) && (await fits(request, { response, judge, context }))) return response;
    let first = true;
    const stream: Model["stream"] = (modelRequest, about) => {
      if (!first) return model.stream(modelRequest, about);
      first = false;
      return streamOf(response);
    };
    const { invalidCalls } = model;
    const guarded = { stream, ...(invalidCalls && { invalidCalls }) };
    return collect(guardedStream({ model: guarded, judge }, request, context));
  };

interface Fitting {
  readonly response: MessagesResponse;
  readonly judge: Judge;
  readonly context: CallContext;
}

/** Whether all inputs of a legal answer match as they are. */
async function fits(
  { tools = [] }: MessagesRequest,
  { response, judge, context }: Fitting,
): Promise<boolean> {
  for (const block of response.content) {
    if (block.type !== "tool_use") continue;
    const tool = tools.find(({ name }) => name === block.name);
    if (!tool) return false;
    const { value, problem } = await judge({ tool, value: block.input, json: undefined }, context);
    if (problem !== undefined || value !== block.input) return false;
  }
  return true;
}
