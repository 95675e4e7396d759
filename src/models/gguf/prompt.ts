import { ApiError, type MessagesRequest, type ToolUseBlock } from "../../messages/index.ts";
import { turnsOf, type Inputs, type Turn } from "./conversation.ts";
import { pieces, slot, type Fence } from "./fence.ts";
import { toolsFor, type CallFormat } from "./format.ts";
import { TemplateError, type Template } from "./template.ts";

export interface Prompting {
  readonly template: Template;
  readonly format: CallFormat;
  readonly fence: Fence;
  /** Texts that templates expect, like `bos_token`. */
  readonly texts: Readonly<Record<string, unknown>>;
  /** The input of a call as the model wrote it, if it is still known. */
  readonly written: (call: ToolUseBlock) => string | undefined;
}

/**
 * Renders the request with the model's own template, as pieces to be tokenised. Throws ApiError if the template refuses
 * it.
 */
export function promptOf(request: MessagesRequest, prompting: Prompting): readonly string[] {
  const { fence, format } = prompting;
  const slots: string[] = [];
  const inputs: Inputs = (call) => {
    const text = prompting.written(call) ?? JSON.stringify(call.input);
    if (!format.native) return { value: {}, text };
    const name = `${slot}${slots.push(text) - 1}`;
    return { value: format.input === "object" ? { [name]: 0 } : `{"${name}":0}`, text };
  };
  const fenced = { ...request, ...(fence.deep(pick(request)) as object) };
  const turns = turnsOf(fenced, format, inputs);
  const tools =
    format.native && request.tools?.length && request.tool_choice?.type !== "none"
      ? toolsFor(fenced.tools ?? [])
      : undefined;
  const rendered = render(turns, { ...prompting, tools });
  return pieces(rendered.replace(slotForm, (_, index: string) => fence.text(slots[Number(index)] ?? "{}")));
}

const slotForm = new RegExp(`\\{\\s*"${slot}(\\d+)"\\s*:\\s*0\\s*\\}`, "gu");

/** The parts of a request that its author wrote. */
const pick = ({ messages, system, tools }: MessagesRequest): object => ({
  messages,
  ...(system !== undefined && { system }),
  ...(tools && { tools }),
});

function render(
  turns: readonly Turn[],
  { template, texts, tools }: Prompting & { readonly tools: readonly object[] | undefined },
): string {
  const values = { ...texts, ...(tools && { tools }), add_generation_prompt: true };
  try {
    return template({ ...values, messages: turns });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const merged = withoutSystem(turns);
    if (merged === undefined) throw refused(error);
    try {
      return template({ ...values, messages: merged });
    } catch {
      throw refused(error); // the system prompt isn't what it refuses
    }
  }
}

const refused = (error: TemplateError): ApiError =>
  new ApiError("invalid_request_error", error.message, { cause: error });

/** For templates without a system prompt: moves it to the beginning of the first turn. */
function withoutSystem(turns: readonly Turn[]): readonly Turn[] | undefined {
  const [system, first, ...rest] = turns;
  if (system?.role !== "system" || first?.role !== "user") return undefined;
  return [{ ...first, content: `${system.content}\n\n${first.content}` }, ...rest];
}
