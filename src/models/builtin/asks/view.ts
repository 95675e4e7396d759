import { rememberedTwice } from "../../../lib/index.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { beginningAt, between, blanked, spansOf, type Span } from "../text/spans.ts";
import type { Clause } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { extentOf, tells } from "./extent.ts";
import { directs, finite } from "./forms.ts";
import { licenceOf, refers, type Licence } from "./licence.ts";

/**
 * A text from the view of a tool that acts: it only has the mentions where the act is requested; `near` excludes
 * adjacent statements. Tools whose acts are easily reverted otherwise see all of it.
 */
export const viewOf = (tool: Tool, reading: Reading, { near = false } = {}): Reading =>
  (near ? nearView : wideView)(tool, reading);

const viewed = (near: boolean) =>
  rememberedTwice((tool: Tool, reading: Reading): Reading => {
    const licence = licenceOf(tool, reading);
    const waits = licence.condition !== undefined;
    if (tool.deed.effect === "read" || (tool.deed.effect === "act" && !waits && !near)) return reading;
    if (near && licence.clauses.length === 0) return reading;
    const inside = spansOf(regionsOf(licence, reading, near)).hold;
    const mentions = reading.mentions.filter(inside);
    const text = blanked(
      reading.text,
      reading.mentions.filter((mention) => !inside(mention)),
    );
    const tokens = near ? reading.tokens.filter(inside) : reading.tokens;
    const whole = mentions.length === reading.mentions.length && tokens.length === reading.tokens.length;
    return whole ? reading : { text, tokens, mentions };
  });
const [nearView, wideView] = [viewed(true), viewed(false)];

/**
 * Where the values of an act may be: in the request, in statements, and earlier in the text if the request refers back.
 */
function regionsOf(licence: Licence, reading: Reading, near: boolean): readonly Span[] {
  const clauses = clausesOf(reading);
  const indexes = new Set([...requestedIn(licence, reading, near), ...referredTo(licence, reading)]);
  const runs: { from: number; to: number }[] = [];
  for (const i of [...indexes].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === i - 1) last.to = i;
    else runs.push({ from: i, to: i });
  }
  // a region reaches to the clauses beside it
  return runs.map(({ from, to }) => ({
    start: clauses[from - 1]?.end ?? 0,
    end: clauses[to + 1]?.start ?? reading.text.length,
  }));
}

/** The indexes of the requesting clauses, and of statements that don't belong to another request. */
function requestedIn(licence: Licence, reading: Reading, near: boolean): readonly number[] {
  const extent = new Set(extentOf(licence.clauses, reading));
  let inside = false;
  return [...clausesOf(reading).entries()].flatMap(([i, clause]) => {
    if (extent.has(clause)) {
      inside = true;
      return [i];
    }
    if (near) return [];
    if (directs(clause) || states(clause, reading) || !/^(?:open|aside)$/.test(clause.standing))
      inside = false;
    else if (!clause.asks || tells(clause)) return [i];
    return inside ? [i] : [];
  });
}

/** Words that refer to several things. */
const several = /^(?:them|those|these|ones?|both|all)$/;

/** The indexes of the clauses before a request that refers back: to the last that names something, or to all. */
function referredTo(licence: Licence, reading: Reading): readonly number[] {
  const clauses = clausesOf(reading);
  const back = licence.clauses.filter(
    ({ tokens }) =>
      tokens.some(({ lower }) => refers.test(lower)) &&
      !tokens.some(({ lower }) => /^(?:others?|another|different|else)$/.test(lower)),
  );
  const final = back.at(-1);
  const isSingle = back.every(({ tokens }) => !tokens.some(({ lower }) => several.test(lower)));
  const names = ({ start, end }: Clause): boolean =>
    between(reading.mentions, start, end).some(({ kind }) =>
      /^(?:code|number|name|address|quoted)$/.test(kind),
    );
  const indexes: number[] = [];
  for (let i = (final ? clauses.lastIndexOf(final) : -1) - 1; i >= 0; i--) {
    const clause = clauses[i];
    if (!clause || !/^(?:open|factual|condition|negated)$/.test(clause.standing)) continue;
    indexes.push(i);
    if (isSingle && names(clause) && clause.joint !== "and") break;
  }
  return indexes;
}

/** Whether a clause is a statement about an identifier: `u_80 has hers already`, `B-2 stays`. */
function states({ tokens, start }: Clause, { mentions }: Reading): boolean {
  const subject = mentions[beginningAt(mentions, start)];
  if (subject?.kind !== "code" || subject.start !== start) return false;
  const [next, ...more] = tokens.filter(({ start: index }) => index >= subject.end).slice(0, 3);
  if (next?.kind !== "word") return false;
  return (
    !next.stop ||
    [next, ...more].some(
      ({ lower }) => finite.test(lower.replaceAll("’", "'")) || /['’](?:ve|s|m|re|ll|d)$/.test(lower),
    )
  );
}
