import type { Entry } from "../../../code/index.ts";
import type { Checked, Drift } from "./contract.ts";
import { bare, linesOf } from "./mend.ts";
import type { Surroundings } from "./surroundings.ts";

const stated =
  /\bdefault(?:s to|ing to| is|:|=)?\s*[:=]?\s*(`[^`]*`|"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false|null|None|True|False)(?=[\s),;\]]|\.(?!\d)|$)(?!,?\s+(?:if|when|for|unless|on|in|with|or|and)\b)/i;
const literal = /^(?:"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false|null|None|True|False)$/;

/** A default that the body replaces; the text may name the replacement. */
const absent = /^(?:None|null|undefined|(["'])(?:warn|deprecated|no_default)\1)$/;

/** Whether a text states a default. */
export const statesDefault = (text: string): boolean => stated.test(text);

/** Finds defaults that the text states, in words or as `[name=value]`, but the signature contradicts. */
export function defaults(
  source: string,
  { declaration, entries, file }: Pick<Checked, "declaration" | "entries" | "file">,
): readonly Drift[] {
  return entries.flatMap((entry) => {
    const name = entry.kind === "parameter" ? bare(entry.name) : "";
    const value = declaration.parameters.find((parameter) => parameter.name === name)?.default;
    return ofEntry(source, entry, { name, value, file });
  });
}

/** Finds a field's default that its comment contradicts, in words or after `@default`. */
export function ownDefault(
  source: string,
  { declaration, entries, file }: Pick<Checked, "declaration" | "entries" | "file">,
): readonly Drift[] {
  const value = declaration.parameters[0]?.default;
  return entries
    .filter(({ name }, place) => place === 0 || name === "default" || name === "defaultValue")
    .flatMap((entry) => ofEntry(source, entry, { name: "", value, file }));
}

interface Valued {
  readonly name: string;
  /** The value as written: a literal, or the name of one. */
  readonly value: string | undefined;
  readonly file: Surroundings;
}

function ofEntry(source: string, { range }: Entry, { name, value: written, file }: Valued): readonly Drift[] {
  if (!written || absent.test(written)) return [];
  const lines = source.slice(range.start, range.end);
  const tagged = name ? /\[\w+=([^\]\s]+)\]/ : /@default(?:Value)?\s+(`[^`\n]*`|[^\s`]+)(?=\s*(?:\*\/)?\s*$)/;
  const inWords = stated.exec(lines);
  const matches = [inWords, inWords && !name ? null : tagged.exec(lines)]; // `@default 3` matches both
  return matches.flatMap((match) => {
    const [whole = "", text = ""] = match ?? [];
    const plain = text.replaceAll("`", "");
    if (!match || !literal.test(plain)) return [];
    const real = literal.test(written) ? written : file.constant(written);
    const value = /%%|%\(\w+\)s/.test(source.slice(range.start, range.end))
      ? real?.replaceAll("%", "%%")
      : real; // a template literal
    if (value === undefined || !literal.test(plain) || /\\/.test(plain + value) || same(plain, value))
      return [];
    const start = range.start + match.index + whole.lastIndexOf(text);
    return [
      {
        kind: "default" as const,
        what: `the default${name && ` of ${name}`} is ${value}, not ${plain}`,
        edits: [
          {
            range: { start, end: start + text.length },
            text: text.startsWith("`") ? `\`${quotedAs(plain, value)}\`` : quotedAs(plain, value),
            mends: linesOf(lines),
          },
        ],
      },
    ];
  });
}

/** Rewrites a string literal with the docstring's quotes. */
const quotedAs = (text: string, value: string): string => {
  const [mark = ""] = /^["']/.exec(text) ?? [];
  return mark && /^(["'])[^"']*\1$/.test(value) ? mark + value.slice(1, -1) + mark : value;
};

const named = /^(?:true|false|none|null)$/i;

/** Whether two literals have the same value, however they are written. */
function same(a: string, b: string): boolean {
  if (named.test(a) && named.test(b))
    return a.toLowerCase().replace("null", "none") === b.toLowerCase().replace("null", "none");
  const [one = "", other = ""] = [a, b].map((text) => text.replaceAll(/["']/g, ""));
  if (named.test(one) && named.test(other)) return one.toLowerCase() === other.toLowerCase();
  return one === other || (Number(one) === Number(other) && /\d/.test(a));
}
