import { describe, expect, it } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { collect, type ContentBlock, type MessagesRequest } from "../../messages/index.ts";
import { openModel, registry, type Model } from "../index.ts";

const context = { signal: new AbortController().signal, requestId: "req_1" };
const weather = { name: "get_weather", description: "Weather.", input_schema: { type: "object" } } as const;
const request: MessagesRequest = {
  model: "qwen",
  max_tokens: 50,
  messages: [{ role: "user", content: "hi" }],
  tools: [weather],
};

interface Seen {
  readonly url: string;
  readonly init: RequestInit;
  readonly body: Readonly<Record<string, unknown>>;
}
/** An upstream that answers with these chunks, split every `cut` bytes. */
function upstream(chunks: readonly unknown[], cut = 1 << 20) {
  const seen: Seen[] = [];
  const text = chunks
    .map((chunk) => `data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`)
    .join("");
  const bytes = new TextEncoder().encode(text);
  const fetch = (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as Seen["body"]) : {};
    seen.push({ url: String(url instanceof Request ? url.url : url), init, body });
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let index = 0; index < bytes.length; index += cut)
          controller.enqueue(bytes.slice(index, index + cut));
        controller.close();
      },
    });
    return Promise.resolve(new Response(stream, { headers: { "content-type": "text/event-stream" } }));
  };
  return { fetch, seen };
}
const open = async (fetch: typeof globalThis.fetch): Promise<Model> => {
  const options = { url: "http://127.0.0.1:8000/v1", key: "sk-test", models: ["qwen"] };
  return registry([
    await openModel({ provider: "openai", options }, { fetch, clock: systemClock, random: () => 0 }),
  ]);
};
const ask = async (chunks: readonly unknown[], more: Partial<MessagesRequest> = {}, cut?: number) => {
  const { fetch, seen } = upstream(chunks, cut);
  const answer = await collect((await open(fetch)).stream({ ...request, ...more }, context));
  return { ...answer, seen };
};
const delta = (piece: object, finish: string | null = null) => ({
  choices: [{ delta: piece, finish_reason: finish }],
});
const callPiece = (index: number, id: string | undefined, name: string | undefined, args: string) =>
  delta({ tool_calls: [{ index, id, function: { name, arguments: args } }] });
const usage = {
  choices: [],
  usage: { prompt_tokens: 12, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 4 } },
};

describe("a request in chat completions", () => {
  const sent = async (more: Partial<MessagesRequest>) =>
    (await ask([delta({ content: "ok" }, "stop"), "[DONE]"], more)).seen[0];

  it("goes to the configured address with the key, and follows no redirect", async () => {
    const seen = await sent({});
    expect(seen?.url).toBe("http://127.0.0.1:8000/v1/chat/completions");
    expect(seen?.init).toMatchObject({
      method: "POST",
      redirect: "manual",
      headers: { authorization: "Bearer sk-test" },
    });
  });

  it("has the conversation with calls, results, pictures and files", async () => {
    const picture = { type: "base64", media_type: "image/png", data: "AAAA" } as const;
    const results: readonly ContentBlock[] = [
      { type: "tool_result", tool_use_id: "toolu_1", content: "sunny" },
      {
        type: "tool_result",
        tool_use_id: "toolu_2",
        content: [
          { type: "image", source: picture },
          { type: "document", title: "a.pdf", source: { ...picture, media_type: "application/pdf" } },
        ],
        is_error: true,
      },
      { type: "text", text: "go on" },
    ];
    const seen = await sent({
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "see" },
            { type: "image", source: picture },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "s" },
            { type: "text", text: "Looking." },
            { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Oslo" } },
            { type: "tool_use", id: "toolu_2", name: "get_weather", input: {} },
          ],
        },
        { role: "user", content: results },
      ],
    });
    const image_url = { url: "data:image/png;base64,AAAA" };
    expect(seen?.body["messages"]).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "see" },
          { type: "image_url", image_url },
        ],
      },
      {
        role: "assistant",
        content: "Looking.",
        reasoning_content: "hm",
        tool_calls: [
          {
            id: "toolu_1",
            type: "function",
            function: { name: "get_weather", arguments: `{"city":"Oslo"}` },
          },
          { id: "toolu_2", type: "function", function: { name: "get_weather", arguments: "{}" } },
        ],
      },
      { role: "tool", tool_call_id: "toolu_1", content: "sunny" },
      {
        role: "tool",
        tool_call_id: "toolu_2",
        content: "Error: (see the picture that follows)\n(see the file that follows)",
      },
      {
        role: "user",
        content: [
          { type: "text", text: "From the result of toolu_2:" },
          { type: "image_url", image_url },
          { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" } },
          { type: "text", text: "go on" },
        ],
      },
    ]);
  });

  it("has the rest of the request", async () => {
    const seen = await sent({
      stop_sequences: ["END"],
      temperature: 0.5,
      top_p: 0.9,
      metadata: { user_id: "u" },
      output_config: { format: { type: "json_schema", schema: { type: "object", required: ["n"] } } },
    });
    expect(seen?.body).toMatchObject({
      model: "qwen",
      max_tokens: 50,
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: "function", function: { name: "get_weather", parameters: { type: "object" } } }],
      tool_choice: "auto",
      stop: ["END"],
      temperature: 0.5,
      top_p: 0.9,
      user: "u",
      response_format: {
        type: "json_schema",
        json_schema: { schema: { type: "object", required: ["n"] } },
      },
    });
  });

  it.each([
    [{ type: "any" }, "required"],
    [
      { type: "tool", name: "get_weather" },
      { type: "function", function: { name: "get_weather" } },
    ],
  ] as const)("has tool_choice %j", async (tool_choice, chosen) => {
    const call = [callPiece(0, "c1", "get_weather", "{}"), delta({}, "tool_calls")];
    const { seen } = await ask(call, { tool_choice: { ...tool_choice, disable_parallel_tool_use: true } });
    expect(seen[0]?.body).toMatchObject({ tool_choice: chosen, parallel_tool_calls: false });
  });

  it("is refused by name where chat completions have nothing like it", async () => {
    const source = { type: "file", file_id: "file_1" } as const;
    const messages = [{ role: "user", content: [{ type: "image", source }] }] as const;
    await expect(ask([], { messages })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("has no image by file_id: send its data in base64") as string,
    });
  });
});

describe("an answer of chat completions", () => {
  it.each([1, 7, 1 << 20])(
    "streams text, parallel calls and usage, its bytes cut at every %i",
    async (cut) => {
      const answer = await ask(
        [
          delta({ role: "assistant", content: "Zoë: " }),
          delta({ content: "looking" }),
          callPiece(0, "call_a", "get_weather", ""),
          callPiece(1, "call_b", "get_weather", `{"city":`),
          callPiece(0, undefined, undefined, `{"city": "Oslo"}`),
          callPiece(1, undefined, undefined, `"Rome"}`),
          delta({}, "tool_calls"),
          usage,
          "[DONE]",
        ],
        {},
        cut,
      );
      expect(answer).toMatchObject({
        content: [
          { type: "text", text: "Zoë: looking" },
          { type: "tool_use", id: "call_a", name: "get_weather", input: { city: "Oslo" } },
          { type: "tool_use", id: "call_b", name: "get_weather", input: { city: "Rome" } },
        ],
        stop_reason: "tool_use",
        usage: { input_tokens: 8, cache_read_input_tokens: 4, output_tokens: 7 },
      });
    },
  );

  it.each([
    ["stop", "end_turn"],
    ["length", "max_tokens"],
    ["content_filter", "refusal"],
  ])("stops with %s as %s", async (finish, reason) => {
    expect((await ask([delta({ content: "x" }, finish)])).stop_reason).toBe(reason);
  });

  it("names the stop sequence where the upstream tells", async () => {
    const chunk = { choices: [{ delta: { content: "x" }, finish_reason: "stop", stop_reason: "END" }] };
    expect(await ask([chunk], { stop_sequences: ["END"] })).toMatchObject({
      stop_reason: "stop_sequence",
      stop_sequence: "END",
    });
  });

  it("may be no stream, call by object, repeat index 0, and stop with stop", async () => {
    const message = {
      content: null,
      tool_calls: [
        { id: "call_a", index: 0, function: { name: "get_weather", arguments: { city: "Oslo" } } },
        { id: "call_b", index: 0, function: { name: "get_weather", arguments: "" } },
      ],
    };
    const fetch = () => Promise.resolve(Response.json({ choices: [{ message, finish_reason: "stop" }] }));
    const answer = await collect((await open(fetch)).stream(request, context));
    expect(answer).toMatchObject({
      stop_reason: "tool_use",
      content: [
        { id: "call_a", input: { city: "Oslo" } },
        { id: "call_b", input: {} },
      ],
    });
    expect(answer.usage.input_tokens).toBeGreaterThan(0);
  });

  it("gives thinking where it was asked for", async () => {
    const chunks = [delta({ reasoning_content: "Hm." }), delta({ content: "Yes." }, "stop")];
    expect((await ask(chunks)).content).toHaveLength(1);
    const { content } = await ask(chunks, { thinking: { type: "adaptive" } });
    expect(content).toMatchObject([
      { type: "thinking", thinking: "Hm." },
      { type: "text", text: "Yes." },
    ]);
  });

  it.each([
    ["Hermes", `Sure. <tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>`],
    ["Llama", `Sure. <function=get_weather>{"city": "Oslo"}</function>`],
    ["Qwen coder", `Sure. <function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>`],
    ["an unclosed function", `Sure. <function=get_weather><parameter=city>Oslo</parameter><parameter=days>`],
    ["Mistral", `Sure. [TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Oslo"}}]`],
    ["bare JSON", `{"name": "get_weather", "parameters": {"city": "Oslo"}}`],
    ["fenced JSON", '```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```'],
    ["a mended list", `[{"name": "get_weather", "arguments": {"city": "Oslo",}}`],
  ])("has calls that were written as text: %s", async (_name, text) => {
    for (const size of [1, 5, 1000]) {
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
      const { content, stop_reason } = await ask([
        ...pieces.map((content) => delta({ content })),
        delta({}, "stop"),
      ]);
      expect(content.at(-1)).toMatchObject({
        type: "tool_use",
        name: "get_weather",
        input: { city: "Oslo" },
      });
      expect(content[0]).toMatchObject(text.startsWith("Sure") ? { text: "Sure. " } : { type: "tool_use" });
      expect(stop_reason).toBe("tool_use");
    }
  });

  it("leaves a text of more than a thousand calls as it is", async () => {
    const text = `<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>`.repeat(1001);
    const { content } = await ask([delta({ content: text }, "stop")]);
    expect(content).toMatchObject([{ type: "text", text }]);
  });

  it.each([
    `{"name": "rm_rf", "arguments": {}}`,
    "Write <tool_call> to call, or ```json {} ```.",
    `{"a": 1} is an object`,
    "```ts\nconst x = 1;\n```\nThat's all.",
    "1 < 2 and <function",
  ])("leaves other text as it is: %s", async (text) => {
    for (const size of [1, 4, 1000]) {
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
      const { content } = await ask([...pieces.map((content) => delta({ content })), delta({}, "stop")]);
      expect(content.map((block) => ("text" in block ? block.text : "")).join("")).toBe(text);
    }
  });
});

describe("an upstream's failure", () => {
  const failing = async (response: Response) =>
    collect((await open(() => Promise.resolve(response))).stream(request, context));

  it.each([
    [429, { error: { message: "slow down" } }, "slow down"],
    [400, { error: "no such model" }, "no such model"],
    [400, { object: "error", message: "too long" }, "too long"],
    [503, "<html>down</html>", "<html>down</html>"],
  ])("keeps status and message: %i %j", async (status, body, message) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = new Response(text, { status, headers: { "retry-after": "3" } });
    await expect(failing(response)).rejects.toMatchObject({ status, message, retryAfter: 3 });
  });

  it("doesn't follow a redirect", async () => {
    const response = new Response(null, { status: 307, headers: { location: "http://elsewhere.example/" } });
    await expect(failing(response)).rejects.toMatchObject({
      message: expect.stringContaining("redirects") as string,
    });
  });

  it("comes out when it is in the stream, cut, or no JSON", async () => {
    await expect(ask([{ error: { message: "out of memory", code: 500 } }])).rejects.toThrow("out of memory");
    await expect(ask([delta({ content: "x" })])).rejects.toThrow("ended before");
    await expect(ask(["{"])).rejects.toThrow("no JSON");
    const unreachable = await open(() => Promise.reject(new TypeError("ECONNREFUSED")));
    await expect(collect(unreachable.stream(request, context))).rejects.toThrow("can't be reached");
  });
});
