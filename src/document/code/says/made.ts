import { listed } from "../../../lib/index.ts";
import type { Study } from "../../../code/index.ts";
import { topLevel } from "../words/brackets.ts";
import { code, repeats } from "../words/name-words.ts";

/** Phrases for the last step of an expression; `%` stands for the captured text. */
const lasts: readonly (readonly [RegExp, string])[] = [
  [
    /^sorted\(.*\bkey\s*=\s*lambda (\w+): \1\.(\w+)\s*,\s*reverse\s*=\s*True\s*\)$/,
    "a list sorted by `%2`, the last first",
  ],
  [/^sorted\(.*\bkey\s*=\s*lambda (\w+): \1[.[]["']?(\w+)["']?\]?\s*\)$/, "a list sorted by `%2`"],
  [/^sorted\((?!.*\b(?:key|reverse)\s*=)/, "a sorted list"],
  [/\.(?:sort|toSorted)\(\(?(\w+), (\w+)\)? => \1\.(\w+) - \2\.\3\)$/, "a list sorted by `%3`"],
  [
    /\.(?:sort|toSorted)\(\(?(\w+), (\w+)\)? => \2\.(\w+) - \1\.\3\)$/,
    "a list sorted by `%3`, the largest first",
  ],
  [
    /\.(?:sort|toSorted)\(\(?(\w+), (\w+)\)? => \1\.(\w+)\.localeCompare\(\2\.\3\)\)$/,
    "a list sorted by `%3`",
  ],
  [/\.(?:sort|toSorted)\(\)$/, "a sorted list"],
  [
    /^\[\.\.\.new Set\(|^Array\.from\(new Set\(|^list\(set\(|^list\(dict\.fromkeys\(/,
    "a list without duplicates",
  ],
  [/\.filter\(Boolean\)$/, "a list without what is empty"],
  [/\.(?:slice\(0, ?|limit\()([A-Z][A-Z\d_]+|[2-9]|\d{2,})\)$/, "at most `%1` of them"],
  [/\.(?:toFixed)\(([1-9])\)$/, "a text with %1 decimals"],
  [/^round\(.*, (\d)\)$/, "a number rounded to %1 decimals"],
  [/^Math\.round\([^()]*\)$/, "a number rounded to a whole one"],
  [/^Math\.(?:floor)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)$/, "a number rounded down to a whole one"],
  [/^(?:Math|math)\.(?:ceil)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)$/, "a number rounded up to a whole one"],
  [
    /^Math\.max\(0, ?(?:[^(),]|\((?:[^()]|\([^()]*\))*\))*\)$|^max\(0, ?(?:[^(),]|\((?:[^()]|\([^()]*\))*\))*\)$/,
    "a number of at least `0`",
  ],
  [/^(?:Math\.)?min\((?:[^(),]|\([^()]*\))*, ?([A-Z][A-Z\d_]+|\d+)\)$/, "a number of at most `%1`"],
  [/^JSON\.stringify\(.*\)$|^json\.dumps\(.*\)$/, "a text in JSON"],
  [/\.toISOString\(\)$|\.isoformat\(\)$/, "a time in ISO 8601"],
  [/\.digest\(["']hex["']\)$|\.hexdigest\(\)$/, "a hash in hexadecimal"],
  [
    /\.toString\(["']base64["']\)$|^btoa\(.*\)$|^base64\.(?:standard_)?b64encode\((?:[^()]|\([^()]*\))*\)(?:\.decode\(.*\))?$/,
    "a text in Base64",
  ],
  [/\.toString\(["']hex["']\)$|\.hex\(\)$|^binascii\.hexlify\(/, "a text in hexadecimal"],
  [/\.toString\(36\)(?:\.(?:slice|substr|substring)\(.*\))?$/, "a text of digits and lower-case letters"],
  [/\.(?:toLowerCase|lower|casefold)\(\)$/, "a text in lower case"],
  [/\.(?:toUpperCase|upper)\(\)$/, "a text in upper case"],
  [/(?<!^self)\.encode\((?:["']utf-?8["'])?\)$/, "bytes in UTF-8"],
  [
    /^(?:path\.resolve|os\.path\.abspath|os\.path\.realpath)\(.*\)$|\.resolve\(\)\.as_posix\(\)$/,
    "an absolute path",
  ],
  [/^path\.relative\(([\w.]+|process\.cwd\(\)), ?[\w.]+\)$/, "a path relative to `%1`"],
  [/^(?:copy\.)?deepcopy\(|^structuredClone\(/, "a copy"],
  [/^(?:datetime\.)?datetime\.utcnow\(\)|^datetime\.now\((?:tz=)?(?:timezone\.utc|UTC)\)/, "a time in UTC"],
  [/^(?:Date\.now|performance\.now)\(\)(?: - [\w.]+)?$/, "a number of milliseconds"],
  [/^time\.(?:time|monotonic|perf_counter)\(\)(?: - [\w.]+)?$/, "a number of seconds"],
  [/\.join\((["'] ?[^"'\\\n` ][^"'\\\n`]{0,3}["'])\)$/, "a text, its parts joined by `%1`"],
  [
    /^(["'] ?[^"'\\\n` ][^"'\\\n`]{0,3}["'])\.join\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)$/,
    "a text, its parts joined by `%1`",
  ],
  [
    /^new Promise\(\(?(\w+)\)? => setTimeout\(\1, ?(\w+)\)\)$/,
    "a promise that is resolved after `%2` milliseconds",
  ],
  [/^random\.choice\(([\w.]+)\)$/, "one of `%1`, by chance"],
  [/^Object\.freeze\(/, "a frozen object"],
];

/**
 * Describes how a function's result is ordered, encoded, rounded or measured, if it has a single return
 * that shows it.
 */
export function describeMade({ returns }: Study, name: string): string | undefined {
  const [only, other] = returns;
  if (!only || other) return undefined;
  const source = only.shape.code.replace(/^await /, "");
  if (
    / (?:[-+*%?]|\|\||&&|\?\?|or|and|if) /.test(topLevel(source)) &&
    !/^(?:\w+\.)?\w+\(\) - [\w.]+$/.test(source)
  )
    return undefined; // a pattern would match only an operand
  for (const [pattern, wording] of lasts) {
    const match = pattern.exec(source);
    if (!match) continue;
    const text = wording.replaceAll(/%(\d)/g, (_, place: string) => match[Number(place)] ?? "");
    // `toLowerCase` already says it
    const words =
      text
        .replaceAll(/`[^`]*`/g, "")
        .match(/[a-z]{3,}/gi)
        ?.filter(
          (word) => !/^(?:list|text|number|time|without|its|the|and|last|parts|one|them)$/.test(word),
        ) ?? [];
    return words.some((word) => name.toLowerCase().includes(word.toLowerCase())) ? undefined : text;
  }
  return undefined;
}

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
