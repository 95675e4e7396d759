import type { ContentBlock, Message } from "../messages/index.ts";
import type { Entry } from "./session.ts";

/** Returns the messages that a model remembers: the turns since the last `/clear`, older ones as their summary. */
export async function conversation(entries: AsyncIterable<Entry>): Promise<readonly Message[]> {
  let messages: Message[] = [];
  for await (const entry of entries) {
    if (entry.type === "cleared") messages = [];
    if (entry.type === "turn") messages.push(...entry.messages);
    if (entry.type === "compacted")
      messages = [...remembered(entry.summary), ...lastTurns(messages, entry.kept)];
  }
  return messages;
}

const remembered = (summary: string): readonly Message[] => [
  { role: "user", content: `Earlier in this session, in short:\n\n${summary}` },
  { role: "assistant", content: "I have read it." },
];

const blocks = ({ content }: Message): readonly ContentBlock[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

/** A turn begins with a person's message, so that calls are never separated from their results. */
const begins = (message: Message): boolean =>
  message.role === "user" && blocks(message).some(({ type }) => type === "text");

function starts(messages: readonly Message[]): readonly number[] {
  return messages.flatMap((message, i) => (begins(message) ? [i] : []));
}

function lastTurns(messages: readonly Message[], turnCount: number): readonly Message[] {
  const from = starts(messages).at(-turnCount);
  return turnCount === 0 || from === undefined ? [] : messages.slice(from);
}

/** Number of turns kept in full. */
const recent = 2;
const short = 400;

/**
 * Summarises older turns without a model: what was asked, which tools were called on what, how each turn ended.
 * `undefined` if there are no older turns. The journal keeps everything.
 */
export function compacted(
  messages: readonly Message[],
): Extract<Entry, { readonly type: "compacted" }> | undefined {
  const turns = starts(messages);
  const older = turns.slice(0, -recent);
  if (older.length === 0) return undefined;
  const summary = older.map((from, i) => digest(messages.slice(from, turns[i + 1]))).join("\n\n");
  return { type: "compacted", summary, kept: recent };
}

function digest(turn: readonly Message[]): string {
  const all = turn.flatMap((message) => blocks(message).map((block) => ({ role: message.role, block })));
  const texts = (role: Message["role"]): readonly string[] =>
    all.flatMap(({ role: of, block }) => (of === role && block.type === "text" ? [block.text] : []));
  const calls = all.flatMap(({ block }) =>
    block.type === "tool_use" ? [`- ${block.name} ${cut(JSON.stringify(block.input), 160)}`] : [],
  );
  const failures = all.flatMap(({ block }) =>
    block.type === "tool_result" && block.is_error === true
      ? [`- failed: ${cut(JSON.stringify(block.content), 160)}`]
      : [],
  );
  return [
    `Asked: ${cut(texts("user").join(" "), short)}`,
    ...calls,
    ...failures,
    `Answered: ${cut(texts("assistant").at(-1) ?? "nothing", short)}`,
  ].join("\n");
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
