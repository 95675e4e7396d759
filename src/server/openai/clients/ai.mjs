import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from "ai";

const [baseURL, apiKey, name] = process.argv.slice(2);
const provider = createOpenAI({ baseURL, apiKey });
const properties = { city: { type: "string", description: "City name" } };
const schema = jsonSchema({ type: "object", properties, required: ["city"], additionalProperties: false });
const get_weather = tool({
  description: "The weather of a city.",
  inputSchema: schema,
  execute: async ({ city }) => `Sunny in ${city}, 21 degrees`,
});
const options = { tools: { get_weather }, stopWhen: stepCountIs(3), maxRetries: 0 };
const prompt = "What is the weather in Paris?";
const seen = {};
for (const door of ["chat", "responses"]) {
  const model = provider[door](name);
  const whole = await generateText({ ...options, model, prompt });
  const fail = ({ error }) => {
    throw error;
  };
  const { textStream } = streamText({ ...options, model, prompt, onError: fail });
  let streamed = "";
  for await (const part of textStream) streamed += part;
  const output = Output.object({ schema });
  const { output: object } = await generateText({
    model,
    prompt: "The city is Oslo.",
    output,
    maxRetries: 0,
  });
  const inputs = whole.steps.flatMap(({ toolCalls }) => toolCalls.map(({ input }) => input));
  seen[door] = { inputs, steps: whole.steps.length, text: whole.text, streamed, object };
}
process.stdout.write(JSON.stringify(seen));
