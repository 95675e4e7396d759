import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { createAnthropic } from "@ai-sdk/anthropic";
import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from "ai";
import Anthropic0 from "sdk-0x";
import { afterEach, describe, expect, it } from "vitest";
import { ApiError, type MessagesRequest } from "../messages/index.ts";
import { startServer, type Line, type TestServer, type TestServerOptions } from "./index.ts";

const weather = {
  name: "get_weather",
  description: "Current weather of a city.",
  input_schema: {
    type: "object" as const,
    properties: { city: { type: "string" as const } },
    required: ["city"],
  },
};
let server: TestServer | undefined;
afterEach(() => server?.close());

/** Two calls at once, then an answer made from their results; `asked` is what the model saw. */
async function start(options: TestServerOptions = {}) {
  const requests: MessagesRequest[] = [];
  const first: Line = (request) => {
    requests.push(request);
    return [
      "Looking.",
      { tool: "get_weather", input: { city: "Paris" } },
      { tool: "get_weather", input: { city: "Nowhere" } },
    ];
  };
  const second: Line = (request) => {
    requests.push(request);
    return "It is 18 C.";
  };
  server = await startServer({ script: [first, second], ...options });
  return { ...server, asked: requests };
}
const look = (city: string): string => {
  if (city === "Nowhere") throw new Error("no such city");
  return "18 C";
};
/** Both results, in one user message, the failed one marked. */
const isAnswered = (request: MessagesRequest | undefined): void => {
  expect(request?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  const last = request?.messages.at(-1)?.content;
  expect(last).toEqual([
    expect.objectContaining({ type: "tool_result", tool_use_id: "toolu_1" }),
    expect.objectContaining({ type: "tool_result", tool_use_id: "toolu_2", is_error: true }),
  ]);
};

describe("the newest SDK", () => {
  const runner = (client: Anthropic, stream: boolean) =>
    client.beta.messages.toolRunner({
      model: "scripted",
      max_tokens: 1024,
      stream,
      messages: [{ role: "user", content: "Weather in Paris and Nowhere?" }],
      tools: [
        betaTool({
          name: weather.name,
          description: weather.description,
          inputSchema: weather.input_schema,
          run: ({ city }) => look(String(city)),
        }),
      ],
    });

  it.each([true, false])("runs its tool runner (threads held: %s)", async (threads) => {
    const { baseURL, apiKey, asked } = await start({ threads });
    const last = await runner(new Anthropic({ baseURL, apiKey, maxRetries: 0 }), false).runUntilDone();
    expect(last.content).toMatchObject([{ type: "text", text: "It is 18 C." }]);
    isAnswered(asked[1]);
  });

  it("streams its tool runner", async () => {
    const { baseURL, apiKey, asked } = await start();
    const texts: string[] = [];
    for await (const stream of runner(new Anthropic({ baseURL, apiKey, maxRetries: 0 }), true)) {
      if ("on" in stream)
        for await (const event of stream) {
          if (event.type === "content_block_delta" && event.delta.type === "text_delta")
            texts.push(event.delta.text);
        }
    }
    expect(texts).toEqual(["Looking.", "It is 18 C."]);
    isAnswered(asked[1]);
  });
});

describe("the older SDK", () => {
  it.each([true, false])("finishes a loop in its beta namespace (stream: %s)", async (stream) => {
    const { baseURL, apiKey, asked } = await start();
    const client = new Anthropic0({ baseURL, apiKey, maxRetries: 0 });
    const request = { model: "scripted", max_tokens: 1024, tools: [weather], betas: ["anything-2030-01-01"] };
    const messages: Anthropic0.Beta.BetaMessageParam[] = [{ role: "user", content: "Weather?" }];
    const turn = () => {
      const body = { ...request, messages: [...messages] };
      return stream ? client.beta.messages.stream(body).finalMessage() : client.beta.messages.create(body);
    };
    const first = await turn();
    expect(first.stop_reason).toBe("tool_use");
    messages.push(
      { role: "assistant", content: first.content },
      {
        role: "user",
        content: first.content.flatMap((block) =>
          block.type === "tool_use"
            ? [
                {
                  type: "tool_result" as const,
                  tool_use_id: block.id,
                  content: "18 C",
                  is_error: block.id === "toolu_2",
                },
              ]
            : [],
        ),
      },
    );
    expect((await turn()).content).toMatchObject([{ text: "It is 18 C." }]);
    isAnswered(asked[1]);
  });

  it("counts tokens and lists models", async () => {
    const { baseURL, apiKey } = await start();
    const client = new Anthropic0({ baseURL, apiKey, maxRetries: 0 });
    const count = (tools: Anthropic0.Tool[]) =>
      client.messages.countTokens({ model: "scripted", messages: [{ role: "user", content: "hi" }], tools });
    const bare = (await count([])).input_tokens;
    expect((await count([weather])).input_tokens).toBeGreaterThan(bare);
    const page = await client.models.list();
    expect(page.data.map(({ id }) => id)).toEqual(["scripted"]);
    expect((await client.models.retrieve("scripted")).display_name).toBe("Scripted");
    await expect(client.models.retrieve("scriptet")).rejects.toMatchObject({ status: 404 });
  });

  it("reads errors with their id, and retries where it may", async () => {
    server = await startServer({
      script: [new ApiError("overloaded_error", "Overloaded", { retryAfter: 0.01 }), "Here."],
    });
    const client = new Anthropic0({ baseURL: server.baseURL, apiKey: server.apiKey, maxRetries: 1 });
    const hello = { model: "m", max_tokens: 10, messages: [{ role: "user" as const, content: "hi" }] };
    expect((await client.messages.create(hello)).content).toMatchObject([{ text: "Here." }]);
    await expect(client.messages.create({ ...hello, messages: [] })).rejects.toMatchObject({
      status: 400,
      requestID: expect.stringMatching(/^req_/),
      error: {
        error: { type: "invalid_request_error", message: "messages: at least one message is required" },
      },
    });
  });
});

describe("the AI SDK's provider", () => {
  const tools = {
    get_weather: tool({
      description: weather.description,
      inputSchema: jsonSchema<{ city: string }>({
        ...weather.input_schema,
        $schema: "http://json-schema.org/draft-07/schema#",
        additionalProperties: false,
      }),
      execute: async ({ city }) => look(city),
    }),
  };
  it("finishes a loop", async () => {
    const { apiURL: baseURL, apiKey, asked } = await start();
    const model = createAnthropic({ baseURL, apiKey })("scripted");
    const { text } = await generateText({
      model,
      tools,
      prompt: "Weather?",
      maxRetries: 0,
      stopWhen: stepCountIs(3),
    });
    expect(text).toBe("It is 18 C.");
    isAnswered(asked[1]);
  });

  it("streams one, forced to call, one call at a time", async () => {
    server = await startServer({
      script: [{ tool: "get_weather", input: { city: "Paris" } }, "It is 18 C."],
    });
    const model = createAnthropic({ baseURL: server.apiURL, apiKey: server.apiKey })("scripted");
    const { text } = streamText({
      model,
      tools,
      prompt: "Weather?",
      maxRetries: 0,
      toolChoice: "auto",
      stopWhen: stepCountIs(3),
      providerOptions: { anthropic: { disableParallelToolUse: true } },
    });
    expect(await text).toBe("It is 18 C.");
  });
});

describe("the AI SDK's provider, forced", () => {
  const city = jsonSchema<{ city: string }>({
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  });
  const opened = async (script: readonly Line[]) => {
    const requests: MessagesRequest[] = [];
    const requestedScript = script.map((line): Line => (request) => {
      requests.push(request);
      return line as Exclude<Line, (request: MessagesRequest) => unknown>; // none is a function here
    });
    server = await startServer({ script: requestedScript });
    return {
      asked: requests,
      model: createAnthropic({ baseURL: server.apiURL, apiKey: server.apiKey })("claude-opus-4-5"),
    };
  };

  it("to call any tool, one at a time", async () => {
    const { asked, model } = await opened([{ tool: "locate", input: { city: "Paris" } }]);
    const { toolCalls } = await generateText({
      model,
      tools: { locate: tool({ description: "Finds a city.", inputSchema: city }) },
      prompt: "Where?",
      maxRetries: 0,
      toolChoice: "required",
      providerOptions: { anthropic: { disableParallelToolUse: true } },
    });
    expect(toolCalls).toMatchObject([{ toolName: "locate", input: { city: "Paris" } }]);
    expect(asked[0]?.tool_choice).toEqual({ type: "any", disable_parallel_tool_use: true });
  });

  it("to answer in a form", async () => {
    const { asked, model } = await opened(['{"city":"Paris"}']);
    const { output } = await generateText({
      model,
      output: Output.object({ schema: city }),
      prompt: "Where?",
      maxRetries: 0,
      providerOptions: { anthropic: { structuredOutputMode: "outputFormat" } },
    });
    expect(output).toEqual({ city: "Paris" });
    expect(asked[0]?.output_config?.format).toMatchObject({
      type: "json_schema",
      schema: { type: "object" },
    });
  });
});

describe("a server that is overloaded for a moment", () => {
  const hello = {
    model: "claude-opus-4-5",
    max_tokens: 10,
    messages: [{ role: "user" as const, content: "hi" }],
  };
  it.each<readonly [string, (server: TestServer) => Promise<unknown>]>([
    [
      "the newest SDK",
      ({ baseURL, apiKey }) => new Anthropic({ baseURL, apiKey, maxRetries: 1 }).messages.create(hello),
    ],
    [
      "the AI SDK",
      ({ apiURL: baseURL, apiKey }) =>
        generateText({
          model: createAnthropic({ baseURL, apiKey })(hello.model),
          prompt: "hi",
          maxRetries: 1,
        }).then(({ text }) => text),
    ],
    [
      "LangChain",
      ({ baseURL: anthropicApiUrl, apiKey }) =>
        new ChatAnthropic({ model: hello.model, apiKey, anthropicApiUrl, maxRetries: 1 }).invoke("hi"),
    ],
  ])("is asked again by %s", async (_name, ask) => {
    server = await startServer({
      script: [new ApiError("overloaded_error", "Overloaded", { retryAfter: 0.01 }), "Here."],
    });
    expect(JSON.stringify(await ask(server))).toContain("Here.");
  });
});

describe("LangChain's client", () => {
  it("finishes a loop", async () => {
    const { baseURL, apiKey, asked } = await start();
    const tools = [
      langchainTool(async ({ city }: { city: string }) => look(city), {
        name: weather.name,
        description: weather.description,
        schema: weather.input_schema,
      }),
    ];
    const model = new ChatAnthropic({
      model: "scripted",
      apiKey,
      anthropicApiUrl: baseURL,
      maxRetries: 0,
      maxTokens: 1024,
    }).bindTools(tools);
    const messages = [new SystemMessage("Be brief."), new HumanMessage("Weather?")];
    const first = await model.invoke(messages);
    const answered = (first.tool_calls ?? []).map(
      ({ id = "" }, i) =>
        new ToolMessage({ tool_call_id: id, content: "18 C", status: i === 1 ? "error" : "success" }),
    );
    const last = await model.invoke([...messages, first, ...answered]);
    expect(last.text).toBe("It is 18 C.");
    expect(asked[1]?.system).toBeDefined();
  });
});
