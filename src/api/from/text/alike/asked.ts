import type { Wording } from "../words/rewrite.ts";

const yesNo = String.raw`(?: ?\((?:yes\/no|yes or no|y\/n|true\/false|bool(?:ean)?)\)|,? (?:yes or no|yes\/no|y\/n)\b)?`;
const ends = String.raw`(?=\s*(?:[,;.\n()]|$)| (?:and|or) )`;
const word = String.raw`(?!(?:an?|the|and|or|not|it|he|she|they)\b)[a-z-]+`;

/** Questions that are answered by yes or no, as `whether`. */
export const asked: readonly Wording[] = [
  // `weight and is he vaccinated (yes or no)`, `did it arrive?`
  [
    new RegExp(
      String.raw`(?<=[\w)])(,? and |, |; )(?:if )?(is|are|was|were|has|have|had|did|does|can) (it|he|she|they|we) ((?:already |been |yet )?${word}(?: ${word}){0,2}?)(?: yet| already)?\??${yesNo}${ends}`,
      "gi",
    ),
    (_, joint: string, verb: string, who: string, what: string) =>
      `${joint}whether ${who} ${/^(?:did|does)$/i.test(verb) ? "" : `${verb.toLowerCase()} `}${what}`,
  ],
  // `can swim (default no)`
  [
    /(?<=[,:;] ?|\n[ \t]*(?:[-*•][ \t]+)?)can ((?!be\b)[a-z]+(?: [a-z]+)?) (?=\((?:default (?:yes|no|true|false)|yes\/no|y\/n|bool(?:ean)?)\b)/gi,
    (_, what: string) => `can-${what.replace(" ", "-")} flag `,
  ],
  // `in which film`, `due when`
  [/(?<=[,:;] ?(?:and )?)(?:in|on|at|for|from|to|with) (?:which|what) ([a-z]+)(?=\s*(?:[,;.(\n]|$))/gi, "$1"],
  [/(?<=[,:;] ?(?:and )?)(due|start|end|pickup|delivery|return) when(?=\s*(?:[,;.?(\n]|$))/gi, "$1 date"],
  // `packed already?`, `got it?`, `done yet`
  [
    new RegExp(
      String.raw`(?<=[,:(] ?)([a-z]+(?:ed|en|ne|nt|got|old|id|ught|ept))(?:(?: already| yet| or not)+\??|(?<=got) (?:it|them)\??| (?:it|them)\?)(?=\s*(?:[,;)\n]|$))`,
      "gi",
    ),
    "$1 flag",
  ],
];
