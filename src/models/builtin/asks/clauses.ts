import { remembered } from "../../../lib/index.ts";
import { holding, isNegation, retracts } from "../knowledge/openings.ts";
import { isVerb } from "../read/effect.ts";
import type { Reading } from "../text/mention.ts";
import { spansOf, type Spans } from "../text/spans.ts";
import type { Clause, Condition, Standing } from "./clause.ts";
import { isCondition } from "./conditions.ts";
import { doubts, isRequest, moodOf, past, refuses } from "./moods.ts";
import { piecesOf, type Piece } from "./pieces.ts";

/** The clauses of a text with their moods. Computed once per reading. */
export const clausesOf = remembered((reading: Reading): readonly Clause[] => {
  const { pieces, questions } = piecesOf(reading);
  const clauses: Clause[] = [];
  let withdrawn = 0;
  let lastCondition: Condition | undefined;
  for (const [number, members] of Map.groupBy(pieces, ({ sentence }) => sentence)) {
    const start = members[0]?.start ?? 0;
    const words = lowered(reading.text.slice(start, members.at(-1)?.end));
    const asks = questions.has(number);
    const requested = isRequest(words);
    const conditions = conditionsIn(members, words, reading.text);
    const condition = conditions[0] ?? oppositeOf(lastCondition, members);
    const standings = standingsOf(members, spansOf(conditions), requested ? "open" : moodOf(words, asks));
    for (const [i, { comma: _, ...piece }] of members.entries()) {
      const standing = standings[i] ?? "open";
      const own = alternative.test(piece.joint) ? reversed(condition) : condition;
      clauses.push({ ...piece, standing, asks, condition: standing === "condition" ? undefined : own });
    }
    const citing = members.findLast(({ tokens: [first] }, i) => i > 0 && cites.test(first?.lower ?? ""));
    if (citing) suppose(clauses, number, citing.start);
    if (doubts(words, asks && !requested) || (questions.has(number - 1) && refuses(words)))
      withdrawn = withdraw(clauses, start, withdrawn);
    lastCondition = condition ?? (asks ? lastCondition : undefined);
    const retraction = retracts.exec(words);
    if (retraction) withdrawn = withdraw(clauses, start + retraction.index, withdrawn);
  }
  return clauses;
});

const lowered = (text: string): string => text.toLowerCase().replaceAll("’", "'");

const alternative = /^(?:otherwise|else)$/;

const reversed = (condition: Condition | undefined): Condition | undefined =>
  condition && { ...condition, reversed: !condition.reversed };

/** The opposite of the sentence before, for one that begins with `otherwise`. */
const oppositeOf = (last: Condition | undefined, [first]: readonly Piece[]): Condition | undefined =>
  alternative.test(first?.joint ?? "") ? reversed(last) : undefined;

/** The conditions of a sentence, each with the pieces that `and` and `or` join to it. */
function conditionsIn(pieces: readonly Piece[], sentence: string, text: string): readonly Condition[] {
  const conditions: Condition[] = [];
  let end = pieces.at(-1)?.end ?? 0;
  for (let i = pieces.length; i-- > 0;) {
    const piece = pieces[i];
    if (!piece) continue;
    const { start, joint } = piece;
    if (isCondition(piece, sentence, lowered(text.slice(start, piece.end))))
      conditions.push({ start, end, text: text.slice(start, end), reversed: joint === "unless" });
    if (!/^(?:and|or)$/.test(joint)) end = pieces[i - 1]?.end ?? 0;
  }
  return conditions.toReversed();
}

/** The mood of each piece of a sentence: negations and subordinate clauses last until something ends them. */
function standingsOf(pieces: readonly Piece[], conditions: Spans, mood: Standing): readonly Standing[] {
  const lastChoice = pieces.findLastIndex(({ joint }) => /^n?or$/.test(joint));
  let denied = false;
  let subordinate: Standing | undefined;
  return pieces.map((piece, i) => {
    const { joint, comma } = piece;
    const words = piece.tokens.map(({ lower }) => lower.replaceAll("’", "'"));
    const holds = conditions.hold(piece);
    if (/^(?:but|then|otherwise|else)$/.test(joint) || /^(?:just|only|instead|please)$/.test(words[0] ?? ""))
      [denied, subordinate] = [false, undefined];
    const next = pieces[i + 1];
    const isReason = unable.test(words.join(" ")) && next?.comma === true && next.joint === "";
    if (isNegative(words)) denied = !holds && !isReason;
    else if (denied && comma && !/^(?:or|nor|and)$/.test(joint)) denied = lastChoice > i || continues(words);
    if (!holds && /^(?:until|till|before)$/.test(joint)) subordinate = "supposed";
    else if (!holds && /^(?:while|because|since|although|though|whether)$/.test(joint)) subordinate = "aside";
    else if (comma && joint === "") subordinate = undefined;
    if (holds) return "condition";
    if (joint === "except") return "excluded";
    if (denied) return "negated";
    return mood === "open" ? (subordinate ?? "open") : mood;
  });
}

/** What somebody can't do or come to, a reason for what follows: `I can't make A-1, cancel it`. */
const unable = /^(?:i|we) (?:can't|cannot|couldn't|won't) (?:make|come|be|attend|go|get)\b/;

/** Whether a clause denies: `don't …`, `leave it as it is`. */
const isNegative = (words: readonly string[]): boolean =>
  words.slice(0, 8).some(isNegation) || holding.test(words.slice(past(words, 0)[0]).join(" "));

/** Whether a clause is a fragment that continues the one before it. */
const continues = (words: readonly string[]): boolean => words.length < 3 && !isVerb(words[0] ?? "");

/** Beginnings of a clause that attributes the words before it: `cancel it, said the customer`. */
const cites =
  /^(?:said|says|wrote|writes|asked|asks|told|shouted|suggested|suggests|insists|claims|reads|quote)$/;

/** Marks the clauses of a sentence before a place as hypothetical. */
function suppose(clauses: Clause[], sentence: number, before: number): void {
  for (let i = clauses.length - 1; clauses[i]?.sentence === sentence; i--) {
    const clause = clauses[i];
    if (clause && clause.end <= before) clauses[i] = { ...clause, standing: "supposed" };
  }
}

/** Withdraws the requests before a place; returns the number of withdrawn clauses, counted from the first. */
function withdraw(clauses: Clause[], before: number, from: number): number {
  let count = from;
  for (const [i, clause] of clauses.slice(from).entries()) {
    if (clause.end > before) continue;
    clauses[from + i] = { ...clause, standing: "withdrawn" };
    if (count === from + i) count++;
  }
  return count;
}
