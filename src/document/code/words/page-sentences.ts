import type { Declaration } from "../../../code/index.ts";
import { type Declared, type Symbol, symbolsOf } from "../../../inspect/index.ts";
import type { Files } from "../../../workspace/index.ts";
import { isVerb } from "./name-words.ts";
import { lastName } from "../../../lib/index.ts";

const pages = [
  "README.md",
  "readme.md",
  "Readme.md",
  "docs/README.md",
  "docs/api.md",
  "docs/API.md",
  "API.md",
  "api.md",
];

/** Returns one sentence from the project's own pages for each public function and class, by full name. */
export async function sentencesFromPages(
  files: Files,
  index: Declared,
): Promise<(symbol: Symbol) => string | undefined> {
  const sentencesByName = new Map<string, CallSentence[]>();
  for (const page of pages) {
    const text = await files.tryRead(page).catch(() => null);
    if (text === null || text.length > 500_000) continue;
    for (const sentence of sentences(text))
      sentencesByName.set(sentence.name, [...(sentencesByName.get(sentence.name) ?? []), sentence]);
  }
  if (sentencesByName.size === 0) return () => undefined;
  const count = new Map<string, number>();
  for await (const symbols of symbolsOf(index))
    for (const { declaration } of symbols) {
      if (!declaration.exported || declaration.kind === "type") continue;
      const name = lastName(declaration.name);
      count.set(name, (count.get(name) ?? 0) + 1);
    }
  return ({ declaration }) => {
    const { name, kind, exported } = declaration;
    if (!exported || kind === "type" || count.get(lastName(name)) !== 1) return undefined;
    const [one, other] = new Set(
      (sentencesByName.get(lastName(name)) ?? [])
        .filter((sentence) => isMeant(sentence, declaration))
        .map(({ sentence }) => sentence),
    );
    if (kind === "class" && /^(?:Returns|Creates) (?:a|the) new instance/i.test(one ?? "")) return undefined; // of each
    return other === undefined ? one : undefined;
  };
}

/** What a page says about a call, and the call's arguments. */
interface CallSentence {
  readonly name: string;
  readonly argTexts: readonly string[];
  readonly sentence: string;
}

/**
 * Whether a page's call may be one of a declaration: the number of arguments matches, or one is named like
 * its parameter.
 */
function isMeant({ argTexts }: CallSentence, { parameters, kind }: Declaration): boolean {
  if (kind === "class" || argTexts.length === 0 || argTexts.length === parameters.length) return true;
  const parameterNames = new Set(parameters.map(({ name }) => name.toLowerCase()));
  return argTexts.some((item) => parameterNames.has(item.toLowerCase()));
}

/** Parses `### name(a, b)` with a paragraph below it, and `- `name(a)` - what it does`. */
export function sentences(markdown: string): readonly CallSentence[] {
  const lines = markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "").split(/\r?\n/);
  return lines.flatMap((line, place) => {
    const [, heading = ""] = /^#{2,6}\s+(.+?)\s*#*$/.exec(line) ?? [];
    const [, item = "", text = ""] =
      /^\s{0,3}[-*]\s+(?:\[)?`([^`]+)`(?:\]\([^)]*\))?\s*(?:[-–—:]|--)\s+(\S.*)$/.exec(line) ?? [];
    const name = named(heading.replaceAll(/[`*]|<[^>]*>/g, "")) ?? named(item);
    const sentence = name && first(item ? text : paragraph(lines.slice(place + 1)));
    const argumentNames = /\(([^()]*)\)/.exec(heading || item)?.[1]?.match(/[A-Za-z_$][\w$]*/g) ?? [];
    return name && sentence ? [{ name, argTexts: argumentNames, sentence }] : [];
  });
}

/** Returns the called name: `box.fill(id, …)`; a single word may mean anything. */
function named(source: string): string | undefined {
  const [, name] =
    /^(?:(?:await|new|async) )?(?:[A-Za-z_$][\w$]*\.|\.)*([A-Za-z_$][\w$]*)(?:<[^>]*>)?\([^()]*\)(?:\s*(?:=>|:).*)?$/.exec(
      source.trim(),
    ) ?? [];
  return name;
}

function paragraph(lines: readonly string[]): string {
  const from = lines.findIndex((line) => line.trim());
  if (from < 0 || from > 2) return "";
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => !line.trim() || /^(?:#|[-*+] |\d+\. |\||>|<)/.test(line));
  return rest.slice(0, end < 0 ? undefined : end).join(" ");
}

/** Returns a plain first sentence, without links, markup or references to the page. */
function first(text: string): string | undefined {
  const plain = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
  const [, sentence = ""] =
    /^(.+?[.!])(?=\s+[A-Z`]|$)/.exec(`${plain}${/[.!]$/.test(plain) ? "" : "."}`) ?? [];
  const fits =
    sentence.length >= 12 &&
    sentence.length <= 200 &&
    sentence.split(" ").length > 2 &&
    isVerb((/^[A-Z][a-z]+/.exec(sentence)?.[0] ?? "").replace(/(?<=[a-z]{2})s$/, "")) &&
    !/[<>{}*|\\]|!\[|https?:|\b(?:e\.g|i\.e|etc)\.$/.test(sentence) &&
    !/^(?:Type|Default|Returns?:|Note|See|Example|Parameters|Arguments|Here|This|These|It|In|For|If|When|You|We|The following|Below|Deprecated|Same)\b/.test(
      sentence,
    );
  return fits ? sentence : undefined;
}
