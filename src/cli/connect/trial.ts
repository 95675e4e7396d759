import { isObject, type Clock } from "../../lib/index.ts";
import type { Message, MessagesRequest } from "../../messages/index.ts";
import { answerOf, openModel, systemOutside, type Model } from "../../models/index.ts";
import type { Place } from "./model-places.ts";

/** The result of trying a model; `tools`: it called a tool correctly and used the result. */
export interface Tried {
  readonly place: Place;
  /** Undefined if the place lists none. */
  readonly model: string | undefined;
  readonly able: "tools" | "prose" | "nothing" | "absent";
  /** What it did, or the failed request with its response. */
  readonly detail: string;
}

const patience = { listing: 3000, answer: 60_000 };

const tool = {
  name: "add_numbers",
  description: "Adds two whole numbers and returns their sum. Use it for every sum.",
  input_schema: {
    type: "object" as const,
    properties: { first: { type: "integer" as const }, second: { type: "integer" as const } },
    required: ["first", "second"],
  },
};
const question: Message = {
  role: "user",
  content: "What is 2718 + 3141? Use the tool, then say the number.",
};

/** Lists a place's models, and asks one of them for a sum that requires a tool call. */
export async function tryPlace(place: Place, modelName: string | undefined, clock: Clock): Promise<Tried> {
  const failed = (model: string | undefined, able: Tried["able"], detail: string): Tried => ({
    place,
    model,
    able,
    detail,
  });
  if (place.missing !== undefined) return failed(undefined, "nothing", place.missing);
  let model: Model | undefined;
  try {
    model = await openModel(place.config, { ...systemOutside, clock });
    const all = await inTime(model.list(), patience.listing, clock);
    const name = modelName ?? all[0]?.id;
    if (name === undefined)
      return failed(undefined, "nothing", `GET ${place.where}/models: it lists no model`);
    return { place, model: name, ...(await trySum(model, name, place.where)) };
  } catch (error) {
    const isAbsent = /ECONNREFUSED|can't be reached|could not be reached|connect/i.test(textOf(error));
    return failed(undefined, isAbsent ? "absent" : "nothing", `GET ${place.where}/models: ${textOf(error)}`);
  } finally {
    await model?.close().catch(() => undefined);
  }
}

/** Asks a model for a sum that requires a tool call. */
export async function trySum(
  model: Model,
  name: string,
  where: string,
): Promise<Pick<Tried, "able" | "detail">> {
  const ask = (messages: readonly Message[]): MessagesRequest => ({
    model: name,
    max_tokens: 1024,
    tools: [tool],
    messages,
  });
  const context = { signal: AbortSignal.timeout(patience.answer), requestId: "connect" };
  try {
    const first = await answerOf(model, ask([question]), context);
    const call = first.content.find((block) => block.type === "tool_use");
    if (!call) return { able: "prose", detail: "answers, and called no tool when it was asked to" };
    const { input } = call;
    const isRight =
      call.name === tool.name && isObject(input) && Number(input["first"]) + Number(input["second"]) === 5859;
    if (!isRight) return { able: "prose", detail: "answers, and called the tool with something else" };
    const result: Message = {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: call.id, content: "5859" }],
    };
    const last = await answerOf(
      model,
      ask([question, { role: "assistant", content: first.content }, result]),
      context,
    );
    const text = last.content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
    return /5[,.\s]?859/.test(text)
      ? { able: "tools", detail: "called the tool, and read its result" }
      : { able: "prose", detail: "called the tool, and didn't say its result" };
  } catch (error) {
    return { able: "nothing", detail: `a request for ${name} to ${where}: ${textOf(error)}` };
  }
}

export const inTime = <T>(work: Promise<T>, milliseconds: number, clock: Clock): Promise<T> =>
  Promise.race([
    work,
    clock.sleep(milliseconds).then((): never => {
      throw new Error(`no answer in ${milliseconds / 1000} s`);
    }),
  ]);

export const textOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s+/g, " ").slice(0, 300);
};
