import type { Declaration } from "../../language.ts";
import type { Addition, Entry } from "../../study.ts";
import {
  closed,
  folded,
  includesResult,
  type Line,
  type LineDocs,
  safe,
  spaced,
  withMessages,
} from "../tree/lines.ts";
import { inTable, lastName } from "../../../lib/index.ts";

/** Go comments write names and paths without backticks. */
const plain = (text: string): string => safe(text).replaceAll(/`([\w.*&[\]]+)`/g, "$1");

/** Prefixes a sentence with the name: `Returns x.` becomes `Total returns x.` */
function sentence(name: string, text: string): string {
  const [, first = "", rest = ""] = /^(\S+)([\s\S]*)$/.exec(text) ?? [];
  const word = first.toLowerCase();
  const verb = /^[a-z]+s$/.test(word) && !/^(?:is|its|this|as)$/.test(word);
  if (/^(?:an?|one|set|made|taken|given|left|raised)$/.test(word)) return `${name} is ${word}${rest}`;
  return verb ? `${name} ${word}${rest}` : `${name}: ${text}`;
}

const items = (all: readonly (readonly [string, string])[]): readonly string[] =>
  all.flatMap(([name, text]) => folded(text ? `${name}: ${plain(text)}` : name, "    ", "  - "));

/** Wording for failures: an error without its own type, and a panic. */
const nameless: Readonly<Record<string, string>> = { error: "returns an error", panic: "panics" };

/** Renders a failure: `It panics if n < 0.` */
const failure = (who: string, { type, when }: Addition["raises"][number]): readonly string[] =>
  folded(closed(plain(`${who} ${nameless[type] ?? ""} ${withMessages(when || "in some cases")}`)));

/** Renders failures; the first sentence begins with `first` if no text precedes it. */
function failures({ raises }: Addition, first = "It"): readonly (readonly string[])[] {
  const named = raises.filter(({ type }) => !inTable(nameless, type));
  const others = ["error", "panic"].flatMap((type) => raises.filter((raise) => raise.type === type));
  const list = named.length ? ["Errors:", ...items(named.map(({ type, when }) => [type, when]))] : [];
  const sentences = others.map((item, place) => failure(place ? "It" : first, item));
  return first === "It" ? [list, ...sentences] : [...sentences, list];
}

/** Names an error: a variable as it is (`ErrClosed`), a type with its article. */
const errorNamed = (type: string): string =>
  /(?:^|\.)(?:Err[A-Z]|EOF$)/.test(type) ? type : `${/^[AEIOU]/.test(lastName(type)) ? "an" : "a"} ${type}`;

/** Renders one or two named errors in the first sentence: `Clone returns ErrClosed if c.closed is true.` */
const failing = (who: string, raises: Addition["raises"]): string =>
  `${who} returns ${plain(raises.map(({ type, when }) => `${errorNamed(type)} ${withMessages(when)}`.trimEnd()).join(", or "))}.`;

/** Renders calls and their results as code. */
const exampleTexts = ({ examples }: Addition): readonly (readonly string[])[] =>
  examples.length
    ? [["For example:"], examples.flatMap(({ code }) => code.split("\n").map((line) => `\t${line}`))]
    : [];

/** Go's doc convention: sentences, the first beginning with the name, and lists for several items. */
export const goDocs: LineDocs = {
  mark: "//",
  directive: /^\/\/(?:go:|nolint|line |export |\s*\+build)/,
  read,
  fresh({ name }: Declaration, addition) {
    const shortName = lastName(name);
    const { summary, returns, parameters, raises, deprecated } = addition;
    const documented = parameters.filter(({ text }) => text);
    const isFew =
      raises.length > 0 && raises.length < 3 && raises.every(({ type }) => !inTable(nameless, type));
    const lead = summary
      ? plain(sentence(shortName, summary))
      : returns
        ? `${shortName} returns ${plain(returns.text)}.`
        : isFew
          ? failing(shortName, raises)
          : raises.length && !raises.some(({ type }) => inTable(nameless, type))
            ? `${shortName} can return an error.`
            : "";
    if (!lead && raises.length === 0) return [];
    const repeats = !summary || !returns || includesResult(summary, returns.text);
    return spaced([
      lead ? folded(lead) : [],
      ...(lead ? [] : failures(addition, shortName)),
      documented.length ? ["Parameters:", ...items(documented.map((item) => [item.name, item.text]))] : [],
      returns && !repeats ? folded(`It returns ${plain(returns.text)}.`) : [],
      ...(lead && (summary || returns || !isFew) ? failures(addition) : []),
      ...exampleTexts(addition),
      deprecated ? folded(`Deprecated: ${deprecated}`) : [],
    ]);
  },
  more(_declaration, addition) {
    const lines = spaced([
      ...failures(addition),
      ...exampleTexts(addition),
      addition.deprecated ? folded(`Deprecated: ${addition.deprecated}`) : [],
    ]);
    return lines.length ? ["", ...lines] : [];
  },
};

/** Parses the lists that Antiphon writes, and error names anywhere in the text. */
function read(lines: readonly Line[]): readonly Entry[] {
  const [first] = lines;
  if (!first) return [];
  const prose: Entry = {
    kind: "other",
    name: "",
    text: lines
      .map(({ text }) => text)
      .join("\n")
      .trim(),
    range: { start: first.start, end: first.start },
  };
  const found: Entry[] = [prose];
  let section: "parameter" | "raises" | undefined;
  for (const line of lines) {
    if (/^(?:Parameters|Errors):$/.test(line.text))
      section = line.text.startsWith("P") ? "parameter" : "raises";
    else if (line.text && !/^\s/.test(line.text)) section = undefined;
    else if (!section && /^(?:\t| {4})\s*\S/.test(line.text))
      found.push({ kind: "example", name: "", text: line.text.trim(), range: prose.range });
    const [, lead = "", name = "", text = ""] = /^(\s+- )([\w.]+)(?::\s*(.*))?$/.exec(line.text) ?? [];
    const last = found.at(-1);
    if (section && name) {
      const index = line.at + lead.length;
      found.push({
        kind: section,
        name,
        text,
        range: { start: line.start, end: line.end },
        at: { start: index, end: index + name.length },
      });
    } else if (section && last?.at && /^\s{4}/.test(line.text))
      found[found.length - 1] = {
        ...last,
        text: `${last.text} ${line.text.trim()}`,
        range: { start: last.range.start, end: line.end },
      };
  }
  const wording = prose.text;
  for (const [name] of wording.matchAll(/\b(?:\w+\.)?(?:Err[A-Z]\w*|\w+Error|EOF|error)\b/g))
    found.push({ kind: "raises", name, text: "", range: prose.range });
  if (/\bpanics?\b/i.test(wording))
    found.push({ kind: "raises", name: "panic", text: "", range: prose.range });
  if (/\breturns?\b/i.test(wording)) found.push({ kind: "returns", name: "", text: "", range: prose.range });
  return found;
}
