import { effectOfVerb, keeping, setting, verbOf } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { indexed } from "../text/spans.ts";
import { admit, reports } from "./admit.ts";
import type { Clause } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { directs, formsOf, lowersOf, phraseAt } from "./forms.ts";
import { isReported, saysVerb, tellsOfThing } from "./mentions.ts";

/**
 * Whether an act is requested only by a target state or an event: `volume to 40`, `weighed in at 83`. The clause names
 * a thing of the tool and is neither a question nor a denial; a tool that only records accepts a report.
 */
export function stated(tool: Tool, reading: Reading): boolean {
  const clauses = clausesOf(reading);
  const keeps = keeping.test(tool.deed.verbs[0]?.[0] ?? "");
  const isTarget = (clause: Clause): boolean =>
    (heads(tool, clause) ? admit(tool, [clause], reading).length > 0 : isState(clause)) &&
    namesThing(tool, clause, reading);
  return clauses.some(
    (clause, i) =>
      clause.standing === "permission" ||
      (clause.standing === "open" &&
        (!clause.asks || directs(clause)) &&
        clause.condition === undefined &&
        !doubts(tool, clause) &&
        !isReported(clauses[i + 1], clause) &&
        !speaksOfAnother(tool, clause) &&
        !reports(clause) &&
        !isReport(tool, clause) &&
        !tellsOfThing(tool, clause, clauses[i + 1]) &&
        (keeps || isTarget(clause))),
  );
}

const heads = (tool: Tool, clause: Clause): boolean =>
  directs(clause) || phraseAt(lowersOf(clause), formsOf(clause).opening[0], tool.deed.verbs);

/** Whether a clause has a noun of the tool, outside the values. */
const namesThing = (tool: Tool, { tokens }: Clause, { mentions }: Reading): boolean =>
  tokens.some(
    (token) =>
      token.kind === "word" &&
      !token.stop &&
      (verbOf(token.lower) === undefined || tool.nameStems.indexOf(token.stem) > 0) &&
      tool.head.has(token.stem) &&
      !indexed(mentions).hold(token),
  );

/**
 * Whether a clause mentions an act that the tool doesn't do: `I asked Tim to unlock the door` for a tool that locks.
 */
const speaksOfAnother = ({ deed }: Tool, clause: Clause): boolean =>
  !(setting.test(deed.verbs[0]?.[0] ?? "") && directs(clause)) &&
  formsOf(clause).bases.some(
    (verb) => verb !== "" && effectOfVerb(verb) === "harm" && !deed.verbs.some(([first]) => first === verb),
  );

/** Whether a clause has the verb of an act in a reporting form: `I opened it`, `she wants me to open it`. */
const isReport = ({ deed }: Tool, clause: Clause): boolean => {
  const { words, bases, opening } = formsOf(clause);
  return words.some(
    (word, i) =>
      (i > opening[0] || (i === opening[0] && word.endsWith("ed"))) &&
      (phraseAt(words, i, deed.verbs, bases) || phraseAt(words, i, deed.verbs)) &&
      (word !== bases[i] || words[i - 1] === "to") &&
      !/^(?:be|been|is|are|was|were|get|have)$/.test(words[i - 1] ?? ""),
  );
};

/**
 * Whether a clause may state a desired state, as `volume to 40`, and doesn't begin like a report of somebody's acts.
 */
const isState = (clause: Clause): boolean =>
  !/^(?:to|i|we|you|he|she|they|who|nobody|somebody|someone|everyone|what's)$/.test(
    lowersOf(clause)[0] ?? "to",
  );

/** Whether a clause doubts what it speaks of, or asks for something else about the act: `explain what it means to mute`. */
const doubts = (tool: Tool, clause: Clause): boolean => {
  const { words, opening } = formsOf(clause);
  return (
    words
      .slice(opening[0])
      .some(
        (word, i, rest) =>
          /^(?:maybe|perhaps|possibly|might|could)$/.test(word) ||
          (word === "would" && !/^(?:like|love)$/.test(rest[i + 1] ?? "")),
      ) ||
    (directs(clause) && saysVerb(tool, clause) && !phraseAt(words, opening[0], tool.deed.verbs))
  );
};
