import { isObject, UserError } from "../../lib/index.ts";
import type { ToolUseBlock } from "../../messages/index.ts";
import type { Engine } from "./engine.ts";
import { fence } from "./fence.ts";
import { learnFormat } from "./format.ts";
import type { Memory } from "./memory.ts";
import type { Prompting } from "./prompt.ts";
import { template, TemplateError, type Template } from "./template.ts";
import type { Tokens } from "./vocabulary.ts";

interface Parts {
  readonly tokens: Tokens;
  readonly ends: ReadonlySet<number>;
  readonly now: () => number;
  readonly written: Memory<string>;
}

/** What prompts of a model need: its own chat template, and how that writes calls. */
export function promptingOf({ model }: Engine, { tokens, ends, now, written }: Parts): Prompting {
  const { metadata } = model.fileInfo;
  const tokenizer = isObject(metadata) && isObject(metadata["tokenizer"]) ? metadata["tokenizer"] : {};
  const source = tokenizer["chat_template"];
  const render = readTemplate(typeof source === "string" && source !== "" ? source : plainTemplate, now);
  const ggml = isObject(tokenizer["ggml"]) ? tokenizer["ggml"] : {};
  const named = (field: string): string => tokens.name(Number(ggml[field] ?? -1)) ?? "";
  const texts = {
    bos_token: named("bos_token_id"),
    eos_token: named("eos_token_id"),
    enable_thinking: false,
  };
  const endNames = [...ends].flatMap((token) => tokens.control.get(token) ?? []);
  return {
    template: render,
    format: learnFormat(render, texts, endNames),
    fence: fence(tokens.control.values()),
    texts,
    written: (call) => written.get(call.id) && sameInput(written.get(call.id) ?? "", call),
  };
}

function readTemplate(source: string, now: () => number): Template {
  try {
    return template(source, now);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new UserError("gguf_template", error.message, "Use another file of the model.", { cause: error });
  }
}

/** For files without a template: base models, which only continue a text. */
const plainTemplate = `{% for message in messages %}{{ message.role }}: {{ message.content }}
{% endfor %}assistant: `;

/** Returns the text, if it still represents the input. */
const sameInput = (text: string, { input }: ToolUseBlock): string | undefined =>
  JSON.stringify(JSON.parse(text)) === JSON.stringify(input) ? text : undefined;
