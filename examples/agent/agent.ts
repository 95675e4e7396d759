/**
 * A whole agent without a key, weights or network: three tools, parallel calls, an error and a recovery, by the official
 * SDK on the built-in model. Run it with `npx node -C antiphon-source examples/agent/agent.ts`.
 */
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { startServer } from "antiphon/testing";

const inputSchema = {
  type: "object",
  properties: { city: { type: "string", description: "The city, like Paris" } },
  required: ["city"],
} as const;

/** New for each run: the road sensors fail once. */
function tools() {
  let timeouts = 1;
  return [
    betaTool({
      name: "get_weather",
      description: "Current weather of one city. Use it for questions about weather or temperature.",
      inputSchema,
      run: ({ city }) => `21 °C and sunny in ${city}`,
    }),
    betaTool({
      name: "get_traffic",
      description: "Current road traffic of one city. Use it for questions about traffic or jams.",
      inputSchema,
      run: ({ city }) => {
        if (timeouts-- > 0) throw new Error("The road sensors timed out; try again.");
        return `light traffic in ${city}`;
      },
    }),
    betaTool({
      name: "get_time",
      description: "Local time of one city. Use it for questions about the time of day.",
      inputSchema,
      run: ({ city }) => `12:00 in ${city}`,
    }),
  ];
}

/** Gives every answer of the conversation, the last one in text. */
export async function run(): Promise<readonly Anthropic.Beta.BetaMessage[]> {
  await using server = await startServer({ model: "builtin" });
  const anthropic = new Anthropic({ baseURL: server.baseURL, apiKey: server.apiKey });
  const runner = anthropic.beta.messages.toolRunner({
    model: "builtin",
    max_tokens: 1024,
    messages: [
      {
        role: "user",
        content: "Get the weather in Paris and in London, the traffic in Rome and the time in Tokyo.",
      },
    ],
    tools: tools(),
  });
  const answers: Anthropic.Beta.BetaMessage[] = [];
  for await (const answer of runner) answers.push(answer);
  return answers;
}

if (import.meta.main) {
  for (const { content } of await run()) {
    for (const block of content) {
      if (block.type === "tool_use") console.log(`→ ${block.name} ${JSON.stringify(block.input)}`);
      if (block.type === "text") console.log(block.text);
    }
  }
}
