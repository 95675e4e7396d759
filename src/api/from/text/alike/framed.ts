import { type Wording, rewritten } from "../words/rewrite.ts";

const asked = String.raw`(?:i|we) (?:need|want|have in mind|had in mind|would like|am after|are after|am looking for|are looking for)`;

/** What is said to whoever reads: it names nothing. */
const frames: readonly Wording[] = [
  [/^\s*kindly /gi, "Please "],
  // `"Movies have a title."`
  [/^\s*["“]([^"“”]*)["”]\s*$/g, "$1"],
  // `Ok so`, `Basically,`
  [
    /^\s*(?:(?:ok|okay|alright|right|well|so|basically|anyway|simply put|in short|long story short),\s+(?:so,? )?|(?:ok|okay|alright) so,? )+(?=\S)/gi,
    "",
  ],
  // `Can you make me something for our club? players: name`
  [
    /^\s*(?:(?:hey|hi|hello|ok|please)[,!]?\s+)?(?:(?:can|could|would|will) (?:you|we|i|someone|somebody)|is it possible|would it be possible|any chance) [^?:\n]{3,120}\?\s+(?=(?:an?|each|every|the) [^\n]*\bhas\b|(?!(?:fields|attributes|columns|properties|it)\b)[a-z]\w*(?: [a-z]\w*)?(?:: | \([^()\n]*,))/gi,
    "",
  ],
  // `Quick one:`
  [
    /^\s*(?:an? )?(?:quick|small|short|simple|little|new|next|another) (?:one|thing|question|task|request|ask|idea|job)\s*[:,–—-]\s*/gi,
    "",
  ],
  // `Here's what I need:`
  [
    new RegExp(
      String.raw`^\s*(?:please )?(?:(?:(?:here(?:['’]s| is)|this is) what|what) ${asked}(?: (?:is|are))?(?: (?:this|the following))?|${asked} (?:the following|this)|(?:the )?(?:specification|requirements?|spec))[ \t]*[:.][ \t]*`,
      "gi",
    ),
    "",
  ],
  // `… can be paused thx!`
  [
    /(?<=[\w)])[ ,]+(?:many )?(?:thanks|thank you|thx|cheers|pls|please)(?: in advance| a lot| so much)?[ \t!.]*$/gi,
    ".",
  ],
  // `Thanks in advance!`, `Best regards, Ann`, at the end
  [
    /(^|[.!?]\s+|\n[ \t]*)(?:(?:(?:many )?thanks|thank you|thx|cheers|(?:(?:best|kind|warm) )?(?:regards|wishes))\b[^.!?:;()\n]{0,40}[.!]*\s*)+(?:\n[ \t]*[A-Z][a-z]+[ \t.]*)?$/gi,
    "$1",
  ],
];

/** A description without greeting, lead and thanks around it. */
export const framed = (text: string): string => rewritten(text, frames);
