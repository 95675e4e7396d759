import { distance, type Json } from "../../lib/index.ts";
import type { PlannedCall } from "./call.ts";
import type { Done } from "./conversation.ts";

const passing =
  /\b(?:time[d -]?out|temporar\w*|unavailable|try again|retry|rate limit\w*|too many requests|busy|connection|ECONN\w+|429|50[0234])\b/i;
const suggested = /\bdid you mean:?\s+['"“]?([^'"”?\n]{1,80}?)['"”]?\s*[?.]?\s*$/im;
const offered =
  /\b(?:valid|allowed|available|known|supported|possible|expected|one of)\b[^:\n]{0,40}:\s*([^\n]{1,400})/i;

export const sameCall = (done: Done, call: PlannedCall): boolean =>
  done.call.name === call.name && JSON.stringify(done.call.input) === JSON.stringify(call.input);

/**
 * What failed calls are worth trying once more: unchanged when the failure says that it passes, corrected when it
 * names the right value. What was tried already is not tried again.
 */
export function recoveries(done: readonly Done[]): readonly PlannedCall[] {
  const found: PlannedCall[] = [];
  for (const item of done) {
    if (!item.failed) continue;
    const again = { name: item.call.name, input: item.call.input };
    const tries = done.filter((other) => sameCall(other, again)).length;
    const next = corrected(item) ?? (passing.test(item.text) && tries === 1 ? again : undefined);
    if (!next || (next !== again && done.some((other) => sameCall(other, next)))) continue;
    if (!found.some((other) => JSON.stringify(other) === JSON.stringify(next))) found.push(next);
  }
  return found;
}

/** The call with the value that the failure offers instead of the one it has. */
function corrected({ call, text }: Done): PlannedCall | undefined {
  const offers = suggested.exec(text)?.[1] ?? offered.exec(text)?.[1];
  if (offers === undefined) return undefined;
  const values = offers
    .split(/\s*(?:,|;|\bor\b|\band\b)\s*/)
    .map((value) => value.replaceAll(/^['"“[]+|['"”\].]+$/g, "").trim());
  let best: { key: string; value: string; away: number } | undefined;
  for (const [key, given] of Object.entries(call.input)) {
    if (typeof given !== "string") continue;
    for (const value of values) {
      const away =
        distance(given.toLowerCase(), value.toLowerCase(), 40) / Math.max(given.length, value.length, 1);
      if (
        value !== "" &&
        value !== given &&
        (text.includes(given) || away < 0.6) &&
        (best === undefined || away < best.away)
      )
        best = { key, value, away };
    }
  }
  if (!best) return undefined;
  const input: { readonly [key: string]: Json } = { ...call.input, [best.key]: best.value };
  return { name: call.name, input };
}
