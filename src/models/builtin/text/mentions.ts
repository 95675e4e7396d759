import { dates } from "./dates.ts";
import { literals } from "./literals.ts";
import { names } from "./names.ts";
import { joinPlaces } from "./places.ts";
import { numbers } from "./numbers.ts";
import type { Mention, Reading } from "./mention.ts";
import { tokenise } from "./tokens.ts";
import { unitAfter } from "./units.ts";

const label = /(?:^|[\s({,;])([\p{L}_$][\p{L}\p{N}_$]*)['"]?\s*(?:=|:|\bis set to\b)\s*['"]?$/u;

function labelled(text: string, mention: Mention): Mention {
  const match = label.exec(text.slice(Math.max(0, mention.start - 48), mention.start));
  return match?.[1] ? { ...mention, label: match[1] } : mention;
}

const overlaps = (a: Mention, b: Mention): boolean => a.start < b.end && b.start < a.end;

/** Everything in the text that could be an argument, in order, without overlaps. */
export function read(text: string, today: number): Reading {
  const tokens = tokenise(text);
  const taken: Mention[] = [];
  const take = (found: readonly Mention[]): void => {
    for (const mention of found) if (!taken.some((other) => overlaps(other, mention))) taken.push(mention);
  };
  take(literals(text));
  take(
    dates(text, today).map((date) => ({
      kind: "date",
      text: date.text,
      start: date.start,
      end: date.end,
      date,
    })),
  );
  take(joinPlaces(text, names(text, tokens)));
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
      return unit ? Object.assign(plain, { unit: unit.unit }) : plain;
    }),
  );
  const mentions = taken.sort((a, b) => a.start - b.start).map((mention) => labelled(text, mention));
  return { text, tokens, mentions };
}
