import { type Command, type Word } from "../commands/index.ts";
import { stem } from "../language/index.ts";
import type { Table } from "../lib/index.ts";
import type { Files } from "../workspace/index.ts";

/** Context for interpreting plain words: the commands, and the files that words may name. */
export interface Reading {
  readonly commands: Table<Command, string>;
  readonly files: Files;
}

const anError = /\b[A-Z]\w*(?:Error|Exception)\b|\bpanic:|\berror(?:\[\w+\])?:/;
const aQuestion = /^(?:why|where|how|what|which|who|whose|when|is|are|does|do|did|can)\b|\?\s*$/i;

/** Returns the command line for a sentence; undefined if no command fits. */
export async function commandFor(sentence: string, reading: Reading): Promise<readonly Word[] | undefined> {
  const named = await placesIn(sentence, reading.files);
  const name = await chosen(masked(sentence, named), reading.commands);
  if (name === undefined) return undefined;
  const command = await reading.commands.load(name);
  const argument = argumentOf(sentence, command, named);
  if (argument === undefined && command.argument?.required) return undefined;
  const flags = flagsOf(sentence, command, named.length > 0);
  const word = (text: string, quoted = false): Word => ({ text, gap: " ", quoted });
  return [
    word(`/${name}`),
    ...(argument === undefined ? [] : [word(argument, /\s/.test(argument))]),
    ...flags.map((flag) => word(flag)),
  ];
}

/** Stop words. */
const empty = new Set(
  `a an the this that these those it its i me my we us our you your and or of to for in on at by from with as if so
  is are was were be been am do does did done has have had will would can could should may please just now up any some all
  there here what which who whose when how why where not no want need like something`.split(/\s+/),
);

/** Whether what follows a command's name only repeats what the command does: `review my changes`. */
export async function repeats(rest: readonly string[], command: Command): Promise<boolean> {
  const words = rest.map((text) => text.toLowerCase());
  const keywords = new Set(stemsOf(command.keywords ?? ""));
  return (
    words.length > 1 &&
    words.some((text) => empty.has(text)) &&
    words.every((text) => /^\p{L}+$/u.test(text) && stemsOf(text).every((stem) => keywords.has(stem)))
  );
}

const stemsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !empty.has(word)).map(stem);

/** Generic verbs: their object decides. */
const general = new Set(
  stemsOf("make create build write add set update change show find use get give start check"),
);
const generalWeight = 0.3;
/** Breaks ties between commands that match equally well. */
const nameBonus = 0.1;
/** Minimum score of a command: less than that of one generic verb that no other command has. */
const least = 0.25;

/**
 * Returns the command whose words (`asked`) best match the sentence. Words count more if few commands have them and
 * if they come early. An error message is to be fixed; a question that matches no command is about the code.
 */
async function chosen(sentence: string, commands: Table<Command, string>): Promise<string | undefined> {
  if (anError.test(sentence)) return "fix";
  const words = new Map<string, ReadonlySet<string>>();
  const alone = new Set<string>();
  for (const name of commands.names) {
    const { keywords, argument } = await commands.load(name);
    if (keywords !== undefined) words.set(name, new Set(stemsOf(keywords)));
    if (!argument) alone.add(name);
  }
  const weights = [...new Set(stemsOf(sentence))].map((word, i) => {
    const holders = [...words].filter(([, holderWords]) => holderWords.has(word)).map(([name]) => name);
    return { word, holders, weight: (general.has(word) ? generalWeight : 1) / holders.length / (1 + i / 4) };
  });
  // The last word is usually the object: if no command knows it, commands without an argument are no candidates.
  const isForeign = weights.at(-1)?.holders.length === 0;
  const fits = [...words.keys()].filter((name) => !(isForeign && alone.has(name)));
  const scored = fits.map((name) => {
    const ownWeights = weights.filter(({ holders }) => holders.includes(name));
    const isNamed = weights.some(({ word }) => name.split("-").some((part) => stem(part) === word));
    return { name, score: ownWeights.reduce((sum, { weight }) => sum + weight, isNamed ? nameBonus : 0) };
  });
  const [best, second] = scored.sort((a, b) => b.score - a.score);
  if (best && best.score >= least && best.score > (second?.score ?? 0)) return best.name;
  return aQuestion.test(sentence) && words.has("research") ? "research" : undefined;
}

const folderWord = /^(?:folder|directory|module|package)\b/i;

interface Place {
  readonly path: string;
  /** As written in the sentence. */
  readonly words: string;
}

/** Words of a sentence that are files or folders, by their path or a unique name. */
async function placesIn(sentence: string, files: Files): Promise<readonly Place[]> {
  const found: Place[] = [];
  const words = sentence.split(/\s+/);
  for (const [i, text] of words.entries()) {
    const name = text.replace(/^["'`(]+|["'`),;:?!]+$|\.$/g, "");
    const isFolder = folderWord.test(words[i + 1] ?? "");
    const isPlace =
      /[./]/.test(name) || isFolder || /^(?:in|of|for|under|folder|directory)$/i.test(words[i - 1] ?? "");
    if (!isPlace || /^[./]*$/.test(name)) continue;
    const inside = await files.resolve(name).catch(() => undefined);
    if (inside !== undefined && (await isThere(inside, files))) found.push({ path: inside, words: name });
    else if (isFolder || /^[\w.-]+\.\w+$/.test(name)) {
      const only = await onlyPlace(name, isFolder, files);
      if (only !== undefined) found.push({ path: only, words: name });
    }
  }
  return found;
}

/** Returns the one file or folder with this name; undefined if there are none or several. */
async function onlyPlace(name: string, isFolder: boolean, files: Files): Promise<string | undefined> {
  if (!/^[\w.-]+$/.test(name)) return undefined;
  const places = new Set<string>();
  for await (const path of files.find(isFolder ? `**/${name}/**` : `**/${name}`)) {
    places.add(isFolder ? path.slice(0, `/${path}`.indexOf(`/${name}/`) + name.length) : path);
    if (places.size > 1) return undefined;
  }
  return [...places][0];
}

async function isThere(path: string, files: Files): Promise<boolean> {
  if ((await files.tryRead(path).catch(() => null)) !== null) return true;
  for await (const _ of files.find(`${path}/**`)) return true;
  return false;
}

const kinds: readonly (readonly [path: RegExp, words: string])[] = [
  [/[._-](?:test|spec)\.|(?:^|\/)test_/, "this test"],
  [/\bplan\b[^/]*\.md$/i, "this plan"],
];

/** Replaces paths by placeholders, as their words would affect the choice of the command. */
const masked = (sentence: string, places: readonly Place[]): string =>
  places.reduce(
    (text, { path: place, words }) =>
      text.replace(words, kinds.find(([fits]) => fits.test(place))?.[1] ?? "this file"),
    sentence,
  );

const folder =
  /\b(?:this|the|current) (?:folder|directory|project|code|repo(?:sitory)?)\b|\bhere\b|\beverything\b/i;

function argumentOf(sentence: string, { argument }: Command, [first]: readonly Place[]): string | undefined {
  if (!argument) return undefined;
  const place = first?.path;
  if (
    place !== undefined &&
    !(argument.sentence && /\?$|^(?:why|where|how|what|which|who)\b/i.test(sentence))
  )
    return place;
  if (argument.sentence || anError.test(sentence)) return sentence.trim();
  const choice = argument.choices?.find((choice) =>
    new RegExp(String.raw`\b${choice}\b`, "i").test(sentence),
  );
  if (choice !== undefined) return choice;
  return argument.required && folder.test(sentence) ? "." : undefined;
}

/** Flags whose value the sentence contains; if it names a file, also flags that it names itself. */
const flagsOf = (sentence: string, { flags }: Command, named: boolean): readonly string[] => {
  const words = new Set(sentence.toLowerCase().match(/[a-z]+/g));
  return Object.entries(flags).flatMap(([name, flag]) => {
    if (flag.type === "boolean" || (flag.type === "choice" && flag.bare !== undefined && words.has(name)))
      return named && words.has(name) ? [`--${name}`] : [];
    const value =
      flag.type === "choice" && flag.choices.find((choice) => choice !== "default" && words.has(choice));
    return value ? [`--${name}=${value}`] : [];
  });
};
