import * as fc from "fast-check";
import type { ContentBlock, Message } from "./index.ts";

type Blocks = ContentBlock[];
export interface Turn {
  role: "user" | "assistant" | "system";
  content: string | Blocks;
}

const text = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).map((s) => `${s.trim()}.`);
const textBlock = text.map((value): ContentBlock => ({ type: "text", text: value }));
const result = (id: string, content: string): ContentBlock => ({
  type: "tool_result",
  tool_use_id: id,
  content,
});

/** A conversation that follows every rule: parallel calls, results in any order, text after them. */
export const conversation: fc.Arbitrary<Turn[]> = fc
  .record({
    rounds: fc.array(
      fc.record({
        calls: fc.nat(3),
        before: fc.option(textBlock),
        after: fc.option(textBlock),
        order: fc.nat(),
        words: text,
      }),
      { minLength: 1, maxLength: 6 },
    ),
    open: fc.boolean(),
    last: text,
  })
  .map(({ rounds, open, last }) => {
    const turns: Turn[] = [];
    let results: Blocks = [];
    let id = 0;
    for (const { calls, before, after, order, words } of rounds) {
      turns.push({ role: "user", content: results.length ? [...results, ...(after ? [after] : [])] : words });
      const ids = Array.from({ length: calls }, () => `toolu_${++id}`);
      const uses = ids.map((each): ContentBlock => ({ type: "tool_use", id: each, name: "now", input: {} }));
      const assistantBlocks: Blocks = [...(before ? [before] : []), ...uses];
      turns.push({ role: "assistant", content: assistantBlocks.length ? assistantBlocks : words });
      results = ids
        .map((each) => result(each, words))
        .toSorted((a, b) => ((JSON.stringify(a).length * (order + 1)) % 7) - (JSON.stringify(b).length % 7));
    }
    if (results.length) turns.push({ role: "user", content: results });
    else if (open) turns.push({ role: "user", content: last });
    return turns;
  });

const copy = (turns: readonly Turn[]): Turn[] => structuredClone(turns) as Turn[];
const blocks = (turn: Turn | undefined): Blocks => (Array.isArray(turn?.content) ? turn.content : []);
const find = (
  turns: readonly Turn[],
  type: ContentBlock["type"],
  from: number,
): [number, number] | undefined => {
  const places = turns.flatMap((turn, i) =>
    blocks(turn).flatMap((b, j): [number, number][] => (b.type === type ? [[i, j]] : [])),
  );
  return places.length ? places[from % places.length] : undefined;
};

/**
 * Ways to break one rule each: the invalid conversation and its error message; undefined if it can't be broken that
 * way.
 */
export const breaches: Readonly<
  Record<
    string,
    (turns: readonly Turn[], seed: number) => { messages: readonly Message[]; says: RegExp } | undefined
  >
> = {
  "1: a role twice in a row"(turns, seed) {
    const messages = copy(turns);
    const index = seed % turns.length;
    const role = messages[index]?.role ?? "user";
    messages.splice(index, 0, { role, content: "again" });
    return { messages, says: /roles must alternate|`tool_use` ids were found|unexpected `tool_use_id`/ };
  },
  "1: the assistant first"(turns) {
    const messages = [{ role: "assistant" as const, content: "hi" }, ...copy(turns)];
    return { messages, says: /first message must use the "user" role/ };
  },
  "2: a call by the user"(turns, seed) {
    const messages = copy(turns);
    const users = messages.filter(({ role }) => role === "user");
    const turn = users[seed % users.length];
    if (!turn) return undefined;
    turn.content = [...blocks(turn), { type: "tool_use", id: "toolu_x", name: "now", input: {} }];
    return { messages, says: /^messages\.\d+: `tool_use` blocks can only be in `assistant` messages$/ };
  },
  "3: a result by the assistant"(turns, seed) {
    const messages = copy(turns);
    const others = messages.filter(({ role }) => role === "assistant");
    const turn = others[seed % others.length];
    if (!turn) return undefined;
    turn.content = [...blocks(turn), result("toolu_1", "x")];
    return { messages, says: /^messages\.\d+: `tool_result` blocks can only be in `user` messages$/ };
  },
  "4: a result of nothing"(turns, seed) {
    const messages = copy(turns);
    const users = messages.filter(({ role }) => role === "user");
    const turn = users[seed % users.length];
    if (!turn) return undefined;
    turn.content = [...blocks(turn), result("toolu_unknown", "x")];
    return {
      messages,
      says: /^messages\.\d+\.content\.\d+: unexpected `tool_use_id` found in `tool_result` blocks: toolu_unknown\./,
    };
  },
  "4: a result twice"(turns, seed) {
    const messages = copy(turns);
    const place = find(messages, "tool_result", seed);
    const turn = place && messages[place[0]];
    const block = place && blocks(turn)[place[1]];
    if (!turn || !block) return undefined;
    turn.content = [...blocks(turn), block];
    return { messages, says: /each tool_use must have a single result\. Found multiple/ };
  },
  "5: a call without a result"(turns, seed) {
    const messages = copy(turns);
    const place = find(messages, "tool_result", seed);
    const turn = place && messages[place[0]];
    if (!turn) return undefined;
    const left = blocks(turn).filter((_, j) => j !== place[1]);
    turn.content = left.length ? left : "never mind";
    return {
      messages,
      says: /^messages\.\d+: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_\d+\./,
    };
  },
  "5: the last call open"(turns) {
    const messages = copy(turns);
    const index = messages.findLastIndex((turn) => blocks(turn).some(({ type }) => type === "tool_use"));
    if (index < 0) return undefined;
    return { messages: messages.slice(0, index + 1), says: /`tool_use` ids were found without/ };
  },
  "an id twice"(turns, seed) {
    const messages = copy(turns);
    const place = find(messages, "tool_use", seed);
    const block = place && blocks(messages[place[0]])[place[1]];
    if (!place || !block) return undefined;
    blocks(messages[place[0]]).push(block);
    return { messages, says: /^messages\.\d+\.content\.\d+: `tool_use` ids must be unique$/ };
  },
};

/** Requests with arbitrary errors: any value may be replaced by anything. */
export const hostile: fc.Arbitrary<unknown> = fc
  .tuple(
    conversation,
    fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 3 })), { minLength: 1, maxLength: 4 }),
  )
  .map(([messages, changes]) => {
    const request: unknown = {
      model: "m",
      max_tokens: 16,
      system: [{ type: "text", text: "s", cache_control: { type: "ephemeral" } }],
      tools: [
        { name: "now", description: "d", input_schema: { type: "object", properties: { a: { enum: [1] } } } },
      ],
      tool_choice: { type: "tool", name: "now", disable_parallel_tool_use: true },
      thinking: { type: "adaptive" },
      output_config: { effort: "low", format: { type: "json_schema", schema: {} } },
      metadata: { user_id: "u" },
      stop_sequences: ["x"],
      temperature: 1,
      thread: { type: "create" },
      messages,
    };
    const changed: unknown = structuredClone(request);
    for (const [index, value] of changes) replaceAt(changed, index, value);
    return changed;
  });

function replaceAt(root: unknown, index: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const members = node as Record<string, unknown>; // arrays have keys too
    for (const key of Object.keys(members)) {
      places.push([members, key]);
      walk(members[key]);
    }
  };
  walk(root);
  const place = places[index % places.length];
  if (place) place[0][place[1]] = value;
}
