import { dates } from "./dates.ts";
import { currencies } from "./currencies.ts";
import { expressions } from "./expressions.ts";
import { literals } from "./literals.ts";
import { names } from "./proper-names.ts";
import { joinPlaces } from "./joined-places.ts";
import { numbers } from "./numbers.ts";
import type { Mention, Reading } from "./mention.ts";
import { tokenise, type Token } from "./tokens.ts";
import { unitAfter, unitsNamed } from "./units.ts";

const label = /(?:^|[\s({,;])([\p{L}_$][\p{L}\p{N}_$]*)['"]?\s*(?:=|:|\bis set to\b)\s*['"]?$/u;

function labelled(text: string, mention: Mention): Mention {
  const match = label.exec(text.slice(Math.max(0, mention.start - 48), mention.start));
  return match?.[1] ? { ...mention, label: match[1] } : mention;
}

/** `80 BPM`: a unit in capitals isn't a name. */
const unitOf = (text: string, name: Mention): boolean =>
  unitsNamed(name.text).length > 0 &&
  /(?:\d[\s-]?(?:\p{L}{1,5}\/)?|\bdegrees?\s)$/u.test(text.slice(Math.max(0, name.start - 9), name.start));

/** A text without quotation marks around all of it, which blanks replace. */
const bare = (text: string): string =>
  /^\s*"[^"]{100,}$/.test(text.trimEnd().slice(0, -1)) || /^\s*'[^']{100,}$/.test(text)
    ? text.replace(/^(\s*)["']/, "$1 ").replace(/["'](\s*)$/, " $1")
    : text;

/** Maximum characters to read; of longer texts the beginning and the end, where requests usually are. */
const longest = 16_000;

/** Everything in a text that could be an argument, in order, without overlaps. `today` is milliseconds since 1970. */
export function read(raw: string, today: number): Reading {
  const text = bare(raw.length > longest ? `${raw.slice(0, longest / 2)}\n${raw.slice(-longest / 2)}` : raw);
  const tokens = tokenise(text);
  const readMentions: Mention[] = [];
  const characters = new Uint8Array(text.length); // 1 if part of a mention
  const isFree = ({ start, end }: Token | Mention): boolean => !characters.subarray(start, end).includes(1);
  const take = (found: readonly Mention[]): void => {
    for (const mention of found) {
      if (!isFree(mention)) continue;
      readMentions.push(mention);
      characters.fill(1, mention.start, mention.end);
    }
  };
  take(literals(text));
  take(currencies(text));
  take(
    dates(text, today).map((date) => ({
      kind: "date",
      text: date.text,
      start: date.start,
      end: date.end,
      date,
    })),
  );
  take(expressions(text).map((found) => Object.assign({ kind: "expression" as const }, found)));
  // Characters of mentions become marks, so that no name extends into them.
  const free = tokens.map((token) => (isFree(token) ? token : { ...token, kind: "mark" as const }));
  take(
    joinPlaces(
      text,
      names(text, free).filter((name) => !unitOf(text, name)),
    ),
  );
  take(
    numbers(text).map((number): Mention => {
      const unit = number.ordinal || number.percent ? undefined : unitAfter(text.slice(number.end));
      const end = number.end + (unit?.length ?? 0);
      const plain = {
        kind: "number",
        text: text.slice(number.start, number.end),
        start: number.start,
        end,
        number,
      } as const;
      return unit ? Object.assign(plain, { unit: unit.unit, long: text.slice(number.start, end) }) : plain;
    }),
  );
  const sorted = readMentions.sort((a, b) => a.start - b.start);
  const mentions = sorted.map((mention) => labelled(text, mention));
  return { text, tokens, mentions };
}
