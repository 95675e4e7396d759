/** The same conversation by the AI SDK's agent. Start `npx antiphon serve` first. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { jsonSchema, stepCountIs, tool, ToolLoopAgent } from "ai";
import { city, descriptions, question, time, weather } from "./answers.ts";

const inputSchema = jsonSchema<{ city: string }>({ ...city, required: [...city.required] });
const tools = {
  get_weather: tool({
    description: descriptions.get_weather,
    inputSchema,
    execute: async ({ city }) => weather(city), // it fails for Oslo: the model is told, and the conversation goes on
  }),
  get_time: tool({
    description: descriptions.get_time,
    inputSchema,
    execute: async ({ city }) => time(city),
  }),
};

/** `baseURL` is the server's origin, like http://127.0.0.1:4000. */
export async function run(baseURL: string, apiKey: string) {
  const provider = createAnthropic({ baseURL: `${baseURL}/v1`, apiKey });
  const agent = new ToolLoopAgent({ model: provider("builtin"), tools, stopWhen: stepCountIs(32) });
  return agent.generate({ prompt: question });
}

if (import.meta.main) {
  const { text, steps } = await run("http://127.0.0.1:4000", process.env["ANTIPHON_API_KEY"] ?? "none");
  console.log(steps.length, text);
}
