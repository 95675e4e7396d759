import type {
  ContentBlock,
  Message,
  MessagesRequest,
  ToolChoice,
  ToolDefinition,
} from "../../messages/index.ts";

/** A seeded random generator: numbers from 0 to below 1, the same for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks an item of a non-empty list. */
export const pick = <T>(random: () => number, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T; // the index is in range

const times = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));

const words = [
  "What is the weather in Paris and in Oslo?",
  "Hello",
  "Zoë さん 🌦️ \u2028 ok?",
  'data: {"type":"message_stop"}\n\n',
  "And then? ".repeat(40),
  "Remind me on 2026-03-01 to call Ann.",
] as const;
const tools: readonly ToolDefinition[] = [
  {
    name: "get_weather",
    description: "Current weather of a city. Use it for questions about weather.",
    input_schema: {
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer", minimum: 1, maximum: 9 } },
      required: ["city"],
      additionalProperties: false,
    },
  },
  {
    name: "remind",
    description: "Sets a reminder.",
    input_schema: {
      type: "object",
      properties: {
        on: { type: "string", format: "date" },
        kind: { type: "string", enum: ["call", "mail"] },
      },
      required: ["kind"],
    },
    cache_control: { type: "ephemeral" },
  },
  { name: "now", description: "The time.", input_schema: { type: "object" } },
];

/** Generates a valid request: parallel calls, results in any order, text around them. */
export function valid(random: () => number, model: string): MessagesRequest {
  const some = tools.filter(() => random() < 0.6);
  const [first] = some;
  const choices: readonly (ToolChoice | undefined)[] = [
    undefined,
    { type: "auto", disable_parallel_tool_use: random() < 0.5 },
    { type: "none" },
    ...(first ? [{ type: "any" } as const, { type: "tool", name: first.name } as const] : []),
  ];
  const choice = first && pick(random, choices);
  return {
    model,
    max_tokens: pick(random, [1, 16, 200, 128_000]),
    messages: turns(random),
    ...(first && { tools: some }),
    ...(choice && { tool_choice: choice }),
    ...(random() < 0.3 && {
      system: pick(random, ["Be brief.", [{ type: "text", text: "Be brief." } as const]]),
    }),
    ...(random() < 0.5 && { stream: random() < 0.8 }),
    ...(random() < 0.2 && { temperature: random() }),
    ...(random() < 0.2 && { stop_sequences: ["###"] }),
    ...(random() < 0.1 && { metadata: { user_id: "u" } }),
    ...(random() < 0.1 && { thinking: { type: "adaptive" } as const, max_tokens: 4000 }),
  };
}

function turns(random: () => number): readonly Message[] {
  const messages: Message[] = [];
  let open: readonly string[] = [];
  let id = 0;
  const say = (): string => pick(random, words);
  const text = (): readonly ContentBlock[] => (random() < 0.5 ? [{ type: "text", text: say() }] : []);
  for (let round = Math.floor(random() * 6); round >= 0; round--) {
    messages.push({
      role: "user",
      content: open.length > 0 ? [...results(open, random, say), ...text()] : say(),
    });
    if (round === 0) break;
    open = times(Math.floor(random() * 4), () => `toolu_${++id}`);
    const calls = open.map((item): ContentBlock => ({ type: "tool_use", id: item, name: "now", input: {} }));
    const content = [...text(), ...calls];
    messages.push({ role: "assistant", content: content.length > 0 ? content : "Yes." });
  }
  return messages;
}

const results = (ids: readonly string[], random: () => number, say: () => string): readonly ContentBlock[] =>
  ids
    .toSorted(() => random() - 0.5)
    .map((tool_use_id) => {
      const content = random() < 0.5 ? say() : [{ type: "text" as const, text: say() }];
      return { type: "tool_result", tool_use_id, content, is_error: random() < 0.2 };
    });
