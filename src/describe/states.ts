import { anyOf } from "../lib/index.ts";
import { valuesIn } from "./values.ts";

export interface States {
  readonly values: readonly string[];
  readonly first: string | undefined;
}

const when = new RegExp(
  String.raw`\b${anyOf(
    "at first|initially|by default|to begin with|when created|first",
    "later|then|finally|afterwards|eventually|either",
  )}\b`,
  "gi",
);

/** The states in `open, held or closed`, `provisional at first, later confirmed or cancelled`. */
export function statesIn(text: string): States | undefined {
  const first =
    /(?:^|, )(?:is |are )?"?([\w-]+)"? (?:at first|initially|by default|to begin with|when created|first)\b/i.exec(
      text,
    )?.[1];
  const plain = text
    .replaceAll(when, " ")
    .replace(/[.(].*$/s, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ,/g, ",")
    .trim();
  if (!/ or |, /.test(plain)) return undefined;
  const values = valuesIn(plain);
  if (!values || values.some((value) => /^(?:not|a|an|the|it)\b/.test(value) || value.split(" ").length > 3))
    return undefined;
  return { values, first };
}
