import { listed } from "../../../lib/index.ts";
import type { Study } from "../../../code/index.ts";
import { code, repeats } from "../words/name-words.ts";

/** Describes the parts of a returned tuple by their names in the body. */
export function tuple({ returns }: Study, annotated: string | undefined, name: string): string | undefined {
  const [first, ...rest] = returns.map(({ shape }) => shape.code);
  if (!first || rest.some((item) => item !== first) || (annotated && !/^[tT]uple\b/.test(annotated)))
    return undefined;
  const parts = first.replace(/^\((.*)\)$/, "$1").split(/\s*,\s*/);
  if (
    parts.length < 2 ||
    parts.length > 5 ||
    !parts.every((part) => /^(?:self\.)?_?[a-z][a-z\d_]{2,}$/.test(part))
  )
    return undefined;
  const partCodes = parts.flatMap((part) => code(part.replace(/^self\./, "")) ?? []);
  // `to_args_and_kwargs` already says it
  return new Set(partCodes).size === parts.length && !repeats(partCodes.join(" "), name)
    ? `a tuple of ${listed(partCodes)}`
    : undefined;
}
