const preposition =
  "by|using|via|in|at|on|for|to|from|with|under|about|of|over|across|along|inside|into|onto|through|within|against|near|beside|behind|between|during|aboard";

/** A phrase of a clause: `by one clerk`, `on some day`. */
export interface Phrase {
  readonly by: string;
  readonly bare: boolean;
  readonly one: boolean;
  /** `at most one` */
  readonly perhaps: boolean;
  readonly many: boolean;
  /** `the`: a place or a thing that is spoken of, not one of several. */
  readonly definite: boolean;
  readonly noun: string;
}

/** `made for one guest, by a clerk on some day` in its phrases. */
export function phrasesOf(text: string): readonly Phrase[] {
  const at = new RegExp(
    String.raw`(?:^|(?<!\b(?:number|amount|list|kind|type|sort|set))\s)(${preposition})\s+(?=(?:exactly |only |at most )?(?:an?|the|one|its|their|some|another|two|three|exactly|certain|several|many|multiple|various)\s|[a-z]+s(?=$|\s|,))`,
    "gi",
  );
  const starts = [...text.matchAll(at)];
  return starts.map((match, i) => ({
    by: (match[1] ?? "").toLowerCase(),
    bare: !/^(?:exactly |only |at most )?(?:an?|the|one|its|their|some|another|two|three|certain|several|many|multiple|various)\s/i.test(
      text.slice(match.index + match[0].length),
    ),
    one: /^(?:exactly |only |at most )?one\s[a-z]+(?=\s|$)/i.test(text.slice(match.index + match[0].length)),
    perhaps: /^at most\s/i.test(text.slice(match.index + match[0].length)),
    many: /^(?:several|many|multiple|various|(?:one|two) or more)\s/i.test(
      text.slice(match.index + match[0].length),
    ),
    definite: /^the\s/i.test(text.slice(match.index + match[0].length)),
    noun: text
      .slice(match.index + match[0].length, starts[i + 1]?.index ?? text.length)
      .replace(
        /^(?:(?:exactly|only|at most|an?|the|one|its|their|or more|some|certain|several|many|multiple|various|two|specific|given|particular)\s+)+/i,
        "",
      )
      .replace(/,?\s+or (?:in )?none$/i, "")
      .trim(),
  }));
}

/** Whether a text begins with a phrase. */
export const isPhrase = (text: string): boolean =>
  new RegExp(String.raw`^(?:${preposition})\s`, "i").test(text);
