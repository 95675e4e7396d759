import { wordSet } from "../../../lib/index.ts";
import { clausesOf } from "../asks/clauses.ts";
import { directs, formsOf } from "../asks/forms.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { spansOf } from "../text/spans.ts";
import type { Token } from "../text/tokens.ts";
import type { Region } from "./candidates.ts";
import type { Filler } from "./role.ts";

const worded =
  /\b(?:messag|text|bodi|content|note|comment|summari|titl|descript|detail|what|task|remind|reason|problem|memo|question)\b/;

/** Whether a parameter takes written text in the user's words. */
export const takesWords = ({ type, closed, path, nameStems }: Parameter): boolean =>
  type === "string" && !closed && path.length === 1 && worded.test(nameStems.join(" "));

/** Words that introduce what follows or belong to a value beside them. */
const edges = wordSet(`
  that to saying says about for of on with because as and or in at by from under called named titled the a an my our is
  please thanks then also it them him her me us this called until so but into
`);
const closing = wordSet(
  "please thanks and or on at for to by in from with of the a an as then also until is",
);

/** The longest run of words of a part of a text that no other value, no verb of a request and no noun of the tool takes. */
export function leftover(
  tool: Tool,
  reading: Reading,
  { region, taken }: { readonly region: Region; readonly taken: readonly Region[] },
): Filler | undefined {
  const used = spansOf(taken);
  const isEdge = (token: Token | undefined, words: ReadonlySet<string>): boolean =>
    token === undefined || token.kind === "mark" || words.has(token.lower) || tool.stems.has(token.stem);
  let best: readonly Token[] = [];
  let run: Token[] = [];
  const close = (): void => {
    let [from, to] = [0, run.length];
    while (from < to && isEdge(run[from], edges)) from++;
    while (to > from && isEdge(run[to - 1], closing)) to--;
    const trimmed = run.slice(from, to);
    if (weight(trimmed, tool) > weight(best, tool)) best = trimmed;
    run = [];
  };
  for (const clause of clausesOf(reading)) {
    if (clause.start < region.start || clause.end > region.end) continue;
    const begins = directs(clause);
    if (begins && tool.deed.effect === "harm") {
      close();
      continue;
    }
    if (begins || clause.asks || run.length === 0) close();
    const [opening] = formsOf(clause).opening;
    for (const [i, token] of clause.tokens.entries()) {
      if (used.touch(token)) close();
      else if (i >= opening + (begins ? 1 : 0)) run.push(token);
    }
  }
  close();
  const [first, last] = [best[0], best.at(-1)];
  if (!first || !last || weight(best, tool) === 0) return undefined;
  return {
    value: reading.text.slice(first.start, last.end),
    score: 0.5,
    start: first.start,
    end: last.end,
    group: -1,
  };
}

/** How many of some words say something that the tool doesn't. */
const weight = (tokens: readonly Token[], tool: Tool): number =>
  tokens.filter(({ kind, stop, stem }) => kind !== "mark" && !stop && !tool.stems.has(stem)).length;
