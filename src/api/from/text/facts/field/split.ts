import { cut } from "../../words/chunk.ts";
import { flags } from "../../words/sayings.ts";
import type { About } from "./step.ts";
import { type Parted, tailed } from "./tails.ts";

/** Where a name ends and what is said about it begins. */
const verbs =
  /\s(?:(?:which|that)\s+[a-z]+s|(?:(?:which|that|who)\s+)?(?:is|are|was|must|should|can|may|has|have|cannot|can't|defaults?|defaulting|starts|start(?= (?:as|with|at|out|off|from|in|on) )|starting|begins|beginning|being|with|of type|as|needs?(?=\s+\S)|matching|either|initially|will|never|holds?|takes?|like|out of|counts|means|such as|going|ranging|ranges?(?=\s+\S)|kept|from))\s/i;

const hard =
  /\s(?:⟦|an? (?:integer|(?:whole |decimal )?number|string|boolean|bool|date|datetime|timestamp|time|text|list|array|flag|url|link|uuid)\b|whole number|(?:which|that) (?:nobody|no|the system|we|must|may|can|at least|at most|-?\d)|not (?:be )?(?:below|under|less|more|above|over|negative|empty|longer|shorter)\b|y\/n\b|if (?:we|i|they|you|he|she|needed|necessary|wanted|known|any)\b|maybe\b|perhaps\b|nobody\b|no ?one\b|no other\b|not (?:before|after|earlier|later)\b|no (?:earlier|later)\b|since \d|req\b|required|uniq|unique|opt\b|optional|nullable|int\b|integer|float|double|decimal|num\b|string\b|str\b|dec\b|flt\b|bool|boolean|datetime|timestamp|uuid|enum\b|numeric\b|citext\b|semver\b|smallint\b|bigint\b|timestamptz\b|jsonb\b|array|list of|object\b|json\b|default|dflt|auto\b|min\b|max\b|minimum\b|maximum\b|between|at least|at most|up to|exactly|>=|<=|>|<|=|\d|by default|if known|if any|not null|null\b|never|initially|unless|positive|(?:above|over|below|under) (?:zero|-?\d)|less than|more than|greater|no two|len\b|length \d|-\d|one of\b|out of|zero|defaulting|defaults|yes\b|no\b(?!\s*(?:$|[,(!*]|⟦P|(?:uniq|req|opt|int|str|unique|required|optional|string)\b))|false\b|true\b|dt\b|ts\b|set by|filled|fk\b|each\b)/i;

/** Where a saying begins; `doses needed`, `auto renewal` are names as well. */
const beginning = (found: RegExpExecArray | null): number | undefined =>
  found && !/^(?:needed|necessary|auto)$/i.test(found[0].trim()) ? found.index : undefined;

/** `valid from date`: the name of a time ends with a small word. */
const timed = (text: string): Parted | undefined => {
  const [, name, saying = ""] =
    /^\s*(\S+ (?:from|until|till|since|by|on|at|to)) ((?:(?:is|are) (?:an? )?)?(?:dates?|datetimes?|timestamps?|times?)\b.*)$/i.exec(
      text,
    ) ?? [];
  return name === undefined ? undefined : { name, saying };
};

/** The name stands first, and ends where something is said about it. */
function splitName(text: string): Parted {
  const padded = ` ${text} `;
  const offset = /^\s*\S+/.exec(padded)?.[0].length ?? 0;
  const tail = padded.slice(offset);
  const signs = [verbs, hard, /\s*[:–—]\s|\s-\s/].map((sign) => sign.exec(tail)?.index);
  const ends = [...signs, ...flags.map(({ at }) => at.exec(tail)).map(beginning)].filter(
    (index) => index !== undefined,
  );
  const end = offset + Math.min(...ends, tail.length);
  const phrase = padded.slice(0, end).trim();
  const { name, more } = cut(phrase);
  const saying = `${more} ${padded.slice(end)}`.trim().replace(/^(?:[:–—]|-(?!\d))\s*/, "");
  return tailed({ name, saying });
}

/** The name and what is said of it: behind it, and in its brackets, which are given one by one as well. */
export function parted(text: string, { draft }: About): Parted & { readonly brackets: readonly string[] } {
  const brackets = [...text.matchAll(/\(([^()]*)\)|\[([^\]]*)\]/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  const outside = text.replaceAll(/\([^()]*\)|\[[^\]]*\]/g, " ⟦P⟧ ");
  const bang = /^[\w ]+?([!*?])(?=\s|$|⟦)/.exec(outside);
  if (bang) draft.required = bang[1] !== "?";
  const flat = bang ? outside.replace(/[!*?](?=\s|$|⟦)/, " ").replaceAll(/\s+/g, " ") : outside;
  const { name, saying } = /^[a-z]+ (?:on|at|from|until|since|by)(?=\s*(?:⟦P⟧\s*)?$)/i.test(flat.trim())
    ? { name: flat.replaceAll("⟦P⟧", " ").trim(), saying: "" }
    : (timed(flat) ?? splitName(flat));
  return { name, saying: `${saying} , ${brackets.join(" , ")}`.replaceAll("⟦P⟧", " "), brackets };
}
