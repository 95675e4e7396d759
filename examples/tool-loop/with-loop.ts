/** The conversation by our own loop. Start `npx antiphon serve` first. */
import { client, loop, tool, type Outcome } from "antiphon/loop";
import { city, descriptions, question, time, weather } from "./answers.ts";

const tools = [
  tool({
    name: "get_weather",
    description: descriptions.get_weather,
    input_schema: city,
    run: async ({ city }) => weather(city), // it fails for Oslo: the model is told, and the conversation goes on
  }),
  tool({
    name: "get_time",
    description: descriptions.get_time,
    input_schema: city,
    run: async ({ city }) => time(city),
  }),
];

/** `baseUrl` is the server's origin, like http://127.0.0.1:4000. */
export function run(baseUrl: string, key: string, log = console.log): Promise<Outcome> {
  return loop({
    model: client({ baseUrl, key }),
    request: { model: "builtin", max_tokens: 1024, messages: [{ role: "user", content: question }] },
    tools,
    on(event) {
      if (event.type === "call") log(`→ ${event.block.name} ${JSON.stringify(event.block.input)}`);
      if (event.type === "result") log(`← ${JSON.stringify(event.block.content)}`);
    },
  });
}

if (import.meta.main) {
  const { stopped, messages } = await run("http://127.0.0.1:4000", process.env["ANTIPHON_API_KEY"] ?? "none");
  console.log(stopped, JSON.stringify(messages.at(-1)?.content));
}
