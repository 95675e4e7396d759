import { type Pass, clean, keep } from "./kept.ts";
import { enumLike } from "./named.ts";

/** `monday to friday`. */
export const weekdays: Pass = (text, kept) =>
  text.replaceAll(/\(?\bmonday (?:to|through|-) (friday|sunday|saturday)\)?/gi, (_, last: string) => {
    const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    return keep(kept, days.slice(0, days.indexOf(last.toLowerCase()) + 1));
  });

/** `draft|sent|paid`, `15/30/60`, `S, M or L`. */
export const joined: Pass = (text, kept) =>
  text.replaceAll(
    /(?<![\w/.:-])[mf]\/[fm](?:\/[a-z])?(?![\w/])|(?<![\w/.:-])[A-Za-z0-9][\w-]*(?:\s?[|]\s?[A-Za-z0-9][\w-]*)+|(?<![\w/.:-])\d+(?:\/\d+){2,}(?![\w/])|(?<![\w/.:-])[A-Za-z][\w-]+(?:\/[A-Za-z][\w-]*)+(?: of [a-z]+)?(?![\w/])(?!\s*:)|(?<![\w/.:-])[A-Za-z]\w*(?:\/[A-Za-z]\w*){2,}(?![\w/])(?!\s*:)|(?<![\w/.:-])(?=[A-Za-z/]*\d|[A-Z/]+(?![\w/]))(?=[\d/]*[A-Za-z])[A-Za-z\d]{1,8}(?:\/[A-Za-z\d]{1,8}){2,}(?![\w/])(?!\s*:)|(?<![\w/.:-])[A-Z]{1,3}(?:, [A-Z]{1,3})+(?:,? (?:or |and )|, )[A-Z]{1,3}(?![\w+-]| or\b)/g,
    (chain) =>
      /^(?:and\/or|yes\/no|y\/n|true\/false|km\/h|w\/o?|n\/a|he\/she|his\/her)$/i.test(chain)
        ? chain
        : keep(kept, chain.split(/\s?[|/]\s?|,? (?:or |and )|, /)),
  );

/** `one of draft, sent, paid`, `either in or out`. */
export const oneOf: Pass = (text, kept) =>
  text.replaceAll(
    /\b((?:one|any|either) of(?: (?:the|these))?(?: following)?(?: values| options| choices)?:?|out of(?! (?:order|stock|service|date|print|use|office|season|bounds)\b)|either)\s+((?:[\w+-]+\s*,\s*)+(?:and\s+|or\s+)?[\w+-]+(?![\w+-])(?!\s+[a-z]+(?:,|\s+or\b))(?:\s+(?:and|or)\s+[\w+-]+)?|[\w-]+\s+(?:or|and)\s+(?!not\b)[\w-]+)/gi,
    (whole, words: string, list: string) => {
      const [values = "", more = ""] = list.split(/,\s*(?=(?:default|required|optional|unique|mandatory)\b)/);
      if (/⟦|^\d/.test(list)) return whole;
      const all = values.split(/\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+/).map(clean);
      return `${words.replace(/(?<= of) .*/, "")} ${keep(kept, all)}${more === "" ? "" : `, ${more}`}`;
    },
  );

/** `which is for or against`. */
export const opposites: Pass = (text, kept) =>
  text.replaceAll(
    /(?<=\b(?:is|are|be|either|being|of|side|direction|type|kind|vote)[ :=]\s?|[(:=]\s?)(for|in|up|on|left|from|inbound) or (against|out|down|off|right|to|outbound)\b/gi,
    (_, one: string, other: string) => keep(kept, [one, other]),
  );

/** `status: draft, sent, paid`: the word before the colon has values. */
export const behindColon: Pass = (text, kept) =>
  text.replaceAll(
    /([\w -]{0,40}?)(:?)\s{1,8}((?:[a-zA-Z][\w-]*\s*,\s*){2,}(?:and\s+)?[a-zA-Z][\w-]*)(?=\s*(?:[.;\n)]|$))/g,
    (whole, name: string, colon: string, list: string) =>
      colon && enumLike.test(name)
        ? `${name} ${keep(kept, list.split(/\s*,\s*(?:and\s+)?/).map(clean))}`
        : whole,
  );
