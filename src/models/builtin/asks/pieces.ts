import { anyOf } from "../../../lib/index.ts";
import { joints, reports } from "../knowledge/openings.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { spansOf, type Spans } from "../text/spans.ts";
import type { Token } from "../text/tokens.ts";

/** A part of a sentence: the words between marks and conjunctions. */
export interface Piece {
  readonly tokens: Token[];
  /** The place of its tokens; the end of its conjunction if it has none. */
  start: number;
  end: number;
  /** The conjunction at its beginning, or an empty string; `except` for any way to exclude something. */
  joint: string;
  readonly sentence: number;
  /** Whether a comma or a dash precedes it. */
  readonly comma: boolean;
}

export interface Pieces {
  readonly pieces: readonly Piece[];
  /** The sentences that end with a question mark. */
  readonly questions: ReadonlySet<number>;
}

/** Cuts a text at its sentences, lines, commas and conjunctions, and leaves out what somebody else wrote. */
export function piecesOf(reading: Reading): Pieces {
  const cutter = new Cutter(reading.text);
  const foreign = foreignIn(reading.text);
  const mentionAt = mentionsInOrder(reading.mentions);
  for (const [i, token] of reading.tokens.entries()) {
    if (token.start < cutter.until) continue;
    const mention = mentionAt(token);
    const [previous, next] = [reading.tokens[i - 1], reading.tokens[i + 1]];
    const gap = reading.text.slice(previous?.end ?? 0, token.start);
    if (gap.includes("\n") && !mention) cutter.line(gap);
    if (token.start < cutter.until || foreign.touch({ start: token.start, end: token.start + 1 })) continue;
    if (mention) cutter.mention(token, mention);
    else if (!cutter.mark(token, gap) && !cutter.conjunction(token)) cutter.word(token, previous, next);
  }
  cutter.close(false);
  return cutter;
}

/** The mention that contains a token, for tokens in order. */
function mentionsInOrder(mentions: readonly Mention[]): (token: Token) => Mention | undefined {
  let index = 0;
  return ({ start, end }) => {
    while (index < mentions.length && (mentions[index]?.end ?? 0) <= start) index++;
    const mention = mentions[index];
    return mention && mention.start <= start && end <= mention.end ? mention : undefined;
  };
}

/** Parts of a text by somebody else: code, quoted lines, tags. */
const foreignIn = (text: string): Spans =>
  spansOf(
    [
      /```[^]*?(?:```|$)/g,
      /^[ \t]*>.*$/gm,
      /"""[^]*?(?:"""|$)/g,
      /"[^"]{30,}"|“[^”]{20,}”/g,
      /^-{3,}$[^]*/gm,
      /^(?:From|Subject|To|Sent): [^]*/gm,
      /<([a-z][\w-]*)[^>]*>[^]*?(?:<\/\1>|$)/gi,
    ].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ start: index, end: index + length })),
    ),
  );

const endMark = /^[.?!;]$/;

/** Conjunctions of several words. */
export const dependent = new RegExp(
  String.raw`^${anyOf(
    "as (?:soon|long) as|in case|in the event|depending|on condition",
    String.raw`the (?:moment|minute|next time)(?= \p{L})`,
    "the (?:day|week|hour|second|instant) (?:that )?(?:he|she|it|they|we|you|i)",
    "(?:every|each|any) ?time",
    "(?:assuming|provided) (?:that|it|they|there|he|she|i|we)",
  )}(?!\p{L})`,
  "u",
);

/** The words that begin one inside a clause; `any time` may be a time there. */
const dependentHead = /^(?:in|as|on|the|provided|assuming|depending)$/;

/** Collects pieces, one token after another. */
class Cutter implements Pieces {
  readonly pieces: Piece[] = [];
  readonly questions = new Set<number>();
  /** Where the words of somebody else end that the text has announced. */
  until = -1;
  #text: string;
  #isDialogue: boolean;
  /** The last words of the previous sentence. */
  #previous: readonly Token[] = [];
  #sentence = 0;
  #piece: Piece = { tokens: [], start: 0, end: 0, joint: "", sentence: 0, comma: false };

  constructor(text: string) {
    this.#text = text;
    this.#isDialogue = (text.match(/(?:^|[.!?\n]\s*)\p{Lu}\p{L}+:\s/gu)?.length ?? 0) > 1;
  }

  close(comma: boolean): void {
    if (this.#piece.tokens.length > 0 || this.#piece.joint) this.pieces.push(this.#piece);
    this.#piece = { tokens: [], start: 0, end: 0, joint: "", sentence: this.#sentence, comma };
  }

  #push(token: Token): void {
    const piece = this.#piece;
    if (piece.tokens.length === 0) piece.start = token.start;
    piece.end = token.end;
    piece.tokens.push(token);
  }

  #endSentence(): void {
    this.#previous = this.#piece.tokens;
    this.#sentence++;
    this.close(false);
  }

  /** Whether the last words announce a quotation or a text. */
  #announces(count: number): boolean {
    return this.#piece.tokens.slice(-count).some(({ lower }) => reports.has(lower));
  }

  line(gap: string): void {
    const isParagraph = /\n\s*\n/.test(gap);
    if (this.#piece.tokens.length === 0) {
      const last = this.#previous.slice(-3).map(({ lower }) => lower);
      const points = last.some((word) => /^(?:this|these|following)$/.test(word));
      if (isParagraph && points && last.some((word) => reports.has(word))) this.until = this.#text.length;
      return;
    }
    if (isParagraph && this.#announces(4)) this.until = this.#text.length;
    this.#endSentence();
  }

  mention(token: Token, { kind }: Mention): void {
    const foreign = /^(?:quoted|address|list|object|code)$/.test(kind);
    this.#push(foreign ? { ...token, kind: "mark", lower: "”" } : token);
  }

  /** Cuts at a mark; returns whether the token is one. */
  mark({ text, end }: Token, gap: string): boolean {
    const behind = this.#text.slice(end, end + 1);
    if (endMark.test(text) && !(text === "." && /^\S/.test(behind))) {
      if (text === "?") this.questions.add(this.#sentence);
      this.#endSentence();
      return true;
    }
    if (text === ":") {
      const announced = this.#announces(3) || (this.#isDialogue && this.#piece.tokens.length === 1);
      if (announced && /^\s/.test(behind)) this.until = this.#text.length;
      this.close(false);
      return true;
    }
    const isComma = /^[,—–]$/.test(text) || (text === "-" && /\s/.test(gap));
    if (isComma) this.close(true);
    return isComma;
  }

  /** Cuts before a conjunction; returns whether the token is one. */
  conjunction({ kind, lower, end }: Token): boolean {
    const { tokens } = this.#piece;
    if (kind !== "word" || !joints.has(lower) || (lower === "so" && tokens.length === 0)) return false;
    // `anybody else`, `what else`
    if (lower === "else" && /(?:body|one|thing|where)$|^wh/.test(tokens.at(-1)?.lower ?? "")) return false;
    this.close(this.#piece.comma && tokens.length === 0);
    // `anything but unlock it`, `all orders but SO-1`
    const excludes = lower === "but" && quantifies.test(tokens.at(-1)?.lower ?? "");
    this.#piece = { ...this.#piece, joint: excludes ? "except" : lower, start: end, end };
    return true;
  }

  word(token: Token, previous: Token | undefined, next: Token | undefined): void {
    const { lower, start } = token;
    const [only, more] = this.#piece.tokens;
    // `if so return it`
    if (this.#piece.joint === "if" && !more && /^(?:so|yes)$/.test(only?.lower ?? "")) this.close(true);
    const excludes =
      /^(?:instead|rather|apart|aside)$/.test(lower) && /^(?:of|than|from)$/.test(next?.lower ?? "");
    if (this.#piece.tokens.length === 0) {
      if (excludes || (lower === "like" && this.#piece.comma)) this.#piece.joint = "except";
    } else if (
      dependentHead.test(lower) &&
      // `move it to the day she arrives`
      !/^(?:to|for|from|of)$/.test(previous?.lower ?? "") &&
      dependent.test(this.#text.slice(start, start + 30).toLowerCase())
    )
      this.close(false);
    else if (
      excludes ||
      lower === "excluding" ||
      isOtherThan(lower, next) ||
      isButNot(token, previous, next)
    ) {
      this.close(false);
      this.#piece.joint = "except";
    }
    this.#push(token);
  }
}

/** Words before a `but` that excludes. */
const quantifies = /^(?:any|every|no|some)(?:thing|one|body|where)$|^(?:all|none|nobody)$/;

const isOtherThan = (lower: string, next: Token | undefined): boolean =>
  lower === "other" && /^(?:of|than|from)$/.test(next?.lower ?? "");

/** Whether `not` excludes a thing: `book the small room, not the hall`, but not `that is not the hall`. */
const isButNot = ({ lower }: Token, previous: Token | undefined, next: Token | undefined): boolean =>
  lower === "not" &&
  /^(?:\p{L}*\d|the|on|for|to|that|this|with|in)/u.test(next?.lower ?? "") &&
  !/^(?:is|are|was|do|does|did|has|have|can|could|will|would|should|must|am)$/.test(previous?.lower ?? "");
