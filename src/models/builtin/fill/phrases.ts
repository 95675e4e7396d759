import { wordSet } from "../../../lib/index.ts";
import { headsOf, verbsSaid } from "../asks/forms.ts";
import type { Tool } from "../read/tool.ts";
import { roomMentions } from "./rooms.ts";
import { imperative, verbs } from "../knowledge/verbs.ts";
import { verbOf } from "../read/effect.ts";
import type { Mention, Reading } from "../text/mention.ts";
import type { Token } from "../text/tokens.ts";
import { unitsNamed } from "../text/units.ts";

const filler = wordSet(`
  information details detail data list name names type types number value values thing things way lot kind
  example please result results user amount total function functions tool tools task tasks question
  questions problem problems few times
`);

/** Containers and pieces that goods are counted in. */
const containers = wordSet(
  "carton loaf bottl box bag jar tin can pack packet bunch piec slice crate tube glass bar",
);

/** Words of enumeration or relative time. */
const relative = wordSet(`
  first second third last next previous past coming upcoming recent following same different other new
  current now soon later
`);

/**
 * Runs of content words that neither the tool's own words nor another mention explain: `vegetarian` in `find a
 * vegetarian recipe` for a recipe finder.
 */
export function phrases(reading: Reading, tool: Tool): readonly Mention[] {
  const { text, tokens } = reading;
  const rooms = roomMentions(tool.parameters, reading);
  const mentions = [...reading.mentions, ...rooms];
  const mentioned = new Uint8Array(text.length);
  for (const { start, end } of mentions) mentioned.fill(1, start, end);
  const found: Mention[] = [...rooms];
  let run: Token[] = [];
  const heads = headsOf(reading);
  const acting = tool.deed.effect === "read" ? undefined : verbsSaid(reading, tool.deed.verbs);
  const close = (): void => {
    const trimmed = trim(run, tool);
    const first = trimmed[0];
    const last = trimmed.at(-1);
    const isTime = trimmed.every(({ lower }) =>
      unitsNamed(lower).some(({ quantity }) => quantity === "time"),
    );
    if (first && last && !isTime) {
      const wording = text.slice(first.start, last.end);
      if (wording.trim() !== "")
        found.push({ kind: "phrase", text: wording, start: first.start, end: last.end });
    }
    run = [];
  };
  for (const [i, token] of tokens.entries()) {
    const inside = mentioned.subarray(token.start, token.end).includes(1);
    const hyphen = token.text === "-" && text[token.end] !== " " && text[token.start - 1] !== " ";
    const isCompound = /^-\p{L}/u.test(text.slice(token.end, token.end + 3));
    const opening =
      !isCompound &&
      (verbs.has(token.lower) ||
        relative.has(token.lower) ||
        happened(token.lower) ||
        tokens[i - 1]?.lower === "how" ||
        acting?.has(token.start) === true ||
        heads.has(token.start) ||
        isAsked(tokens, i) ||
        (tokens[i + 1]?.lower === "than" && token.lower.endsWith("er")) ||
        (token.lower.length > 4 && token.lower.endsWith("ly")) ||
        (run.length === 0 && imperative.has(token.lower)));
    // `3 cartons of eggs`
    if (token.lower === "of" && run.length === 1 && containers.has(run[0]?.stem ?? "")) run = [];
    if (inside || opening || ((token.stop || token.kind !== "word") && !hyphen)) {
      close();
      continue;
    }
    if (!hyphen || (run.length > 0 && tokens[i + 1]?.kind === "word")) run.push(token);
  }
  close();
  return found;
}

/** Whether a word is the verb of a question: `do we carry gloves`. */
const isAsked = (tokens: readonly Token[], index: number): boolean =>
  /^(?:i|we|you|they|he|she|it)$/.test(tokens[index - 1]?.lower ?? "") &&
  /^(?:do|does|did|can|could|should|will|would)$/.test(tokens[index - 2]?.lower ?? "");

/** Whether a word is a verb in the past, which isn't a value: `we ran out of bread`. */
const happened = (word: string): boolean => {
  const base = verbOf(word);
  return base !== undefined && base !== word && !/(?:ing|s)$/.test(word);
};

/** Trims the tool's own words from both ends; nothing remains of a run that consists only of them. */
function trim(run: readonly Token[], tool: Tool): readonly Token[] {
  let from = 0;
  let to = run.length;
  const isIgnored = (token: Token | undefined): boolean =>
    token !== undefined && (tool.stems.has(token.stem) || filler.has(token.lower) || token.kind !== "word");
  // a hyphenated word is one: `search-api` for a tool that searches
  const isPart = (token: Token | undefined): boolean => token?.kind === "mark" && token.text === "-";
  while (from < to && isIgnored(run[from]) && !isPart(run[from + 1])) from++;
  while (to > from && isIgnored(run[to - 1]) && !isPart(run[to - 2])) to--;
  return run.slice(from, to);
}
