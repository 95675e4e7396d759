/** The agent under test: one tool, by the loop. `server` is what `startServer` gives, or any service's address and key. */
import { client, loop, tool } from "antiphon/loop";

const weather = tool({
  name: "get_weather",
  description: "Current weather of one city.",
  input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  run: async ({ city }) => `21 °C in ${city}`,
});

export const ask = ({ baseURL, apiKey }, question) =>
  loop({
    model: client({ baseUrl: baseURL, key: apiKey }),
    request: { model: "scripted", max_tokens: 256, messages: [{ role: "user", content: question }] },
    tools: [weather],
  });

/** The results that the model was given, as one text. */
export const results = ({ messages }) =>
  JSON.stringify(messages.filter(({ role }) => role === "user").slice(1));
