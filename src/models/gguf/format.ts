import { isObject } from "../../lib/index.ts";
import { TemplateError, type Template } from "./template.ts";

/** How a model writes calls, as texts around names and inputs. */
export interface CallFormat {
  /** Before the first name. */
  readonly open: string;
  /** Between a name and its input. */
  readonly middle: string;
  /** Between an input and the next name. */
  readonly between: string;
  /** After the last input. */
  readonly close: string;
  /** The form in which the template expects a call's input. */
  readonly input: "object" | "text";
  /** Whether the template describes the tools itself; otherwise they are described in the system prompt. */
  readonly native: boolean;
}

/** For models whose template doesn't support tools: the format that most models have seen. */
export const commonFormat: CallFormat = {
  open: '<tool_call>\n{"name": "',
  middle: '", "arguments": ',
  between: '}\n</tool_call>\n<tool_call>\n{"name": "',
  close: "}\n</tool_call>",
  input: "object",
  native: false,
};

const names = ["probe_tool_alpha", "probe_tool_beta"] as const;
const ids = ["probealf1", "probebet2"] as const;
const inputs = [{ probe_key_alpha: "probe_value_alpha" }, { probe_key_beta: "probe_value_beta" }] as const;
const written = [
  /\{\s*"probe_key_alpha"\s*:\s*"probe_value_alpha"\s*\}/,
  /\{\s*"probe_key_beta"\s*:\s*"probe_value_beta"\s*\}/,
] as const;

/** Infers how a template writes calls, by rendering two of them. */
export function learnFormat(
  template: Template,
  texts: Readonly<Record<string, unknown>>,
  ends: readonly string[],
): CallFormat {
  for (const input of ["object", "text"] as const) {
    try {
      const format = learn(template, texts, { ends, input });
      if (format) return format;
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
    }
  }
  return commonFormat;
}

interface Trial {
  readonly ends: readonly string[];
  readonly input: CallFormat["input"];
}

function learn(
  template: Template,
  texts: Readonly<Record<string, unknown>>,
  { ends, input }: Trial,
): CallFormat | undefined {
  const tools = names.map((name) => ({
    type: "function",
    function: { name, description: "A probe.", parameters: { type: "object", properties: {} } },
  }));
  const user = { role: "user", content: "Probe." };
  const calls = names.map((name, i) => ({
    type: "function",
    id: ids[i],
    function: { name, arguments: input === "object" ? inputs[i] : JSON.stringify(inputs[i]) },
  }));
  const before = template({ ...texts, tools, messages: [user], add_generation_prompt: true });
  const assistant = { role: "assistant", content: "", tool_calls: calls };
  const after = template({ ...texts, tools, messages: [user, assistant], add_generation_prompt: false });
  if (!before.includes(names[0]) || !after.startsWith(before)) return undefined;
  const format = parts(after.slice(before.length));
  if (!format) return undefined;
  const end = ends.map((text) => format.close.indexOf(text)).filter((index) => index >= 0);
  const close = end.length > 0 ? format.close.slice(0, Math.min(...end)) : format.close.trimEnd();
  if (ids.some((id) => Object.values(format).some((part) => part.includes(id)))) return undefined;
  return format.open === "" ? undefined : { ...format, close, input, native: true };
}

function parts(text: string): Pick<CallFormat, "open" | "middle" | "between" | "close"> | undefined {
  const [first, second] = written.map((form) => form.exec(text));
  const at = names.map((name) => text.indexOf(name));
  const [one = -1, two = -1] = at;
  if (!first || !second || one < 0 || two < 0) return undefined;
  const after = first.index + first[0].length;
  if (!(one < first.index && after < two && two < second.index)) return undefined; // in a different order
  const middle = text.slice(one + names[0].length, first.index);
  if (middle !== text.slice(two + names[1].length, second.index) || middle === "") return undefined;
  return {
    open: text.slice(0, one),
    middle,
    between: text.slice(after, two),
    close: text.slice(second.index + second[0].length),
  };
}

/** What a model writes first when it calls: a mark like `<tool_call>`, or the whole beginning if there is none. */
export function markOf({ open }: CallFormat): string {
  const begun = open.trimStart();
  return /^(<[^<>\s]+>|\[[A-Z_]+\])/.exec(begun)?.[0] ?? begun;
}

/** Tools in the form that chat templates expect. */
export const toolsFor = (
  tools: readonly { readonly name: string; readonly description: string; readonly input_schema: unknown }[],
): readonly object[] =>
  tools.map(({ name, description, input_schema: parameters }) => ({
    type: "function",
    function: { name, description: description ?? "", parameters: isObject(parameters) ? parameters : {} },
  }));
