import { type Command, type Word } from "../commands/index.ts";
import { toolsOf } from "../mcp/index.ts";
import { openModel, systemOutside } from "../models/index.ts";
import type { Table } from "../lib/index.ts";
import type { Files } from "../workspace/index.ts";

/** Where plain words are read: the commands that there are, and the files that words may name. */
export interface Reading {
  readonly commands: Table<Command, string>;
  readonly files: Files;
}

/** What comes before a sentence that the function caller takes for no request. */
const openings: readonly (readonly [sentence: RegExp, opening: string])[] = [
  [/\b[A-Z]\w*(?:Error|Exception)\b|\bpanic:|\berror(?:\[\w+\])?:/, "Fix the error "],
  [/^(?:why|where|how|what|which|who|whose|when|is|are|does|do|can)\b|\?\s*$/i, "Explain "],
];

/** The command that a sentence asks for, as its line; undefined where none fits. */
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

/** The built-in function caller's choice among the commands as tools; it doesn't fill them. */
async function chosen(sentence: string, commands: Table<Command, string>): Promise<string | undefined> {
  const marked = await toolsOf(commands, ({ asked }) => asked !== undefined);
  const tools = await Promise.all(
    marked.map(async ({ name, description }) => {
      const { asked = description, readOnly = false } = await commands.load(name);
      return {
        name,
        description: asked,
        input_schema: { type: "object" as const, properties: {} },
        annotations: { readOnlyHint: readOnly },
      };
    }),
  );
  const model = await openModel({ provider: "builtin", options: {} }, systemOutside);
  const opening = openings.find(([fits]) => fits.test(sentence))?.[1];
  for (const content of opening === undefined
    ? [sentence]
    : [sentence, `${opening}${sentence.replace(/\?\s*$/, "")}`]) {
    const request = {
      model: "builtin",
      max_tokens: 1000,
      tools,
      messages: [{ role: "user" as const, content }],
    };
    for await (const event of model.stream(request, {
      signal: AbortSignal.timeout(10_000),
      requestId: "plain-words",
    }))
      if (event.type === "content_block_start" && event.content_block.type === "tool_use")
        return event.content_block.name;
  }
  return undefined;
}

/** Words of a sentence that are files or folders here. */
async function placesIn(sentence: string, files: Files): Promise<readonly string[]> {
  const found: string[] = [];
  const words = sentence.split(/\s+/);
  for (const [i, text] of words.entries()) {
    const path = text.replace(/^["'`(]+|["'`),;:?!]+$|\.$/g, "");
    const isPlace = /[./]/.test(path) || /^(?:in|of|for|under|folder|directory)$/i.test(words[i - 1] ?? "");
    if (!isPlace || /^[./]*$/.test(path)) continue;
    const inside = await files.resolve(path).catch(() => undefined);
    if (inside !== undefined && (await isThere(inside, files))) found.push(inside);
  }
  return found;
}

async function isThere(path: string, files: Files): Promise<boolean> {
  if ((await files.tryRead(path).catch(() => null)) !== null) return true;
  for await (const _ of files.find(`${path}/**`)) return true;
  return false;
}

/** A path's words would choose the command: it stands for what it is. */
const masked = (sentence: string, places: readonly string[]): string =>
  places.reduce(
    (text, place) =>
      text.replace(place, /[._-](?:test|spec)\.|(?:^|\/)test_/.test(place) ? "this test" : "this file"),
    sentence,
  );

const folder =
  /\b(?:this|the|current) (?:folder|directory|project|code|repo(?:sitory)?)\b|\bhere\b|\beverything\b/i;

function argumentOf(sentence: string, { argument }: Command, [place]: readonly string[]): string | undefined {
  if (!argument) return undefined;
  if (
    place !== undefined &&
    !(argument.sentence && /\?$|^(?:why|where|how|what|which|who)\b/i.test(sentence))
  )
    return place;
  if (argument.sentence || openings[0]?.[0].test(sentence)) return sentence.trim();
  const choice = argument.choices?.find((choice) =>
    new RegExp(String.raw`\b${choice}\b`, "i").test(sentence),
  );
  if (choice !== undefined) return choice;
  return argument.required && folder.test(sentence) ? "." : undefined;
}

/** Flags whose value the sentence says; where it names a file also those that it names themselves. */
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
