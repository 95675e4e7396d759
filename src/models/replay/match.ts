import type { MessagesRequest } from "../../messages/index.ts";
import { essence, type Recording } from "./recording.ts";

export type Match = "strict" | "best";

/** Finds the recording that answers a request; several recordings of the same request are used in turn. */
export interface Matcher {
  find(request: MessagesRequest): Recording | undefined;
  /** The same without advancing. */
  peek(request: MessagesRequest): Recording | undefined;
}

export function matcher(recordings: readonly Recording[], match: Match): Matcher {
  const exact = Map.groupBy(recordings, ({ request }) => essence(request));
  const turns = new Map<string, number>();
  const peek = (request: MessagesRequest): Recording | undefined => {
    const key = essence(request);
    const same = exact.get(key);
    if (same !== undefined) return same[Math.min(turns.get(key) ?? 0, same.length - 1)];
    return match === "best" ? best(recordings, request) : undefined;
  };
  return {
    peek,
    find(request) {
      const found = peek(request);
      const key = essence(request);
      turns.set(key, (turns.get(key) ?? 0) + 1);
      return found;
    },
  };
}

/** The best match whose answer the request allows. */
function best(recordings: readonly Recording[], request: MessagesRequest): Recording | undefined {
  const sketched = sketch(request);
  let found: Recording | undefined;
  let most = -1;
  for (const recording of recordings) {
    if (!allowed(request, recording)) continue;
    const score = likeness(sketched, sketch(recording.request));
    if (score > most) [found, most] = [recording, score];
  }
  return found;
}

function allowed({ tools = [], tool_choice: choice }: MessagesRequest, { answer }: Recording): boolean {
  const calls = (answer?.content ?? []).flatMap((block) => (block.type === "tool_use" ? [block.name] : []));
  if (!calls.every((name) => tools.some((tool) => tool.name === name))) return false;
  if (choice?.type === "tool") return calls.length > 0 && calls.every((name) => name === choice.name);
  return choice?.type === "any" ? calls.length > 0 : choice?.type !== "none" || calls.length === 0;
}

interface Sketch {
  readonly turns: number;
  readonly tools: ReadonlySet<string>;
  readonly last: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

const sketch = ({ messages, tools = [], system }: MessagesRequest): Sketch => ({
  turns: messages.length,
  tools: new Set(tools.map(({ name }) => name)),
  last: words(messages.at(-1)?.content),
  all: words([system, messages]),
});

const words = (value: unknown): ReadonlySet<string> =>
  new Set((JSON.stringify(value) ?? "").toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu));

/** The last message counts most, then the position in the conversation. */
const likeness = (a: Sketch, b: Sketch): number =>
  4 * shared(a.last, b.last) +
  2 * shared(a.all, b.all) +
  shared(a.tools, b.tools) +
  (a.turns === b.turns ? 2 : 0);

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const both = [...a].filter((word) => b.has(word)).length;
  return (2 * both) / (a.size + b.size);
}
