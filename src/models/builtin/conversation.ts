import { isObject, type Json, parseJson } from "../../lib/index.ts";
import type {
  ContentBlock,
  Message,
  MessagesRequest,
  ToolResultBlock,
  ToolUseBlock,
} from "../../messages/index.ts";

/** A call with its result. */
export interface Done {
  readonly call: ToolUseBlock;
  readonly text: string;
  readonly failed: boolean;
  /** The number of user texts before it. */
  readonly turn: number;
  /** The parsed result, if it is JSON. */
  readonly data: Json | undefined;
}

/** A conversation as the caller needs it: the open request, what was done for it, and what was known before. */
export interface Conversation {
  /** The user's current request. */
  readonly task: string;
  /** The user's earlier texts, oldest first. */
  readonly earlier: readonly string[];
  /** Calls since the current request, in order. */
  readonly done: readonly Done[];
  /** Calls before it. */
  readonly past: readonly Done[];
  /** Whether no tool was called for the previous text. */
  readonly unanswered: boolean;
  /** Whether the last message contains results rather than a new request. */
  readonly answering: boolean;
}

const blocks = (message: Message): readonly ContentBlock[] =>
  typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;

const [opening, closing] = ["<system-reminder>", "</system-reminder>"] as const;

/** Removes what clients insert between tags. */
function withoutReminders(text: string): string {
  const parts = text.split(closing);
  const last = parts.pop() ?? "";
  const visibleParts = parts.map((part) => {
    const start = part.indexOf(opening);
    return start < 0 ? part + closing : part.slice(0, start);
  });
  return visibleParts.join("") + last;
}

const textOf = (message: Message): string =>
  blocks(message)
    .flatMap((block) => (block.type === "text" ? [withoutReminders(block.text)] : []))
    .join("\n")
    .trim();

const resultText = (block: ToolResultBlock): string =>
  typeof block.content === "string"
    ? block.content
    : (block.content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

const parsed = (text: string): Json | undefined =>
  /^\s*[[{"\d-]|^\s*(?:true|false|null)\s*$/.test(text) ? (parseJson(text) as Json | undefined) : undefined;

/** Parses a conversation. Only blocks of type tool_result are results; a text that looks like one is just text. */
export function converse(request: MessagesRequest): Conversation {
  const calls = new Map<string, ToolUseBlock>();
  const texts: string[] = [];
  let done: Done[] = [];
  let past: Done[] = [];
  let unanswered = false;
  for (const message of request.messages) {
    if (message.role === "assistant") {
      for (const block of blocks(message)) if (block.type === "tool_use") calls.set(block.id, block);
      continue;
    }
    const text = textOf(message);
    const results = blocks(message).filter((block) => block.type === "tool_result");
    for (const block of results) {
      const call = calls.get(block.tool_use_id);
      const text = resultText(block);
      if (call)
        done.push({
          call,
          text: text,
          turn: texts.length,
          failed: block.is_error === true,
          data: parsed(text),
        });
    }
    if (text === "") continue;
    unanswered = texts.length > 0 && done.length === 0;
    texts.push(text);
    [past, done] = [[...past, ...done], []];
  }
  const last = request.messages.at(-1);
  const answering = last !== undefined && textOf(last) === "" && done.length > 0;
  return { task: texts.at(-1) ?? "", earlier: texts.slice(0, -1), done, past, unanswered, answering };
}

/** A value that a tool returned, with the words of its key path. */
export interface Fact {
  readonly keys: readonly string[];
  readonly value: Json;
  /** The other texts in its record: a title, a name. */
  readonly beside: readonly string[];
  /** The record that contains it. */
  readonly record: object;
}

const texts = (record: object): readonly string[] =>
  Object.values(record).filter((item) => typeof item === "string");

const mostFacts = 500;

/** The scalar values inside results, most recent last; of too many, those of the latest results. */
export function facts(done: readonly Done[]): readonly Fact[] {
  let left = mostFacts;
  const latest = done.toReversed().map((each) => {
    const found = factsOf(each, left);
    left -= found.length;
    return found;
  });
  return latest.toReversed().flat();
}

/** The first `most` scalar values inside a result. */
function factsOf({ call, data, failed }: Done, most: number): readonly Fact[] {
  const found: Fact[] = [];
  const visit = (value: Json, keys: readonly string[], record: object): void => {
    if (found.length >= most || keys.length > 8) return;
    if (Array.isArray(value))
      for (const item of value as readonly Json[]) visit(item, keys, isObject(item) ? record : { item }); // Array.isArray drops readonly
    else if (isObject(value))
      for (const [key, below] of Object.entries(value)) visit(below as Json, [...keys, key], value);
    else if (value !== null) found.push({ keys, value, beside: texts(record), record });
  };
  if (!failed && data !== undefined) visit(data, [call.name], {});
  return found;
}
