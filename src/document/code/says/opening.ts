import type { Addition } from "../../../code/index.ts";

export interface Opening {
  readonly text?: string;
  /** What the sentence describes, which is left out below it. */
  readonly of?: "returns" | "raises" | "parameter";
}

/** What a docstring will say below its first sentence. */
interface Body extends Pick<Addition, "raises" | "parameters"> {
  readonly returns: Addition["returns"] | undefined;
  readonly overridden: string | undefined;
}

/**
 * Returns a first sentence for a Python docstring without a summary: the overridden method's sentence, else the
 * result, else the errors, else the first parameter.
 */
export function opening({ returns, raises, parameters, overridden }: Body): Opening {
  if (overridden !== undefined) return { text: overridden };
  if (returns?.text && returns.text.length < 200) return { text: `Returns ${returns.text}.`, of: "returns" };
  const errors = raises
    .map(({ type, when }) => `\`${type}\`${when.startsWith('"') ? ":" : ""} ${when}`.trimEnd())
    .join("; ");
  const plain =
    raises.length > 0 &&
    raises.every(
      ({ when }) => /^(?:if |"|from |$)/.test(when) && (raises.length === 1 || !when.includes("; ")),
    ) &&
    errors.length < 200;
  if (plain) return { text: `Raises ${errors}.`.replace(/(?<!\.)\."\.$/, '".'), of: "raises" };
  const [first] = parameters;
  return first ? { text: parameterSentence(first), of: "parameter" } : {};
}

/** Describes a parameter in a sentence. */
function parameterSentence({ name, text }: Addition["parameters"][number]): string {
  const [, target] = /^passed on to (`[^`]+`)$/.exec(text) ?? [];
  if (target) return `Passes \`${name}\` on to ${target}.`;
  if (text === "changed in place") return `Changes \`${name}\` in place.`;
  return /^in \w+$|^iterated over$|^`[^`]+` if it isn't given$/.test(text)
    ? `\`${name}\` is ${text}.`
    : `\`${name}\`: ${text}.`;
}
