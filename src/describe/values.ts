import { anyOf } from "../lib/index.ts";
/** The values of `a, b or c`, `a/b/c`, `a|b`; undefined if it isn't a list of values. */
export function valuesIn(text: string): readonly string[] | undefined {
  const bare = text
    .trim()
    .replace(
      /^(?:one of|either|out of|can be|(?:which |that |it )?(?:is|are|was)|be|enum|of|values?)\b:?\s*|^:\s*/gi,
      "",
    )
    .replace(/[.;)]+$/, "")
    .replace(/^[([]/, "");
  const parts = bare
    .split(/\s*(?:,|\/|\||;|\bor\b|\band\b|->|→|>)\s*/)
    .map((part) =>
      part
        .trim()
        .replace(/^["'“]|["'”]$/g, "")
        .replace(/^(?:an?|the|then|later|finally) /, ""),
    )
    .filter(Boolean);
  if (parts.length < 2) return undefined;
  // `15 or 45 minutes`
  const unit = /^\d[\d.]* ([a-z]+)$/i.exec(parts.at(-1) ?? "")?.[1];
  if (unit !== undefined && parts.slice(0, -1).every((part) => /^\d[\d.]*$/.test(part)))
    return parts.map((part) => part.replace(` ${unit}`, ""));
  if (!parts.every((part) => /^[\p{L}\d][\p{L}\d+#.' -]*$/u.test(part) && part.split(/\s+/).length <= 3))
    return undefined;
  if (parts.some((part) => remarkWords.test(part))) return undefined;
  return parts.every((part) => /^-?[\d.]+$/.test(part)) && parts.length < 3 ? undefined : parts;
}

const remarkWords = new RegExp(
  String.raw`\b${anyOf(
    "required|mandatory|optional|unique|uniq|req|default|nullable|not null|read[ -]?only|automatically|must|if",
    "max|min|maximum|minimum|at least|at most|up to|between|from|length|characters?|chars?|digits|letters",
    "string|integer|int|bool|boolean|number|decimal|float|timestamp|date|datetime",
  )}\b|^(?:yes|no|true|false|y|n)$`,
  "i",
);

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
