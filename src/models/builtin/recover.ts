import { distance, type Json } from "../../lib/index.ts";
import type { PlannedCall } from "./call.ts";
import type { Done } from "./conversation.ts";

const passing =
  /\b(?:time[d -]?out|temporar\w*|unavailable|try again|retry|rate limit\w*|too many requests|busy|connection|ECONN\w+|429|50[0234])\b/i;
const suggested = /\bdid you mean:?\s+['"“]?([^'"”?\n]{1,80}?)['"”]?\s*[?.]?\s*$/im;
const offered =
  /\b(?:valid|allowed|available|known|supported|possible|expected|one of)\b[^:\n]{0,40}:\s*([^\n]{1,400})/i;

/** A call as text: equal for the same tool with the same input. */
export const wordingOf = ({ name, input }: PlannedCall): string => JSON.stringify([name, input]);

/**
 * Failed calls worth a retry: unchanged if the error says that it is temporary, corrected if it names the right value.
 * A call is repeated unchanged only once, and no correction is tried twice.
 */
export function recoveries(done: readonly Done[]): readonly PlannedCall[] {
  const tries = new Map<string, number>();
  for (const { call } of done) tries.set(wordingOf(call), (tries.get(wordingOf(call)) ?? 0) + 1);
  const found = new Map<string, PlannedCall>();
  for (const item of done) {
    if (!item.failed) continue;
    const again = { name: item.call.name, input: item.call.input };
    const once = tries.get(wordingOf(again)) === 1;
    const next = corrected(item) ?? (passing.test(item.text) && once ? again : undefined);
    if (!next || (next !== again && tries.has(wordingOf(next)))) continue;
    found.set(wordingOf(next), next);
  }
  return [...found.values()];
}

/** The call with the value that the error suggests. */
function corrected({ call, text }: Done): PlannedCall | undefined {
  const offers = suggested.exec(text)?.[1] ?? offered.exec(text)?.[1];
  if (offers === undefined) return undefined;
  const values = offers
    .split(/\s*(?:,|;|\bor\b|\band\b)\s*/)
    .map((value) => value.replaceAll(/^['"“[]+|['"”\].]+$/g, "").trim());
  let best: { key: string; value: string; away: number } | undefined;
  for (const [key, inputText] of Object.entries(call.input)) {
    if (typeof inputText !== "string") continue;
    for (const value of values) {
      const away =
        distance(inputText.toLowerCase(), value.toLowerCase(), 40) /
        Math.max(inputText.length, value.length, 1);
      if (
        value !== "" &&
        value !== inputText &&
        (text.includes(inputText) || away < 0.6) &&
        (best === undefined || away < best.away)
      )
        best = { key, value, away };
    }
  }
  if (!best) return undefined;
  const input: { readonly [key: string]: Json } = { ...call.input, [best.key]: best.value };
  return { name: call.name, input };
}
