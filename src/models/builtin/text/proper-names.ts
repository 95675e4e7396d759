import { wordSet } from "../../../lib/index.ts";
import { imperative } from "../knowledge/verbs.ts";
import { stopWords } from "../knowledge/stop-words.ts";
import { isVerb } from "../read/effect.ts";
import { isCurrency } from "./currencies.ts";
import type { Mention } from "./mention.ts";
import { isForename } from "./tagger.ts";
import type { Token } from "./tokens.ts";
import { unitAfter } from "./units.ts";

/** Small words inside names: `University of Oxford`, `Leonardo da Vinci`. */
const tight = wordSet(`
  of de da di del la le van von der des du den dos el les al bin &
`);
/** Verbs that are also common first names. */
const forenames = new Set(["mark", "grant", "bill"]);
const titles = new Set(["mr", "mrs", "ms", "dr", "prof", "st"]);

const opensSentence = (text: string, index: number): boolean =>
  /(?:^\s*|[.!?:\n"'“(}\]>]\s*|\n\s*[-*]?\s*)$/u.test(text.slice(Math.max(0, index - 24), index));

const gap = (text: string, a: Token, b: Token): string => text.slice(a.end, b.start);

/** Runs of capitalised words, with numbers and joining words inside: `New York`, `iPhone 12`, `Bank of America`. */
export function names(text: string, tokens: readonly Token[]): readonly Mention[] {
  const found: Mention[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const first = tokens[i];
    if (!first || !begins(text, tokens, i)) continue;
    let last = i;
    for (let j = i + 1; j < tokens.length; j++) {
      const next = tokens[j];
      const before = tokens[j - 1];
      if (!next || !before) break;
      const between = gap(text, before, next);
      if (/[^\s]/.test(between) || between.length > 1) break;
      if (before.text.endsWith(".") && imperative.has(next.lower)) break;
      if (next.kind === "word" && next.capital && !(next.stop && !/^[A-Z]{2,}$/.test(next.text))) last = j;
      else if (next.kind === "word" && next.capital && next.text.length > 1) last = j;
      else if (
        next.kind === "number" &&
        /^\d{1,4}$/.test(next.text) &&
        !measures(text, next, tokens[j + 1])
      ) {
        if (last === j - 1) last = j;
      } else if (next.text === "-" && tokens[j + 1]?.capital && between === "") continue;
      else if (
        (next.text === "." && (titles.has(before.lower) || initial(text, tokens, j - 1))) ||
        (next.text === "&" && tokens[j + 1]?.capital)
      )
        continue;
      else if (tight.has(next.lower) && tokens.slice(j + 1, j + 3).some((t) => t.capital && !t.stop))
        continue;
      else break;
    }
    if (last > i && /^ids?$/.test(first.lower)) last = i;
    const end = (tokens[last]?.end ?? first.end) - (/['’]s$/.exec(tokens[last]?.text ?? "")?.[0].length ?? 0);
    found.push({ kind: "name", text: text.slice(first.start, end), start: first.start, end });
    i = last;
  }
  return found;
}

/** `J. R. R. Tolkien`: a letter with a dot before another capital. */
const initial = (text: string, tokens: readonly Token[], index: number): boolean => {
  const [letter, after] = [tokens[index], tokens[index + 2]];
  return (
    letter?.text.length === 1 && letter.capital && after?.capital === true && text[letter.end + 1] === " "
  );
};

/** `Tom 35 euros`: a number with its unit ends a name. */
const measures = (text: string, { end }: Token, next: Token | undefined): boolean =>
  next?.text === "%" ||
  next?.text === "°" ||
  unitAfter(text.slice(end, end + 40)) !== undefined ||
  isCurrency(next?.text ?? "");

function begins(text: string, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i];
  if (!token || token.kind !== "word" || !token.capital) return false;
  const next = tokens[i + 1];
  const followed = next?.capital === true && next.kind === "word" && !next.stop;
  if (token.lower === "the") return followed && !opensSentence(text, token.start);
  if (token.text.length === 1) return token.text !== "I" && token.text !== "A";
  if (/^\p{Lu}{2,}/u.test(token.text)) return true;
  if (stopWords.has(token.lower)) return false;
  // the first word of a sentence is always capitalised; a second capital after it is evidence
  if (!opensSentence(text, token.start)) return true;
  const alone = next === undefined || /^[.!?\n]$/.test(next.text); // a bare answer: `Madrid.`
  return (
    (followed || alone || isForename(token.lower)) &&
    !imperative.has(token.lower) &&
    (!isVerb(token.lower) || forenames.has(token.lower))
  );
}
