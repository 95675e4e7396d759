import { inTable } from "../lib/index.ts";
import { particles } from "./grammar.ts";
import type { Token } from "./tokens.ts";
import { isJoint } from "./verb-forms.ts";

/** Verbs of two words, by a verb that means the same or by what sets them apart. */
const meanings: Readonly<Record<string, string>> = Object.fromEntries(
  `be: take place; start: start out, start off; omit: leave out; attend: take part, turn up, show up; check in: check in; perform: carry out; enrol: sign up;
  submit: hand in, turn in, send in, put in, fill in, fill out, put forward; bring: bring in, bring along, drop off, drop in;
  issue: hand out, give out, send out; post: put up; write: write up; note: write down, note down, jot down, put down, take down; set: set up, set out;
  rent: rent out, hire out; lend: lend out, loan out; borrow: check out; request: ask for; 
  buy: pay for; complete: complete, tick off; move: hand over, pass on, take over; fetch: pick up; hire: take on; see: look at, look through`
    .split(/;\s+/)
    .flatMap((line) => {
      const [verb = "", words = ""] = line.split(": ");
      return words.split(", ").map((phrase) => [phrase, verb]);
    }),
);

/** The particle of a verb, at the index behind it, and what both mean together: `hand in` means submit, `is called off` has no other verb. */
export function particleAt(
  tokens: readonly Token[],
  index: number,
  verb: string,
): { readonly low: string; readonly meaning: string | undefined } | undefined {
  const [token, next] = tokens.slice(index, index + 2);
  if (token?.kind !== "word") return undefined;
  const { low } = token;
  const meaning = inTable(meanings, `${verb} ${low}`);
  // `cancelled up to an hour before`: a preposition
  const isAdverb = particles.has(low) && !(low === "up" && next?.low === "to");
  const isLast = /^(?:in|over|on|through)$/.test(low) && (!next || isJoint(next) || next.kind === "sign");
  return meaning !== undefined || isAdverb || isLast ? { low, meaning } : undefined;
}
