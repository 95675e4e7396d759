import type { Wording } from "../words/rewrite.ts";
import { numeral } from "../words/sayings.ts";

/** What has two ends: as a field for each of them, or as a bound from the one to the other. */
export const spans: readonly Wording[] = [
  // `starts and ends at some time`
  [
    /\b(starts|begins|opens|departs|leaves) and (ends|finishes|closes|arrives|stops) ((?:at|on) (?:an?|some|one|the) (?:certain |given )?(?:time|date|day|moment))\b/gi,
    "$1 $3, $2 $3",
  ],
  // `a position made of latitude and longitude`
  [
    /\b(?:(?:an?|the|its|their) (?:[a-z]+ )?)?(?!and\b|or\b)[a-z]+ (?:made(?: up)? of|consisting of|composed of|broken down into|split into|given as|stored as|expressed as) (?:an? )?([a-z]+[^s\W]) and (?:an? )?([a-z]+[^s\W])(?:,? (?:both )?in [a-z]+)?(?=[.,;)\n]|$)/gi,
    "a $1 and a $2",
  ],
  // `start/end datetime`
  [
    /\b(start|begin|first|min|from|open|opening|arrival|home)\s?\/\s?(end|last|max|to|close|closing|departure|away) (date|time|datetime|timestamp|dt|ts|name|price|amount|team|score)s?\b/gi,
    "$1 $3, $2 $3",
  ],
  [
    /\bout of (five|six|ten|twenty|a hundred)\b/gi,
    (_, count: string) => `out of ${numeral(count.replace(/^a /i, "")) ?? count}`,
  ],
  // `coordinates (latitude from -90 to 90, longitude from -180 to 180)`
  [
    /\b[a-z]+ \(((?:[a-z]+ (?:from |between |in )?-?\d[\d.]*\s*(?:to|and|-|\.\.)\s*-?\d[\d.]*(?:,\s*(?:and )?)?){2,})\)/gi,
    "$1",
  ],
  // `from a start date until an end date`
  [
    /(?: (runs|goes|lasts|spans|is valid))?,? from (an? [a-z ]{0,20}?(?:date|day|time|moment)) (?:until|till|to) (an? [a-z ]{0,20}?(?:date|day|time|moment))\b/gi,
    (_, verb: string | undefined, first: string, last: string) => {
      const time = /time|moment/i.test(first) ? "time" : "date";
      const same = first.toLowerCase() === last.toLowerCase();
      const both = same ? `a start ${time} and an end ${time}` : `${first} and ${last}`;
      return verb === undefined ? `, with ${both}` : ` has ${both}`;
    },
  ],
  // `a first and last name`
  [
    /\b(first|given|start|starting|begin|beginning|minimum|min|home|billing|pick-?up|opening|departure|sender|old|previous|current|gross|source|buy|buying|from|check-in|lower|front|left|planned|estimated|expected|oldest|birth|daily|weekly|regular|low|inner|upper|top|native|base|debit|net|summer|male|morning|public) and (?:an? |the )?(last|family|end|ending|maximum|max|away|shipping|delivery|drop-?off|return|closing|arrival|receiver|recipient|new|next|net|target|sell|selling|to|check-out|upper|back|right|actual|newest|death|weekly|monthly|sale|discounted|high|outer|lower|bottom|foreign|credit|gross|winter|female|evening|private) ((?:number|amount|size|count|date|time|price) of [a-z]+|(?!(?:and|or|are|is|was|of|both|in|at|on|to|for|which|that|with|has|have|as|by|must|can|may|needs?|required|optional|unique)\b)[a-z]+?)s?(?![\w-])/gi,
    "$1 $3 and $2 $3",
  ],
  // `from one day to another`
  [
    /(?:\b(?:runs|goes|lasts|spans|is valid|is on show|is shown|is open|takes place))?,?\s*\bfrom (?:one|an?|some) ([a-z]+) to (?:another|the next|an? \1|one|the other)(?: \1)?\b/gi,
    (whole: string, noun: string) =>
      `${/^[\s,]*from/i.test(whole) ? ", with" : "has"} ${
        /date|day/i.test(noun)
          ? "a start date and an end date"
          : /time|hour|minute|moment/i.test(noun)
            ? "a start time and an end time"
            : "an origin and a destination"
      }`,
  ],
  // `never below 100 nor above 3500`
  [
    /\b(?:is |are |may |must |can )?(?:never|not)(?: be| go(?:es)?| gets?| rises?| drops?| falls?| sinks?)? (?:below|under|less than) (-?[\d.]+)(?:,? (?:nor|or|and)(?: never| not)? (?:above|over|more than|beyond) (-?[\d.]+))?/gi,
    (whole, low: string, high: string | undefined) =>
      Number(low) === 0 && high === undefined
        ? whole
        : high === undefined
          ? `is at least ${low}`
          : `is ${low}..${high}`,
  ],
  [
    /\bbe{1,2}t{1,2}we{1,2}n\s+(-?[\w.]+)\s+and\s+(-?[\w.]*\w)/gi,
    (whole, low: string, high: string) =>
      numeral(low) === undefined || numeral(high) === undefined ? whole : `${numeral(low)}..${numeral(high)}`,
  ],
];
