import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";

const [baseURL, apiKey, model] = process.argv.slice(2);
const properties = { city: { type: "string", description: "City name" } };
const look = tool(async ({ city }) => `Sunny in ${city}, 21 degrees`, {
  name: "get_weather",
  description: "The weather of a city.",
  schema: { type: "object", properties, required: ["city"], additionalProperties: false },
});
const seen = {};
for (const door of ["chat", "responses"]) {
  const options = { model, apiKey, configuration: { baseURL }, maxRetries: 0 };
  const chat = new ChatOpenAI({ ...options, useResponsesApi: door === "responses" }).bindTools([look]);
  const messages = [new HumanMessage("What is the weather in Paris?")];
  const first = await chat.invoke(messages);
  messages.push(first);
  for (const { id, args } of first.tool_calls)
    messages.push(new ToolMessage({ tool_call_id: id, content: await look.invoke(args) }));
  let text = "";
  for await (const part of await chat.stream(messages)) text += part.text;
  const inputs = first.tool_calls.map(({ args }) => args);
  seen[door] = { inputs, text, usage: first.usage_metadata.input_tokens > 0 };
}
process.stdout.write(JSON.stringify(seen));
