import type { Entry } from "../../../code/index.ts";
import type { Checked, Drift } from "./contract.ts";
import { bare, linesOf } from "./mend.ts";
import type { Surroundings } from "./surroundings.ts";

const stated =
  /\bdefault(?:s to|ing to| is|:|=)?\s*[:=]?\s*(`[^`]*`|"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false|null|None|True|False)(?=[\s),;\]]|\.(?!\d)|$)(?!,?\s+(?:if|when|for|unless|on|in|with|or|and)\b)/i;
const literal = /^(?:"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false|null|None|True|False)$/;

/** Stands for a default that the body fills in, which the text may well name. */
const absent = /^(?:None|null|undefined|(["'])(?:warn|deprecated|no_default)\1)$/;

/** Whether a text tells of a default. */
export const saysDefault = (text: string): boolean => stated.test(text);

/** A default that the text states, in words or as `[name=value]`, and the signature gives otherwise. */
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

/** Of a field: what its comment states, in words or behind `@default`. */
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
  /** As it is written: a literal, or the name of one. */
  readonly value: string | undefined;
  readonly file: Surroundings;
}

function ofEntry(source: string, { range }: Entry, { name, value: written, file }: Valued): readonly Drift[] {
  if (!written || absent.test(written)) return [];
  const lines = source.slice(range.start, range.end);
  const tagged = name ? /\[\w+=([^\]\s]+)\]/ : /@default(?:Value)?\s+(`[^`\n]*`|[^\s`]+)(?=\s*(?:\*\/)?\s*$)/;
  const inWords = stated.exec(lines);
  const matches = [inWords, inWords && !name ? null : tagged.exec(lines)]; // `@default 3` is both
  return matches.flatMap((match) => {
    const [whole = "", text = ""] = match ?? [];
    const plain = text.replaceAll("`", "");
    if (!match || !literal.test(plain)) return [];
    const real = literal.test(written) ? written : file.constant(written);
    const value = /%%|%\(\w+\)s/.test(source.slice(range.start, range.end))
      ? real?.replaceAll("%", "%%")
      : real; // a template
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

/** A text in the quotes that the docstring has. */
const quotedAs = (text: string, value: string): string => {
  const [mark = ""] = /^["']/.exec(text) ?? [];
  return mark && /^(["'])[^"']*\1$/.test(value) ? mark + value.slice(1, -1) + mark : value;
};

const named = /^(?:true|false|none|null)$/i;

/** Whether two literals are one, in whatever way they are written. */
function same(a: string, b: string): boolean {
  if (named.test(a) && named.test(b))
    return a.toLowerCase().replace("null", "none") === b.toLowerCase().replace("null", "none");
  const [one = "", other = ""] = [a, b].map((text) => text.replaceAll(/["']/g, ""));
  if (named.test(one) && named.test(other)) return one.toLowerCase() === other.toLowerCase();
  return one === other || (Number(one) === Number(other) && /\d/.test(a));
}
