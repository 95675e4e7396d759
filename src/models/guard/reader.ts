import type { AnswerBlock, StreamEvent } from "../../messages/index.ts";

/** A complete block; `json` is the text of a call's input. */
export interface Whole {
  readonly block: AnswerBlock;
  readonly json: string;
}

/** Assembles blocks from events; returns each when it ends. */
export function reader(): (event: StreamEvent) => Whole | undefined {
  let block: AnswerBlock | undefined;
  let text = "";
  let signature = "";
  return (event) => {
    if (event.type === "content_block_start") {
      [block, text, signature] = [event.content_block, "", ""];
    } else if (event.type === "content_block_delta") {
      const { delta } = event;
      if (delta.type === "text_delta") text += delta.text;
      else if (delta.type === "input_json_delta") text += delta.partial_json;
      else if (delta.type === "thinking_delta") text += delta.thinking;
      else if (delta.type === "signature_delta") signature += delta.signature;
    } else if (event.type === "content_block_stop" && block !== undefined) {
      return { block: filled(block, text, signature), json: text };
    }
    return undefined;
  };
}

function filled(block: AnswerBlock, text: string, signature: string): AnswerBlock {
  if (block.type === "text") return { ...block, text: block.text + text };
  if (block.type !== "thinking") return block;
  return { ...block, thinking: block.thinking + text, signature: block.signature + signature };
}
