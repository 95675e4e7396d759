import { wordSet } from "../lib/index.ts";
import { verbOf } from "../language/index.ts";
import { baseOf } from "./grammar.ts";
import { tokensOf, type Token } from "./tokens.ts";

const polite = wordSet("please pls hi hello hey ok so");
const speakers = wordSet("i we i'd we'd i'm we're");
const wanting = wordSet("also want wants need needs would like wanna looking trying have am are to for");
const making = wordSet("build create make have define write give design generate implement develop me us");
const qualities = wordSet("a an the some little rest restful http crud json new");
const programs = wordSet(
  "api apis app apps backend backends service services system systems tool tools application applications database databases something way place software program",
);
const connecting = wordSet("to for that which where i we you can could be able");
const keeping = wordSet("manage track handle store record organise organize log register collect save note");
const ours = wordSet("all my our the your its his her their");

/** Whether a word is a verb of keeping in one of its forms: `tracking`, `tracks`, `track`. */
const isKeeping = (low: string): boolean => keeping.has(verbOf(baseOf(low).replace(/ing$/, "ed")));

/** The index after a verb of keeping: `keep track of`, `write down`, `managing`; undefined if there is none. */
function keptEnd(tokens: readonly Token[], index: number): number | undefined {
  const text = tokens
    .slice(index, index + 4)
    .map(({ low }) => low)
    .join(" ");
  const phrase = /^(?:keep(?:s|ing)? (?:track|records?|a list) of|writ(?:e|es|ing) down|note down)\b/.exec(
    text,
  )?.[0];
  if (phrase) return index + phrase.split(" ").length;
  // `Track: title` is the name of a thing.
  if (tokens[index + 1]?.kind !== "word") return undefined;
  return isKeeping(tokens[index]?.low ?? "") ? index + 1 : undefined;
}

/** What is stored, without the request for a program: `I need an app to track my runs` → runs. */
export function withoutPurpose(text: string): string {
  const tokens = tokensOf(text);
  let index = 0;
  const skip = (words: ReadonlySet<string>): number => {
    const from = index;
    while (words.has(tokens[index]?.low ?? "")) index += 1;
    return index - from;
  };
  skip(polite);
  const isSpoken = skip(speakers) > 0;
  const isWanted = skip(wanting) > 0;
  const isMade = skip(making) > 0;
  while (qualities.has(tokens[index]?.low ?? "") || tokens[index]?.tags.has("Adjective")) index += 1;
  const isSoftware = skip(programs) > 0;
  if (isSoftware && skip(connecting) === 0) return text;
  if (isSpoken && !isWanted) return text;
  if (isMade && !isSoftware) return text;
  const end = keptEnd(tokens, index);
  // `an API for my coins: year, metal`
  const purpose = text.slice(tokens[index]?.start);
  const isLabel = isSoftware && tokens[index - 1]?.low === "for" && /^[\w' -]{2,50}: /.test(purpose);
  if (end === undefined) return isLabel ? purpose : text;
  const isBare = !isSoftware && !isWanted;
  // `store manager`, `records` are nouns if nobody requests anything.
  if (isBare && /^(?:store|record|register|note)$|s$/.test(tokens[index]?.low ?? "")) return text;
  index = end;
  skip(ours);
  return index < tokens.length ? text.slice(tokens[index]?.start) : text;
}
