/** The same conversation by the official SDK, 0.x, unmodified. Start `npx antiphon serve` first. */
import Anthropic from "sdk-0x";
import { betaTool } from "sdk-0x/helpers/beta/json-schema";
import { city, descriptions, question, time, weather } from "./answers.ts";

const tools = [
  betaTool({
    name: "get_weather",
    description: descriptions.get_weather,
    inputSchema: city,
    run: ({ city }) => weather(city), // it fails for Oslo: the model is told, and the conversation goes on
  }),
  betaTool({
    name: "get_time",
    description: descriptions.get_time,
    inputSchema: city,
    run: ({ city }) => time(city),
  }),
];

/** `baseURL` is the server's origin, like http://127.0.0.1:4000. Gives every answer of the conversation. */
export async function run(baseURL: string, apiKey: string): Promise<readonly Anthropic.Beta.BetaMessage[]> {
  const anthropic = new Anthropic({ baseURL, apiKey });
  const runner = anthropic.beta.messages.toolRunner({
    model: "builtin",
    max_tokens: 1024,
    messages: [{ role: "user", content: question }],
    tools,
  });
  const answers: Anthropic.Beta.BetaMessage[] = [];
  for await (const answer of runner) answers.push(answer);
  return answers;
}

if (import.meta.main) {
  const answers = await run("http://127.0.0.1:4000", process.env["ANTIPHON_API_KEY"] ?? "none");
  for (const answer of answers) console.log(answer.stop_reason, JSON.stringify(answer.content));
}
