import { remembered } from "../../../lib/index.ts";
import {
  conditional,
  factual,
  holding,
  joints,
  negators,
  openings,
  permissions,
  reports,
  retracts,
  suppositions,
  wondering,
} from "../knowledge/openings.ts";
import { isVerb } from "../read/effect.ts";
import type { Reading } from "../text/mention.ts";
import { spansOf, type Span, type Spans } from "../text/spans.ts";
import type { Token } from "../text/tokens.ts";

/** The mood of a clause; only `open` and `permission` can contain a request. */
export type Standing =
  | "open"
  | "negated"
  | "supposed"
  | "permission"
  | "factual"
  | "condition"
  | "excluded"
  | "aside"
  | "withdrawn";

export interface Clause {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
  /** The conjunction at its beginning, or an empty string. */
  readonly joint: string;
  readonly standing: Standing;
  /** Whether its sentence is a question. */
  readonly asks: boolean;
  readonly sentence: number;
  /** The condition of the request. */
  readonly condition: Condition | undefined;
}

export interface Condition {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is inverted, as by `unless` or `otherwise`. */
  readonly reversed: boolean;
}

interface Piece {
  readonly tokens: Token[];
  joint: string;
  readonly sentence: number;
  comma: boolean;
}

const endMark = /^[.?!;]$/;
const politeIf =
  /^(?:if|when) (?:possible|you (?:can|could|would|don't mind|get|have)|that's (?:ok|okay|possible)|it's (?:ok|possible|not too much))/;

/** The clauses of a text with their moods. Computed once per reading. */
export const clausesOf = remembered((reading: Reading): readonly Clause[] => {
  const { pieces, questions } = piecesOf(reading);
  return standings(reading, pieces, questions);
});

/** Parts of a text by somebody else: code, quoted lines, tags. */
function foreign(text: string): Spans {
  const found: Span[] = [];
  for (const pattern of [
    /```[^]*?(?:```|$)/g,
    /^[ \t]*>.*$/gm,
    /"""[^]*?(?:"""|$)/g,
    /"[^"]{30,}"|“[^”]{20,}”/g,
    /^-{3,}$[^]*/gm,
    /^(?:From|Subject|To|Sent): [^]*/gm,
    /<([a-z][\w-]*)[^>]*>[^]*?(?:<\/\1>|$)/gi,
  ])
    for (const match of text.matchAll(pattern))
      found.push({ start: match.index, end: match.index + match[0].length });
  return spansOf(found);
}

function piecesOf(reading: Reading): {
  readonly pieces: readonly Piece[];
  readonly questions: ReadonlySet<number>;
} {
  const { text, tokens, mentions } = reading;
  const reported = foreign(text);
  const pieces: Piece[] = [];
  const questions = new Set<number>();
  let sentence = 0;
  let index = 0;
  let current: Piece = { tokens: [], joint: "", sentence, comma: false };
  let until = -1;
  const speakers = text.match(/(?:^|[.!?\n]\s*)\p{Lu}\p{L}+:\s/gu)?.length ?? 0;
  const close = (comma: boolean): void => {
    if (current.tokens.length > 0 || current.joint) pieces.push(current);
    current = { tokens: [], joint: "", sentence, comma };
  };
  for (const [i, token] of tokens.entries()) {
    if (token.start < until) continue;
    while (index < mentions.length && (mentions[index]?.end ?? 0) <= token.start) index++;
    const mention = mentions[index];
    const inside = mention !== undefined && mention.start <= token.start && token.end <= mention.end;
    const gap = text.slice(tokens[i - 1]?.end ?? 0, token.start);
    if (/\n/.test(gap) && current.tokens.length > 0 && !inside) {
      if (/\n\s*\n/.test(gap) && current.tokens.slice(-4).some(({ lower }) => reports.has(lower)))
        until = text.length;
      sentence++;
      close(false);
    }
    if (token.start < until || reported.touch({ start: token.start, end: token.start + 1 })) continue;
    if (inside) {
      const foreign = /^(?:quoted|address|list|object|code)$/.test(mention.kind);
      current.tokens.push(foreign ? { ...token, kind: "mark", lower: "”" } : token);
      continue;
    }
    if (endMark.test(token.text) && !(token.text === "." && /^\S/.test(text.slice(token.end)))) {
      if (token.text === "?") questions.add(sentence);
      sentence++;
      close(false);
      continue;
    }
    if (token.text === ":") {
      const announced =
        current.tokens.slice(-3).some(({ lower }) => reports.has(lower)) ||
        (speakers > 1 && current.tokens.length === 1);
      if (announced && /^\s/.test(text.slice(token.end, token.end + 1))) until = text.length;
      close(false);
      continue;
    }
    if (
      token.text === "," ||
      token.text === "—" ||
      token.text === "–" ||
      (token.text === "-" && /\s/.test(gap))
    ) {
      close(true);
      continue;
    }
    if (
      token.kind === "word" &&
      joints.has(token.lower) &&
      !(token.lower === "so" && current.tokens.length === 0) &&
      !(token.lower === "else" && /(?:body|one|thing|where)$|^wh/.test(current.tokens.at(-1)?.lower ?? ""))
    ) {
      close(current.comma && current.tokens.length === 0);
      current.joint =
        current.joint === "" || current.tokens.length > 0 ? token.lower : `${current.joint} ${token.lower}`;
      continue;
    }
    const next = tokens[i + 1]?.lower;
    if (
      current.tokens.length === 0 &&
      ((/^(?:instead|rather|apart|aside)$/.test(token.lower) && /^(?:of|than|from)$/.test(next ?? "")) ||
        (token.lower === "like" && current.comma))
    )
      current.joint = "except";
    if (
      current.tokens.length > 0 &&
      /^(?:in|as|on|the|provided|assuming|depending)$/.test(token.lower) &&
      dependent.test(text.slice(token.start, token.start + 30).toLowerCase())
    )
      close(false);
    if (
      current.tokens.length > 0 &&
      ((/^(?:excluding|just|only|please)$/.test(token.lower) && token.lower === "excluding") ||
        (/^(?:instead|other|rather|apart|aside)$/.test(token.lower) &&
          /^(?:of|than|from)$/.test(next ?? "")) ||
        (token.lower === "not" &&
          /^(?:\p{L}*\d|the|on|for|to|that|this|with|in)/u.test(next ?? "") &&
          !/^(?:is|are|was|do|does|did|has|have|can|could|will|would|should|must|am)$/.test(
            tokens[i - 1]?.lower ?? "",
          )))
    ) {
      close(false);
      current.joint = "except";
    }
    current.tokens.push(token);
  }
  close(false);
  return { pieces, questions };
}

function standings(
  reading: Reading,
  pieces: readonly Piece[],
  questions: ReadonlySet<number>,
): readonly Clause[] {
  const { text } = reading;
  const bounds = pieces.map(({ tokens }, i) => ({
    start: tokens[0]?.start ?? pieces[i + 1]?.tokens[0]?.start ?? text.length,
    end: tokens.at(-1)?.end ?? tokens[0]?.start ?? 0,
  }));
  const sentences = new Map<number, number[]>();
  for (const [i, { sentence }] of pieces.entries()) {
    const members = sentences.get(sentence);
    if (members) members.push(i);
    else sentences.set(sentence, [i]);
  }
  // for each index, the next piece that begins a part: neither `and …` nor `… or`
  const parts: number[] = [];
  for (let i = pieces.length, part = i; i-- > 0; parts[i] = part) {
    const joint = pieces[i]?.joint ?? "";
    if (joint !== "and" && joint.split(" ").at(-1) !== "or") part = i;
  }
  const clauses: Clause[] = [];
  let withdrawn = 0;
  let lastCondition: Condition | undefined;
  for (const [sentence, members] of sentences) {
    const first = members[0] ?? 0;
    const last = members.at(-1) ?? first;
    const words = text.slice(bounds[first]?.start, bounds[last]?.end).toLowerCase().replaceAll("’", "'");
    const asks = questions.has(sentence);
    const isRequest = requested(words);
    const mood = isRequest ? "open" : moodOf(words, asks);
    const found = members
      .filter((i) => isCondition(pieces[i], words, text.slice(bounds[i]?.start, bounds[i]?.end)))
      .map((i): Condition => {
        const end = bounds[Math.min(last, (parts[i + 1] ?? pieces.length) - 1)]?.end ?? 0;
        const start = bounds[i]?.start ?? 0;
        return {
          start,
          end,
          text: text.slice(start, Math.max(start, end)),
          reversed: /unless/.test(pieces[i]?.joint ?? ""),
        };
      });
    let condition: Condition | undefined = found[0];
    const opening = pieces[first]?.joint.split(" ")[0] ?? "";
    if (condition === undefined && /^(?:otherwise|else)$/.test(opening) && lastCondition)
      condition = { ...lastCondition, reversed: !lastCondition.reversed };
    const conditions = spansOf(found);
    const choices = members.findLast((i) => /\b(?:or|nor)\b/.test(pieces[i]?.joint ?? "")) ?? -1;
    let denied = false;
    let inside: Standing | undefined;
    for (const i of members) {
      const piece = pieces[i];
      const bound = bounds[i];
      if (!piece || !bound) continue;
      const lowers = piece.tokens.map(({ lower }) => lower.replaceAll("’", "'"));
      const jointed = piece.joint.split(" ");
      const holds = conditions.hold(bound);
      const fresh =
        /^(?:but|then|otherwise|else)$/.test(piece.joint) ||
        /^(?:just|only|instead|please)$/.test(lowers[0] ?? "");
      const negative =
        lowers.slice(0, 8).some((word) => negators.has(word) || word.endsWith("n't")) ||
        holding.test(lowers.slice(past(lowers, 0)[0]).join(" "));
      if (fresh) [denied, inside] = [false, undefined];
      if (negative) denied = !holds;
      else if (denied && piece.comma && !/^(?:or|nor|and)$/.test(piece.joint))
        denied = choices > i || continues(lowers);
      const hanging = jointed.find((word) =>
        /^(?:until|till|before|while|because|since|although|though|whether)$/.test(word),
      );
      if (hanging && !holds) inside = /^(?:until|till|before)$/.test(hanging) ? "supposed" : "aside";
      else if (piece.comma && piece.joint === "") inside = undefined;
      const standing: Standing = holds
        ? "condition"
        : jointed.includes("except")
          ? "excluded"
          : denied
            ? "negated"
            : mood === "open"
              ? (inside ?? "open")
              : mood;
      const reversed =
        condition && /\b(?:otherwise|else)\b/.test(piece.joint)
          ? { ...condition, reversed: !condition.reversed }
          : condition;
      clauses.push({
        start: bound.start,
        end: bound.end,
        tokens: piece.tokens,
        joint: piece.joint,
        standing,
        asks,
        sentence,
        condition: holds ? undefined : reversed,
      });
    }
    const quoting = members.findLast((i) => i > first && cites.test(pieces[i]?.tokens[0]?.lower ?? ""));
    if (quoting !== undefined) suppose(clauses, sentence, bounds[quoting]?.start ?? 0);
    if (asks && !isRequest && doubts.test(words))
      withdrawn = withdraw(clauses, bounds[first]?.start ?? 0, withdrawn);
    if (questions.has(sentence - 1) && refuses.test(words))
      withdrawn = withdraw(clauses, bounds[first]?.start ?? 0, withdrawn);
    lastCondition = condition ?? (asks ? lastCondition : undefined);
    const retraction = retracts.exec(words);
    if (retraction) withdrawn = withdraw(clauses, (bounds[first]?.start ?? 0) + retraction.index, withdrawn);
  }
  return clauses;
}

/** The mood that the beginning of a sentence implies for all of it. */
function moodOf(sentence: string, asks: boolean): Standing {
  if (wondering.some((pattern) => pattern.test(sentence))) return "supposed";
  const words = sentence.match(/[\p{L}'-]+/gu) ?? [];
  const [index] = past(words, 0);
  if (asks && begins(words, index, permissions)) return "permission";
  if (begins(words, index, suppositions) && (asks || !/^(?:do|is|are)$/.test(words[index] ?? "")))
    return "supposed";
  return asks && begins(words, index, factual) ? "factual" : "open";
}

const begins = (words: readonly string[], index: number, phrases: readonly (readonly string[])[]): boolean =>
  phrases.some((phrase) =>
    phrase.every((word, i) =>
      word === "*" ? (words[index + i] ?? "you") !== "you" : words[index + i] === word,
    ),
  );

const finite = /^(?:is|are|was|were|has|have|had|comes?|gets?|does|did)$/;
const pronoun = /^(?:i|you|he|she|it|we|they|who|everybody|everyone|somebody|someone|nobody)$/;

/** Whether a statement of an event follows: `the results are in`, `she pays`, `the parcel arrives`. */
const happens = (tokens: readonly Token[]): boolean =>
  tokens.some(({ lower }, i) => {
    if (pronoun.test(lower) && i === 0 && tokens.length > 1) return true;
    const [noun, determiner] = [tokens[i - 1], tokens[i - 2]];
    // a single noun after its determiner is followed by its verb, not by the plural of another noun
    const isVerb =
      noun?.kind === "word" && !noun.stop && determiner?.stop === true && !noun.lower.endsWith("s");
    return finite.test(lower) || (isVerb && /\p{L}{2}(?:(?<!s)s|ed)$/u.test(lower));
  });

const byFirst = Map.groupBy(openings, ([first]) => first ?? "");

/** `plese`, `pleas`. */
const misspelt = /^p(?:l[aes]{3,5}|elase)$/;

/** Returns where the opening of a request ends, and the phrases in the opening. */
export function past(words: readonly string[], from: number): readonly [number, readonly string[]] {
  let index = from;
  const phrases: string[] = [];
  for (;;) {
    const phrase = byFirst
      .get(words[index] ?? "")
      ?.find((opening) => opening.every((word, i) => words[index + i] === word));
    if (
      phrase === undefined &&
      !misspelt.test(words[index] ?? "") &&
      !/^(?!apply|reply|supply|multiply|fly)\p{L}{3,}ly$/u.test(words[index] ?? "")
    )
      return [index, phrases];
    phrases.push(phrase?.join(" ") ?? "");
    index += phrase?.length ?? 1;
  }
}

/** Whether a clause is a fragment that continues the one before it. */
const continues = (lowers: readonly string[]): boolean => lowers.length < 3 && !isVerb(lowers[0] ?? "");

/** `can you …?`, `please …`: a question in form, but a request in meaning. */
const requested = (words: string): boolean =>
  /^(?:\W|and |but |so |ok |okay |just |hey |hi |also |then )*(?:can|could|will|would) (?:you|u)\b(?! (?:ever|even|still|normally|usually|have))/.test(
    words,
  ) || /\bplease\b|^(?:are you able to|is it possible for you to|do you mind|would you mind)\b/.test(words);

const dependent =
  /^(?:as (?:soon|long) as|in case|in the event|the (?:moment|minute|next time)(?= \p{L})|the (?:day|week|hour|second|instant) (?:that )?(?:he|she|it|they|we|you|i)|(?:every|each|any) ?time|depending|on condition|(?:assuming|provided) (?:that|it|they|there|he|she|i|we))(?!\p{L})/u;

function isCondition(piece: Piece | undefined, sentence: string, words: string): boolean {
  if (piece && dependent.test(words.toLowerCase())) return true;
  const joint = piece?.joint
    .split(" ")
    .find((word) => conditional.has(word) || (word === "after" && happens(piece.tokens)));
  if (!piece || joint === undefined) return false;
  const text = `${joint} ${words.toLowerCase().replaceAll("’", "'")}`;
  if (politeIf.test(text)) return false;
  // `tell me if …`, `check when …` are questions
  if (/^(?:if|when)$/.test(joint) && !piece.comma) {
    const ahead = sentence.slice(0, sentence.indexOf(text)).trimEnd();
    if (
      /\b(?:tell me|check|see|know|ask|say|find out|verify|look|wonder\w*|show me|confirm)$/.test(
        ahead.slice(-40),
      )
    )
      return false;
    if (joint === "when" && /^(?:\W|and |but |so )*$/.test(ahead) && sentence.endsWith("?")) return false;
    if (
      joint === "when" &&
      /^when (?:is|are|was|were|does|do|did|will|can|should|would|has|have)\b/.test(text)
    )
      return false;
  }
  return true;
}

/** Beginnings of a clause that attributes the words before it: `cancel it, said the customer`. */
const cites =
  /^(?:said|says|wrote|writes|asked|asks|told|shouted|suggested|suggests|insists|claims|reads|quote)$/;

/** Questions about the words before them, which are then not a request. */
const doubts =
  /^\W*(?:(?:and|so|but) )?(?:(?:is|are|was|were|does|do|did|would|will|could|should) (?:this|that|these|those)|which of (?:these|those|them)|yes or no|what do you think)\b/;

/** Answers to one's own question that refuse it: `cancel it? no way`. */
const refuses =
  /^(?:no|nope|nah|never|not|don't)\b(?! (?:rush|hurry|worries|problem|need to (?:rush|hurry)))/;

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
