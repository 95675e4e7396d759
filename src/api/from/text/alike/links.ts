import { nameOf } from "../state.ts";

const one = "(?:(an?|one|exactly one|the|a single) )?([a-z]+(?: [a-z]+)?)";
const more = String.raw`( and (?:to |by |with |of |under )?(?:an?|one|exactly one|the) ([a-z]+(?: [a-z]+)?))?`;
const end = String.raw`(?=[.,;()\n]|$| and (?:has|have|is|are|can|may|must|carries|holds|needs)\b| which\b| that\b| who\b)`;

/** Words that tie a record to another one, whatever that is. */
const surely = String.raw`(?:is|are) (?:always |a )?(?:part of|(?:owned|held) by|(?:linked|connected|associated|related|tied|attached|assigned|allocated) (?:to|with)|(?:filed|listed|grouped|placed) under)|(?:falls?|sits?|comes?) under|references?|refers? to|points? to|relates? to`;
/** Words that say where something stands or comes from as well: they tie it to what is a record only. */
const perhaps = String.raw`(?:is|are) (?:always )?(?:(?:found|kept|housed|stored|located|registered|placed|bound|made) )?(?:of|for|in|under|within|at|by|to|inside)|(?:comes?|goes|go|hangs?|lives?|lies|lie|stands?|sits?|rolls? up|links?|reports?) (?:of|by|to|with|in|within|at|on|off|from|into|inside)`;

const link = new RegExp(String.raw`\b(?:(${surely})|${perhaps}) ${one}${more}${end}`, "gi");

/** `is tied to a harbour`, `lives in a kennel`: as `belongs to`. */
export const linked = (text: string, records: ReadonlySet<string>): string =>
  text.replaceAll(
    link,
    (
      whole,
      sure: string | undefined,
      article: string | undefined,
      noun: string,
      and: string | undefined,
      other: string | undefined,
    ) => {
      const isRecord = (words: string): boolean => records.has(nameOf(words) ?? "");
      const isTie =
        (sure !== undefined && article !== undefined) ||
        (isRecord(noun) &&
          (article !== undefined || !noun.endsWith("s")) &&
          (other === undefined || isRecord(other)));
      return isTie
        ? `${/^(?:is|[a-z]+s) /i.test(whole) ? "belongs" : "belong"} to ${article ?? "a"} ${noun}${and ?? ""}`
        : whole;
    },
  );
