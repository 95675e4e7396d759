import { nameOf } from "../state.ts";

const standing = String.raw`sits?|falls?|comes?|goes|go|lives?|hangs?|lies|lie|stands?|relates?|links?|refers?|points?|reports?|rolls? up`;
const tied =
  "part|owned|linked|connected|associated|related|tied|attached|assigned|allocated|filed|placed|listed|grouped|found|kept|housed|stored|located|registered|always|bound|made|done|for|of|in|under|within|at";

/** What stands between a record and the one that it belongs to. */
const link = new RegExp(
  String.raw`\b(?:(?:is|are) (?:always |a )?(?:${tied})|${standing}|references?)(?: (?:of|by|to|with|under|in|within|at|on|off|from|for|into|inside))? (an?|one|exactly one|the|a single) ([a-z]+(?: [a-z]+)?)( and (?:to |by |with |of )?(?:an?|one|exactly one|the) ([a-z]+(?: [a-z]+)?))?(?=[.,;()\n]|$| and (?:has|have|is|are|can|may|must|carries|holds|needs)\b| which\b| that\b| who\b)`,
  "gi",
);

/** `is tied to a harbour`, `sits under a category`: as `belongs to`, where harbours and categories are records. */
export const linked = (text: string, records: ReadonlySet<string>): string =>
  text.replaceAll(
    link,
    (whole, article: string, noun: string, more: string | undefined, other: string | undefined) =>
      records.has(nameOf(noun) ?? "") && (other === undefined || records.has(nameOf(other) ?? ""))
        ? `${/^(?:is|[a-z]+s) /i.test(whole) ? "belongs" : "belong"} to ${article} ${noun}${more ?? ""}`
        : whole,
  );
