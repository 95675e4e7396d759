import { isObject, type Json } from "../../lib/index.ts";
import { ApiError, type MessagesRequest } from "../../messages/index.ts";
import type { ObjectSchema } from "../../schema/index.ts";
import { factFor } from "./chain.ts";
import { fits } from "./check.ts";
import { choose } from "./choose.ts";
import { converse, facts, type Conversation } from "./conversation.ts";
import { forcedCall } from "./forced.ts";
import type { Parameter } from "./read/parameter.ts";
import { readTool } from "./read/tool.ts";
import { summary } from "./summary.ts";
import { read } from "./text/mentions.ts";

type Keywords = { readonly [keyword: string]: unknown };

/**
 * A JSON text that matches `output_config.format`, filled like the input of a call: from the user's texts and from
 * results; anything unknown gets the minimal value of its schema. Throws ApiError if nothing matches.
 */
export function output(request: MessagesRequest, today: number): string {
  const schema: unknown = request.output_config?.format?.schema;
  const keywords: Keywords = isObject(schema) ? schema : {};
  const bare = keywords["type"] === "object" || isObject(keywords["properties"]);
  const input = filled(bare ? { type: "object", ...keywords } : boxed(keywords), converse(request), today);
  if (input === undefined)
    throw new ApiError(
      "invalid_request_error",
      "output_config.format.schema: no value could be found that fits it.",
    );
  return JSON.stringify(bare ? input : input["value"]);
}

/** Wraps any value as the only property of an object, and keeps the definitions where references expect them. */
const boxed = (schema: Keywords): ObjectSchema => {
  const { $defs, definitions, $schema, ...rest } = schema;
  const defs = Object.entries({ $schema, $defs, definitions }).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(defs),
    type: "object",
    properties: { value: rest },
    required: ["value"],
  };
};

function filled(
  input_schema: ObjectSchema,
  talk: Conversation,
  today: number,
): { readonly [key: string]: Json } | undefined {
  const tool = readTool({ name: "read_text", description: "Reads what a text says.", input_schema });
  const results = talk.done.filter(({ data, failed }) => data === undefined && !failed);
  const text = [talk.task, ...results.map((done) => done.text)].join("\n");
  const choice = choose([tool], read(text, today), { forced: true });
  const [call] = choice.calls;
  const input = { ...(call?.input ?? choice.missing[0]?.filled.input), ...inputsOf(tool.parameters, talk) };
  if (fits(tool, input)) return input;
  const missing = [{ tool, filled: { input } }];
  return forcedCall([tool], { ...choice, missing })?.input;
}

/** Names of properties for an answer in words. */
const words = /^(?:answer|summari|messag|text|respons|repli)$/;

/** Values from results by their names; properties for words get a summary of all results. */
function inputsOf(parameters: readonly Parameter[], talk: Conversation): { readonly [key: string]: Json } {
  if (talk.done.length === 0) return {};
  const known = facts([...talk.past, ...talk.done]);
  const inputs = parameters.flatMap((parameter) => {
    const [name] = parameter.path;
    if (name === undefined || parameter.path.length > 1) return [];
    const isSummary = parameter.type === "string" && parameter.nameStems.some((stem) => words.test(stem));
    const value = factFor(parameter, known, talk.task) ?? (isSummary ? summary(talk.done) : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(inputs);
}
