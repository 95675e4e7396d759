import type { Json } from "../../lib/index.ts";
import type { MessagesRequest } from "../../messages/index.ts";
import { answer } from "./answer.ts";
import { likely } from "./choose.ts";
import { converse } from "./conversation.ts";
import { readTool } from "./read/tool.ts";
import { rarity } from "./rank.ts";
import { split } from "./split.ts";
import { read } from "./text/mentions.ts";

/** Why the built-in caller gives an answer, stage by stage. */
export interface Explanation {
  /** The text that is read as the request. */
  readonly task: string;
  /** Its potential arguments. */
  readonly mentions: readonly { readonly kind: string; readonly text: string }[];
  /** The tools, best first; shares are from 0 to 1. */
  readonly tools: readonly {
    readonly name: string;
    readonly score: number;
    readonly nameSaid: number;
    readonly descriptionSaid: number;
    readonly wordsExplained: number;
  }[];
  /** The parts of the text, each with its tool. */
  readonly parts: readonly { readonly tool: string; readonly text: string; readonly score: number }[];
  /** The probability that the tools are meant at all, and the required minimum. */
  readonly relevance: number;
  readonly needed: number;
  /** The filled arguments by call and parameter; evidence 0 is an assumption (a default). */
  readonly arguments: readonly {
    readonly call: number;
    readonly tool: string;
    readonly parameter: string;
    readonly value: Json;
    readonly evidence: number;
  }[];
  readonly missing: readonly { readonly tool: string; readonly parameter: string }[];
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: { readonly [key: string]: Json } }[];
}

/** Explains the answer to a request; `today` is milliseconds since 1970. Throws what answering throws. */
export function explain(request: MessagesRequest, today: number): Explanation {
  const { text, calls, choice } = answer(request, { today });
  const { task } = converse(request);
  const reading = read(task, today);
  const tools = (request.tools ?? []).filter((tool) => tool.input_schema !== undefined).map(readTool);
  return {
    task,
    mentions: reading.mentions.map(({ kind, text: wording }) => ({ kind, text: wording })),
    tools: (choice?.ranks ?? []).map(({ tool, score, name, description, explained }) => ({
      name: tool.definition.name,
      score,
      nameSaid: name,
      descriptionSaid: description,
      wordsExplained: explained,
    })),
    parts: split(tools, reading, rarity(tools)).map(({ tool, start, end, score }) => ({
      tool: tool.definition.name,
      text: reading.text.slice(start, end).trim(),
      score,
    })),
    relevance: choice?.relevance ?? 0,
    needed: likely,
    arguments: (choice?.calls ?? []).flatMap(({ tool, filled }, i) =>
      filled.evidence.map(({ path, value, score }) => ({
        call: i + 1,
        tool: tool.definition.name,
        parameter: path,
        value,
        evidence: score,
      })),
    ),
    missing: (choice?.missing ?? []).flatMap(({ tool, filled }) =>
      filled.missing.map(({ path }) => ({ tool: tool.definition.name, parameter: path.join(".") })),
    ),
    text,
    calls,
  };
}
