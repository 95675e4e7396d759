import type { Addition, Declaration } from "../../../code/index.ts";
import { capital } from "../../../lib/index.ts";
import { headingOf } from "./summary.ts";

export interface Opening {
  readonly text?: string;
  /** It describes the result, or the errors. */
  readonly returns?: true;
  readonly raises?: true;
}

/**
 * Returns a first sentence for a Python docstring without a summary: the result, else the overridden
 * method's sentence, else the errors, else the name in words.
 */
export function opening(
  { name }: Declaration,
  {
    returns,
    raises,
    parameters,
    overridden,
  }: {
    readonly overridden: string | undefined;
    readonly returns: Addition["returns"] | undefined;
    readonly raises: Addition["raises"];
    readonly parameters: number;
  },
): Opening {
  if (overridden !== undefined) return { text: overridden };
  if (returns?.text && returns.text.length < 200) return { text: `Returns ${returns.text}.`, returns: true };
  const errors = raises
    .map(({ type, when }) => `\`${type}\`${when.startsWith('"') ? ":" : ""} ${when}`.trimEnd())
    .join("; ");
  const plain =
    raises.length > 0 &&
    raises.every(
      ({ when }) => /^(?:if |"|from |$)/.test(when) && (raises.length === 1 || !when.includes("; ")),
    ) &&
    errors.length < 200;
  const phrased = headingOf(name);
  if (plain && (!phrased || parameters === 0 || raises.length === 1))
    return { text: `Raises ${errors}.`.replace(/(?<!\.)\."\.$/, '".'), raises: true };
  return phrased ? { text: `${capital(phrased)}.` } : {};
}
