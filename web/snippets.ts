/** The same request for a terminal and for two languages; keys are read from the environment there. */
export type Language = "curl" | "TypeScript" | "Python";

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** Formats JSON as a Python literal: only three words differ, and they never occur in its strings unquoted. */
const python = (value: unknown, indent = ""): string => {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const more = `${indent}    `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => python(each, more))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${python(each, more)}`);
  const [open, end] = isList ? "[]" : "{}";
  return parts.length === 0
    ? `${open}${end}`
    : `${open}\n${parts.map((part) => `${more}${part},\n`).join("")}${indent}${end}`;
};

export const snippets: Readonly<Record<Language, (origin: string, body: object) => string>> = {
  curl: (origin, body) => `curl ${origin}/v1/messages \\
  -H "content-type: application/json" \\
  -H "x-api-key: $ANTIPHON_API_KEY" \\
  --data-binary @- <<'JSON'
${pretty(body).replaceAll("\nJSON\n", "\n JSON\n")}
JSON`,
  TypeScript: (origin, body) => `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ baseURL: ${JSON.stringify(origin)}, apiKey: process.env.ANTIPHON_API_KEY });
const answer = await client.messages.create(${pretty({ ...body, stream: undefined })});
console.log(answer.content);`,
  Python: (origin, body) => `import os
from anthropic import Anthropic

client = Anthropic(base_url=${JSON.stringify(origin)}, api_key=os.environ["ANTIPHON_API_KEY"])
answer = client.messages.create(**${python(Object.fromEntries(Object.entries(body).filter(([name]) => name !== "stream")))})
print(answer.content)`,
};
