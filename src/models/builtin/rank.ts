import { remembered, wordSet } from "../../lib/index.ts";
import { alike, groups } from "./fill/alike.ts";
import { givesKinds } from "./fill/shape.ts";
import type { Tool } from "./read/tool.ts";
import type { Reading } from "./text/mention.ts";
import { between, indexed, spansOf } from "./text/spans.ts";
import { sums } from "./text/sums.ts";
import type { Token } from "./text/tokens.ts";
import { unitsNamed } from "./text/units.ts";

/** How well a tool matches a text, with the components of the score. */
export interface Rank {
  readonly tool: Tool;
  readonly score: number;
  /** Share of the tool's name that occurs in the text. */
  readonly name: number;
  /** Share of the tool's description that occurs in the text. */
  readonly description: number;
  /** Share of the text's content words that the tool explains. */
  readonly explained: number;
}

/** Rarity of a stem among the tools of a request: 1 if only one tool has it, lower the more have it. */
export function rarity(tools: readonly Tool[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const tool of tools) for (const word of tool.vocabulary) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => 1 / (1 + Math.log2(counts.get(word) ?? 1));
}

const general = wordSet(`
  get find calcul retriev fetch creat comput search gener determin check provid show function api data
  inform info detail given specif valu number user list return includ base type make new set name
`);
const weight = (word: string): number => (general.has(word) ? 0.3 : 1);

function best(word: string, stems: readonly string[]): number {
  let found = 0;
  for (const other of stems) {
    found = Math.max(found, alike(word, other));
    if (found === 1) break;
  }
  return found;
}

/** 1 for a word of the tool, 0.6 for a synonym of one. */
function known(tool: Tool, stem: string): number {
  if (tool.vocabulary.has(stem)) return 1;
  for (const group of groups(stem)) if (tool.groups.has(group)) return 0.6;
  return 0;
}

/** The content words of a part of a text. */
export const meaning = (reading: Reading, start = 0, end = Number.POSITIVE_INFINITY): readonly Token[] =>
  between(reading.tokens, start, end).filter((token) => token.kind === "word" && !token.stop);

/** Minimum name score of a tool whose values have a recognisable form and are all present. */
const kinds = 0.8;

/** Minimum name score of a tool that requires one of some words, if the text has one of them: `soil temperature`. */
const chosen = 0.6;

const wordsOf = remembered((tokens: readonly Token[]) => new Set(tokens.map(({ lower }) => lower)));

const namesOption = ({ parameters }: Tool, tokens: readonly Token[]): boolean =>
  parameters.some(
    ({ required, closed, options }) =>
      required && closed && options.some((option) => wordsOf(tokens).has(String(option).toLowerCase())),
  );

/** `how much is a haircut`: asks for the price without its name. */
const asksPrice = /\bhow much (?:is|are|does|do|would|for)\b/i;

/** Scores a tool against the content words of a text. */
export function rank(
  tool: Tool,
  tokens: readonly Token[],
  about: { rare: (stem: string) => number; reading: Reading },
): Rank {
  const stems = [
    ...new Set([
      ...tokens.map((token) => token.stem),
      ...(asksPrice.test(about.reading.text) ? ["price"] : []),
    ]),
  ];
  const share = (words: readonly string[]): number => {
    let total = 0;
    let hit = 0;
    for (const word of new Set(words)) {
      const w = weight(word) * (0.4 + about.rare(word));
      total += w;
      hit += w * best(word, stems);
    }
    return total === 0 ? 0 : hit / total;
  };
  const gives = givesKinds(tool, about.reading);
  const named = Math.max(share(tool.nameStems), namesOption(tool, tokens) ? chosen : 0);
  const name = gives ? Math.max(kinds, named) : named;
  const description = share(tool.descriptionStems.slice(0, 30));
  let total = 0;
  let hit = 0;
  const inSum = gives ? spansOf(sums(about.reading.text)).hold : () => false;
  // a question with nothing but the values that the tool takes: `what is 17 times 23?`
  let isBare = gives;
  for (const token of tokens) {
    const argument = indexed(about.reading.mentions).hold(token);
    isBare &&= argument || inSum(token) || unitsNamed(token.lower).length > 0;
    const w = weight(token.stem) * (argument ? 0.15 : 1);
    total += w;
    hit += w * known(tool, token.stem);
  }
  const explained = isBare ? 1 : total === 0 ? 0 : hit / total;
  return { tool, name, description, explained, score: 0.45 * name + 0.25 * description + 0.3 * explained };
}

/** How strongly a clause refers to a tool: its name counts most, then its description, then its parameters. */
export function strength(
  tool: Tool,
  tokens: readonly Token[],
  about: { rare: (stem: string) => number; reading: Reading },
): number {
  let total = 0;
  let hit = 0;
  for (const token of tokens) {
    const argument = indexed(about.reading.mentions).hold(token);
    if (argument) continue;
    const w = weight(token.stem);
    total += w;
    const inName = best(token.stem, tool.nameStems);
    const inRest = tool.vocabulary.has(token.stem) ? 0.6 : 0.5 * best(token.stem, tool.descriptionStems);
    hit += w * Math.max(inName, inRest) * (0.4 + 0.6 * about.rare(token.stem));
  }
  if (total === 0) return 0;
  const stems = [...new Set(tokens.map((token) => token.stem))];
  let named = 0;
  let names = 0;
  for (const word of new Set(tool.nameStems)) {
    const w = weight(word) * (0.3 + 0.7 * about.rare(word));
    names += w;
    named += w * best(word, stems);
  }
  return 0.5 * (hit / Math.max(total, 1)) + 0.5 * (names === 0 ? 0 : named / names);
}
