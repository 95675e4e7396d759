/** Bodies designed to keep a server busy, each about `size` bytes long. */
import { hostileSchemas, type Schema } from "./schemas.suite.ts";

export interface Hostile {
  readonly path?: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
type Made = (size: number, model: string) => Hostile;

const tool = (name: string, input_schema: Schema): object => ({
  name,
  description: "Finds a city.",
  input_schema,
});
const weather = tool("get_weather", {
  type: "object",
  properties: {
    city: { type: "string", description: "City name" },
    date: { type: "string", description: "Date, YYYY-MM-DD" },
    days: { type: "integer", description: "How many days" },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["city"],
});
const json = (body: object, path?: string): Hostile => ({
  body: JSON.stringify(body),
  ...(path && { path }),
});
const request = (model: string, content: unknown, more: object = {}): object => ({
  model,
  max_tokens: 400,
  messages: [{ role: "user", content }],
  tools: [weather],
  ...more,
});
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => make(i));

/** Units repeated to make long texts. */
const units = {
  letters: "a",
  words: "word ",
  spaces: " ",
  lines: "\n",
  "empty lines with blanks": "  \n\t",
  numbers: "1,1 2.5 ",
  digits: "7",
  dates: "1/2/2026 ",
  times: "12:30 tomorrow ",
  conjunctions: "and then and ",
  questions: "What is the weather in Paris? ",
  cities: "Paris, London, Rome, ",
  capitals: "New York City And ",
  quotes: "\"a 'b ",
  brackets: "([{",
  closing: ")]}",
  "brackets with text": '{"a":[',
  addresses: "a@a.a",
  links: "http://a.b/c?d=e&",
  dashes: "a-b_c.",
  hyphens: "-",
  hashes: "# ",
  fences: "```\n",
  tags: "<tool_call>",
  "tags with text": '<tool_call>{"name":"get_weather","arguments":{',
  functions: "<function=get_weather><parameter=city>",
  "calls as lists": "[TOOL_CALLS][{",
  thoughts: "<think>",
  emoji: "👩‍👩‍👧‍👦",
  combining: "e\u0301\u0301\u0301",
  "right to left": "שלום ",
  chinese: "巴黎的天气",
  "zero width": "\u200B\u200D",
  "line separators": "\u2028",
  surrogates: "𝒳",
  colons: "city: Paris; ",
  percentages: "5% of $3.50 ",
  escapes: "\\u0000\\\\",
  pluses: "1+1=",
} as const;

/** Units of long texts that request actions, negate them or delay them. */
const acts = {
  acts: "cancel order 5, ",
  "sentences of acts": "Cancel order 5. ",
  "lines of acts": "- cancel order 5\n",
  "numbered acts": "1. cancel order 5\n2. get order 6\n",
  "acts and readings": "cancel order A-17 and then get order B-9 and then ",
  denials: "Don't cancel order A-5! ",
  "denials in a row": "don't cancel order 5, ",
  conditions: "if order 5 is late then cancel order 5, ",
  "conditions alone": "if ",
  "conditions behind": "cancel order 5 as soon as it arrives. ",
  alternatives: "If order A-5 is late, cancel it. Otherwise keep it. ",
  "what was taken back": "cancel order 5, never mind. ",
  suppositions: "What if I cancelled order 5? ",
  requests: "Can you cancel order 5? ",
  "quoted acts": '"cancel order 5" he said, ',
  "quotes in other signs": "“cancel order 5” ",
  speakers: "Ann: cancel order 5\nBob: no\n",
  "quoted lines": "> cancel order 5\n",
  "tags that stay open": "<b>cancel order 5",
  exceptions: "all orders except 5, ",
  choices: "cancel order 5 or order 6 or ",
  pronouns: "cancel it, ",
  identifiers: "A-17, B-18, ORD-2024-001, ",
  "identifiers that never end": "a-b-",
  mails: "send an e-mail to ann.lee@example.com, ",
  "days and times": "on 3 March 2026, next friday, tomorrow at 5pm, ",
  sums: "pay $12.50 and 3 EUR, ",
  names: "Ann Lee and Bob Stone and ",
  things: "milk, eggs, red, blue, ",
  lists: "[1, 2, 3], ",
  values: "order_id = 5, name: 'x', ",
  languages: "storniere Bestellung 5, annule la commande 5, 注文5をキャンセル, ",
} as const;
const orders = ["cancel", "get"].map((verb) => ({
  name: `${verb}_order`,
  description: `${verb === "get" ? "Get the status of" : "Cancel"} an order.`,
  input_schema: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
}));

const pairs = (count: number): object[] =>
  times(count, (i) => [
    {
      role: "assistant",
      content: [{ type: "tool_use", id: `t${i}`, name: "get_weather", input: { city: `c${i}` } }],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `t${i}`, content: `{"temperature":${i}}` }],
    },
  ]).flat();

const bodies: Readonly<Record<string, Made>> = {
  "tools: many": (size, model) =>
    json(
      request(model, "What is the weather in Paris?", {
        tools: times(Math.min(9999, size / 140), (i) =>
          tool(`get_weather_${i}`, { type: "object", properties: { city: { type: "string" } } }),
        ),
      }),
    ),
  "tools: long names": (size, model) =>
    json(
      request(model, "What is the weather in Paris?", {
        tools: times(size / 220, (i) => tool(`${"a".repeat(120)}${i}`.slice(-128), { type: "object" })),
      }),
    ),
  "tools: a name too long": (size, model) =>
    json(request(model, "Paris?", { tools: [tool("a".repeat(size), { type: "object" })] })),
  "tools: many patterns": (size, model) =>
    json(
      request(model, "x", {
        tool_choice: { type: "any" },
        tools: times(size / 240, (i) =>
          tool(`t${i}`, {
            type: "object",
            properties: { a: { type: "string", pattern: `^(?=.*a)(?=.*b${i}).{9,99}$` } },
            required: ["a"],
          }),
        ),
      }),
    ),
  "turns: pairs of calls and results": (size, model) =>
    json(request(model, "Begin.", { messages: [{ role: "user", content: "Begin." }, ...pairs(size / 230)] })),
  "turns: many calls at once": (size, model) => {
    const ids = times(size / 160, (i) => `t${i}`);
    const calls = ids.map((id) => ({ type: "tool_use", id, name: "get_weather", input: { city: "Paris" } }));
    const results = ids.map((tool_use_id) => ({ type: "tool_result", tool_use_id, content: "sunny, 21 °C" }));
    return json(
      request(model, "", {
        messages: [
          { role: "user", content: "Begin." },
          { role: "assistant", content: calls },
          { role: "user", content: results },
        ],
      }),
    );
  },
  "turns: short": (size, model) =>
    json(
      request(model, "", {
        messages: times((size / 80) | 1, (i) => ({
          role: i % 2 ? "assistant" : "user",
          content: `Paris ${i}?`,
        })).slice(0, (size / 80) | 1),
      }),
    ),
  "turns: of one role": (size, model) =>
    json(
      request(model, "", { messages: times(size / 40, (i) => ({ role: "user", content: `Paris ${i}?` })) }),
    ),
  "blocks: many texts": (size, model) =>
    json(
      request(
        model,
        times(size / 40, (i) => ({ type: "text", text: `Paris ${i}?` })),
      ),
    ),
  "blocks: one large image": (size, model) =>
    json(
      request(model, [
        {
          type: "image",
          source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo".padEnd(size & ~3, "A") },
        },
      ]),
    ),
  "blocks: many small images": (size, model) =>
    json(
      request(
        model,
        times(size / 110, () => ({
          type: "image",
          source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgoAAAANSUhEUg==" },
        })),
      ),
    ),
  "blocks: document of text": (size, model) =>
    json(
      request(model, [
        {
          type: "document",
          source: { type: "text", media_type: "text/plain", data: "word ".repeat(size / 5) },
        },
        { type: "text", text: "Which city?" },
      ]),
    ),
  "blocks: search results": (size, model) =>
    json(
      request(
        model,
        times(size / 130, (i) => ({
          type: "search_result",
          source: `https://a.example/${i}`,
          title: "t",
          content: [{ type: "text", text: "Paris" }],
        })),
      ),
    ),
  "results: large JSON": (size, model) =>
    json(
      request(model, "", {
        messages: [
          { role: "user", content: "Begin." },
          {
            role: "assistant",
            content: [{ type: "tool_use", id: "t", name: "get_weather", input: { city: "Paris" } }],
          },
          {
            role: "user",
            content: [
              {
                type: "tool_result",
                tool_use_id: "t",
                content: JSON.stringify(times(size / 40, (i) => ({ city: `c${i}`, days: i }))),
              },
            ],
          },
        ],
      }),
    ),
  "results: brackets": (size, model) =>
    json(
      request(model, "", {
        messages: [
          { role: "user", content: "Begin." },
          {
            role: "assistant",
            content: [{ type: "tool_use", id: "t", name: "get_weather", input: { city: "Paris" } }],
          },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "[".repeat(size) }] },
        ],
      }),
    ),
  "inputs: large lists that must be unique": (size, model) => {
    const schema = { type: "object", properties: { a: { type: "array", uniqueItems: true } } } as const;
    const input = { a: times(size / 14, (i) => ({ i })) };
    const call = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "t", input }] };
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "ok" }] };
    return json(
      request(model, "", {
        tools: [tool("t", schema)],
        messages: [{ role: "user", content: "Begin." }, call, result],
      }),
    );
  },
  "inputs: long texts for a pattern": (size, model) => {
    const schema = {
      type: "object",
      properties: { a: { type: "string", pattern: "^(?=.*b)(a|aa|a?)*c$" } },
    } as const;
    const call = {
      role: "assistant",
      content: [{ type: "tool_use", id: "t", name: "t", input: { a: "a".repeat(size) } }],
    };
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "ok" }] };
    return json(
      request(model, "", {
        tools: [tool("t", schema)],
        messages: [{ role: "user", content: "Begin." }, call, result],
      }),
    );
  },
  "system: many blocks": (size, model) =>
    json(
      request(model, "Paris?", { system: times(size / 40, (i) => ({ type: "text", text: `Rule ${i}.` })) }),
    ),
  "stop sequences: many": (size, model) =>
    json(request(model, "Paris?", { stop_sequences: times(size / 12, (i) => `stop ${i}`) })),
  "betas: many": (size, model) => ({
    ...json(request(model, "Paris?")),
    headers: { "anthropic-beta": times(Math.min(300, size / 40), (i) => `beta-${i}-2026-01-01`).join() },
  }),
  "output: product": (_, model) =>
    json(
      request(model, "Paris?", {
        output_config: {
          format: {
            type: "json_schema",
            schema: {
              type: "array",
              minContains: 5000,
              contains: { type: "array", minItems: 900 },
              items: { type: "array" },
            },
          },
        },
      }),
    ),
  "fields: many unknown": (size, model) =>
    json({ ...request(model, "Paris?"), ...Object.fromEntries(times(size / 20, (i) => [`x${i}`, i])) }),
  "JSON: deep lists": (size) => ({ body: "[".repeat(size) }),
  "JSON: deep objects": (size) => ({ body: '{"a":'.repeat(size / 5) }),
  "JSON: deep content": (size, model) => ({
    body: JSON.stringify(request(model, "@")).replace(
      '"@"',
      `${"[".repeat(size / 2)}${"]".repeat(size / 2)}`,
    ),
  }),
  "JSON: a key twice at the end": (size, model) => ({
    body: `{"model":"${model}","x":"${"word ".repeat(size / 5)}","x":1}`,
  }),
  "JSON: many keys twice": (size) => ({ body: `{${'"a":1,'.repeat(size / 6)}"a":1}` }),
  "JSON: escapes": (size, model) => ({
    body: JSON.stringify(request(model, "@")).replace("@", "\\u00e9\\n".repeat(size / 8)),
  }),
  "JSON: half of a pair": (size, model) => ({
    body: JSON.stringify(request(model, "@")).replace("@", `${"a".repeat(size)}\\ud800`),
  }),
  "JSON: unclosed text": (size) => ({ body: `{"a":"${"\\\\".repeat(size / 2)}` }),
  "JSON: number beyond a double": (_, model) => ({
    body: JSON.stringify(request(model, "@")).replace("400", "1e400"),
  }),
  "JSON: long number": (size, model) => ({
    body: JSON.stringify(request(model, "@")).replace("400", `4${"0".repeat(size)}`),
  }),
  "JSON: long fraction": (size, model) => ({
    body: JSON.stringify(request(model, "@")).replace("400", `4.${"0".repeat(size)}1`),
  }),
  "JSON: blanks": (size, model) => ({
    body: `${" ".repeat(size)}${JSON.stringify(request(model, "Paris?"))}`,
  }),
  "JSON: commas": (size) => ({ body: `[${"1,".repeat(size / 2)}]` }),
  "JSON: __proto__": (size, model) => ({
    body: JSON.stringify(request(model, "Paris?")).replace("{", `{"__proto__":{"a":"${"a".repeat(size)}"},`),
  }),
  "chat: arguments that aren't JSON": (size, model) => {
    const tool_calls = [
      {
        id: "c",
        type: "function",
        function: { name: "get_weather", arguments: '{"city":'.repeat(size / 8) },
      },
    ];
    return json(
      {
        model,
        messages: [
          { role: "user", content: "Begin." },
          { role: "assistant", content: null, tool_calls },
          { role: "tool", tool_call_id: "c", content: "x" },
        ],
      },
      "/v1/chat/completions",
    );
  },
  "chat: many results": (size, model) => {
    const calls = times(size / 200, (i) => ({
      id: `c${i}`,
      type: "function",
      function: { name: "f", arguments: "{}" },
    }));
    const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "ok" }));
    return json(
      {
        model,
        messages: [
          { role: "user", content: "Begin." },
          { role: "assistant", content: null, tool_calls: calls },
          ...results,
        ],
      },
      "/v1/chat/completions",
    );
  },
  "responses: many items": (size, model) =>
    json(
      { model, input: times(size / 60, (i) => ({ type: "message", role: "user", content: `Paris ${i}?` })) },
      "/v1/responses",
    ),
  "count: long": (size, model) => {
    const { max_tokens: _, ...rest } = request(model, "12 éü 巴 ".repeat(size / 14)) as {
      max_tokens: number;
    };
    return json(rest, "/v1/messages/count_tokens");
  },
};

/** All hostile texts by name. */
export const hostile: Readonly<Record<string, Made>> = {
  ...Object.fromEntries(
    Object.entries(hostileSchemas).map(([name, make]): [string, Made] => [
      `schema: ${name}`,
      (size, model) =>
        json(
          request(model, "Find the city of Paris for 3 days", {
            tool_choice: { type: "any" },
            tools: [tool("find", make(size))],
          }),
        ),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(units).map(([name, unit]): [string, Made] => [
      `text: ${name}`,
      (size, model) =>
        json(
          request(
            model,
            `x${unit.repeat(Math.max(1, size / Buffer.byteLength(unit)))} What is the weather in Paris?`,
          ),
        ),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(acts).map(([name, unit]): [string, Made] => [
      `acts: ${name}`,
      (size, model) =>
        json(
          request(model, `${unit.repeat(Math.max(1, size / Buffer.byteLength(unit)))}\nCancel order 5.`, {
            tools: orders,
          }),
        ),
    ]),
  ),
  ...bodies,
};
