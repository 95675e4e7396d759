import { isObject } from "../../lib/index.ts";
import { newToolUseId, type MessagesRequest, type ToolUseBlock } from "../../messages/index.ts";
import type { CallContext } from "../model.ts";
import { readInput } from "./input.ts";
import type { Judge } from "./judge.ts";

/** A call as the model wrote it: `json` is the streamed text of its input, empty if there was none. */
export interface Written {
  readonly block: ToolUseBlock;
  readonly json: string;
}

export interface Mended {
  /** The call to send to the client or, with a problem, to quote. */
  readonly block: ToolUseBlock;
  readonly changed: boolean;
  /** The problem, in words for the model. */
  readonly problem: string | undefined;
}

const properId = /^[a-zA-Z0-9_-]{1,128}$/;

/** Repairs the calls of one answer in order; `undefined` for a call beyond the allowed number. */
export type Mend = (call: Written) => Promise<Mended | undefined>;

export interface Mending {
  readonly judge: Judge;
  readonly context: CallContext;
  /**
   * Receives the id of a call whose input doesn't match its schema: it is accepted unchanged. Without it, it is
   * rejected.
   */
  readonly passOn: ((id: string) => void) | undefined;
}

/** Repairs what can be repaired without guessing. */
export function mender(request: MessagesRequest, { judge, context, passOn }: Mending): Mend {
  const tools = new Map((request.tools ?? []).map((tool) => [tool.name, tool] as const));
  const used = usedIds(request);
  let accepted = 0;
  return async ({ block, json }) => {
    if (accepted > 0 && isSingle(request)) return undefined;
    const id = properId.test(block.id) && !used.has(block.id) ? block.id : newToolUseId();
    used.add(id);
    const read =
      json === "" && isObject(block.input) ? { value: block.input, mended: false } : readInput(json);
    const broken = (problem: string): Mended => ({
      block: { ...block, id, input: read?.value ?? {} },
      changed: true,
      problem,
    });
    const name = tools.has(block.name) ? block.name : alike(block.name, [...tools.keys()]);
    const tool = name === undefined ? undefined : tools.get(name);
    if (tool === undefined) return broken(`There is no tool named ${block.name.slice(0, 128)}.`);
    const refused = refusal(request, tool.name);
    if (refused !== undefined) return broken(refused);
    if (read === undefined) return broken(`The input of ${tool.name} is no JSON object.`);
    const { value } = read;
    const fitted = await judge({ tool, value, json: read.mended ? undefined : json || undefined }, context);
    if (fitted.problem !== undefined && !passOn)
      return broken(`The input of ${tool.name} ${fitted.problem}.`);
    if (fitted.problem !== undefined) passOn?.(id);
    accepted++;
    const changed = read.mended || id !== block.id || tool.name !== block.name || fitted.value !== value;
    return { block: { ...block, id, name: tool.name, input: fitted.value }, changed, problem: undefined };
  };
}

/** Whether the request allows only one call. */
export const isSingle = ({ tool_choice: choice }: MessagesRequest): boolean =>
  choice !== undefined && choice.type !== "none" && choice.disable_parallel_tool_use === true;

function refusal({ tool_choice: choice }: MessagesRequest, name: string): string | undefined {
  if (choice?.type === "none") return "No tool may be called now; answer in text.";
  if (choice?.type === "tool" && choice.name !== name) return `Only ${choice.name} may be called now.`;
  return undefined;
}

/** Models write `getWeather` or `functions.get_weather` for get_weather; nothing less similar is accepted. */
function alike(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string): string =>
    text
      .slice(text.lastIndexOf(".") + 1)
      .replaceAll(/[^\p{L}\p{N}]/gu, "")
      .toLowerCase();
  const found = known.filter((item) => plain(item) === plain(name));
  return found.length === 1 ? found[0] : undefined;
}

function usedIds({ messages }: MessagesRequest): Set<string> {
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  return new Set(blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])));
}
