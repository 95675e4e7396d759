import { light } from "../knowledge/openings.ts";
import { effectOfVerb, isVerb, keeping, setting, verbOf } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import { stem } from "../../../language/index.ts";
import type { Reading } from "../text/mention.ts";
import { mayBeVerb } from "../text/tagger.ts";
import { unitsNamed } from "../text/units.ts";
import { indexed } from "../text/spans.ts";
import { admit, reports } from "./admit.ts";
import type { Clause } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { isVerbForm } from "./extent.ts";
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
    (directs(clause) || heads(tool, clause)
      ? heads(tool, clause) && admit(tool, [clause], reading).length > 0
      : isState(tool, clause)) && namesThing(tool, clause, reading);
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

/**
 * Whether a clause begins with a verb of the tool's act, or one that may mean it: any for a tool that sets any state, a
 * light one, as in `put the heating to 20`, or one of reading for a tool that runs something, as in `find out which test
 * fails`.
 */
const heads = ({ deed }: Tool, clause: Clause): boolean => {
  const { words, opening } = formsOf(clause);
  const head = words[opening[0]] ?? "";
  const [[own = ""] = []] = deed.verbs;
  const mayMean =
    light.has(head) ||
    setting.test(head) ||
    setting.test(own) ||
    (/^(?:run|execute|start)$/.test(own) && isVerb(head) && effectOfVerb(head) === "read");
  return phraseAt(words, opening[0], deed.verbs) || (directs(clause) && mayMean);
};

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

/** Whether a word may be a verb in the third person: `squeaks`. */
const isPresent = (word: string): boolean => {
  const base = /^(\p{L}{3,})s$/u.exec(word)?.[1] ?? "";
  return base !== "" && unitsNamed(word).length === 0 && mayBeVerb(base);
};

/**
 * Whether a clause may name a desired state, as `volume to 40` does: with a verb it tells what is, unless all that it
 * says is a choice of the tool, as in `D-7 is won`. A tool that takes nothing but a thing has no state.
 */
function isState({ parameters, vocabulary }: Tool, clause: Clause): boolean {
  const text = lowersOf(clause).join(" ");
  const words = text.replace(/ (?:would like|needs?|wants?)(?= (?:an?|the|another) )/, "").split(" ");
  const isChoice = (word = ""): boolean =>
    parameters.some(
      ({ required, closed, options }) =>
        required && closed && options.some((option) => String(option).toLowerCase() === word),
    );
  const isChosen = /^(?:is|are)$/.test(words.at(-2) ?? "") && isChoice(words.at(-1));
  const rest = isChosen ? words.slice(0, -2) : words;
  const hasState =
    parameters.length > 1 || parameters.some(({ type }) => /^(?:number|integer|boolean)$/.test(type));
  return (
    hasState &&
    words[0] !== "to" &&
    !rest.some((word, i) => isVerbForm(word) || (i > 0 && isPresent(word) && !vocabulary.has(stem(word))))
  );
}

/** Whether a clause doubts what it speaks of, or asks for something else about the act: `explain what it means to mute`. */
const doubts = (tool: Tool, clause: Clause): boolean => {
  const { words, opening } = formsOf(clause);
  return (
    words
      .slice(opening[0])
      .some(
        (word, i, rest) =>
          /^(?:maybe|perhaps|possibly|might|could|may|should|will|shall)$/.test(word) ||
          (word === "would" && !/^(?:like|love)$/.test(rest[i + 1] ?? "")),
      ) ||
    (directs(clause) && saysVerb(tool, clause) && !phraseAt(words, opening[0], tool.deed.verbs))
  );
};
