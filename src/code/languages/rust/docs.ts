import { capital } from "../../../lib/index.ts";
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

/** Escapes Markdown so that text outside code can't be a link or a tag. */
const prose = (text: string): string =>
  safe(text)
    .split("`")
    .map((part, place, all) =>
      place % 2 && place < all.length - 1
        ? part.replace(/^([A-Z]\w*)\.(\w+)$/, "$1::$2")
        : part.replaceAll(/[[\]<>*\\]|(?<!\w)_|_(?!\w)/g, "\\$&"),
    )
    .join("`");

const items = (all: readonly (readonly [string, string])[]): readonly string[] =>
  all.flatMap(([name, text]) => folded(text ? `\`${name}\` - ${prose(text)}` : `\`${name}\``, "  ", "* "));

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length ? [`# ${title}`, "", ...lines] : [];

function failures({ raises }: Addition): readonly (readonly string[])[] {
  const errors = raises.filter(({ type }) => type !== "panic");
  const panic = raises.find(({ type }) => type === "panic");
  return [
    section("Errors", items(errors.map(({ type, when }) => [type, when]))),
    section(
      "Panics",
      panic ? folded(closed(capital(prose(withMessages(panic.when || "in some cases"))))) : [],
    ),
  ];
}

const exampleLines = ({ examples }: Addition): readonly string[] =>
  section(
    "Examples",
    examples
      .filter(({ code }) => !code.includes("```"))
      .flatMap(({ code }, place) => [...(place ? [""] : []), "```", ...code.split("\n"), "```"]),
  );

/** rustdoc's convention: a sentence, then Markdown sections. */
export const rustDocs: LineDocs = {
  mark: "///",
  directive: /^#\[/,
  read,
  fresh(_declaration, addition) {
    const { summary, returns, parameters, raises } = addition;
    const documented = parameters.filter(({ text }) => text);
    const lead = summary ?? (returns ? `Returns ${returns.text}.` : undefined);
    if (!lead && raises.length === 0) return [];
    const repeats = !summary || !returns || includesResult(summary, returns.text);
    return spaced([
      lead ? folded(prose(lead)) : [],
      returns && !repeats ? folded(`Returns ${prose(returns.text)}.`) : [],
      section("Arguments", items(documented.map((item) => [item.name, item.text]))),
      ...failures(addition),
      exampleLines(addition),
    ]);
  },
  more(_declaration, addition) {
    const lines = spaced([...failures(addition), exampleLines(addition)]);
    return lines.length ? ["", ...lines] : [];
  },
};

/** Parses the sections and their named items. */
function read(lines: readonly Line[]): readonly Entry[] {
  const [first] = lines;
  if (!first) return [];
  const text = lines
    .map((line) => line.text)
    .join("\n")
    .trim();
  const start = { start: first.start, end: first.start };
  const found: Entry[] = [{ kind: "other", name: "", text, range: start }];
  const put = (kind: Entry["kind"], name: string): number =>
    found.push({ kind, name, text: "", range: start });
  let part: Entry["kind"] | undefined;
  for (const line of lines) {
    const [, title] = /^#+\s+(\w+)/.exec(line.text) ?? [];
    if (title) {
      part = /^(?:Arguments|Parameters)$/.test(title) ? "parameter" : undefined;
      if (title === "Errors") put("raises", "*");
      if (title === "Panics") put("raises", "panic");
      if (/^Examples?$/.test(title)) put("example", "");
      continue;
    }
    const [, lead = "", name = "", text = ""] = /^([*-] `)(\w+)`(?:\s*[-:]\s*(.*))?$/.exec(line.text) ?? [];
    const last = found.at(-1);
    if (part && name) {
      const index = line.at + lead.length;
      found.push({
        kind: part,
        name,
        text: text,
        range: { start: line.start, end: line.end },
        at: { start: index, end: index + name.length },
      });
    } else if (part && last?.at && /^\s{2}/.test(line.text))
      found[found.length - 1] = {
        ...last,
        text: `${last.text} ${line.text.trim()}`,
        range: { start: last.range.start, end: line.end },
      };
  }
  if (/\bpanics?\b/i.test(text)) put("raises", "panic");
  if (/\breturns?\b/i.test(text)) put("returns", "");
  for (const [name] of text.matchAll(/\b[A-Z]\w*(?:::\w+)+|\b\w+Error\b/g)) put("raises", name);
  return found;
}
