import { distance } from "../../lib/index.ts";
import { numbered } from "../text.ts";

export interface Replacement {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean;
}

export type Replaced =
  | { readonly after: string; readonly problem?: never }
  | { readonly after?: never; readonly problem: string };

/** Returns the text with the piece replaced, or the problem and the most likely place. */
export function replaced(text: string, { old_string, new_string, replace_all }: Replacement): Replaced {
  const crlf = text.includes("\r\n") && !old_string.includes("\r\n");
  const [old, fresh] = crlf ? [toCrlf(old_string), toCrlf(new_string)] : [old_string, new_string];
  const places = placesOf(text, old);
  if (places.length === 0) return { problem: diagnose(text, old_string) };
  if (places.length > 1 && !replace_all)
    return {
      problem: `old_string is there ${places.length} times, in lines ${places.map((index) => lineAt(text, index)).join(", ")}. Give more of the text around the one you mean, or set replace_all.`,
    };
  return { after: text.split(old).join(fresh) };
}

const toCrlf = (text: string): string => text.replaceAll(/\r?\n/g, "\r\n");
const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;

function placesOf(text: string, piece: string): readonly number[] {
  const places: number[] = [];
  for (
    let index = text.indexOf(piece);
    index >= 0 && places.length < 100;
    index = text.indexOf(piece, index + piece.length)
  )
    places.push(index);
  return places;
}

/** Explains why a piece isn't found: copied line numbers, different white space, or different words. */
function diagnose(text: string, piece: string): string {
  const wantedLines = piece
    .replaceAll("\r", "")
    .replace(/^\n+|\n+$/g, "")
    .split("\n");
  if (wantedLines.every((line) => /^\s*\d+\t/.test(line)) && wantedLines.length > 0)
    return "old_string isn't in the file: it still has the line numbers that read puts before each line. Leave them out.";
  const lines = text.split(/\r?\n/);
  const best = nearestBlock(lines, wantedLines);
  if (!best) return "old_string isn't in the file, nor anything like it. Read the file again.";
  const block = lines.slice(best.start, best.start + wantedLines.length);
  const spaces = block.every((line, index) => squeezed(line) === squeezed(wantedLines[index] ?? ""));
  const why = spaces ? "only its spaces differ" : "this is nearest";
  return `old_string isn't in the file. In line ${best.start + 1} ${why}:\n${numbered(block, best.start + 1)}`;
}

const squeezed = (line: string): string => line.replaceAll(/\s+/g, " ").trim();

const mostCompared = 200_000;

/** Returns the most similar block with the same number of lines, if it is at least half equal. */
function nearestBlock(
  lines: readonly string[],
  wantedLines: readonly string[],
): { readonly start: number } | undefined {
  const [all, want] = [lines.map(squeezed), wantedLines.map(squeezed)];
  const anchor = want.reduce(
    (best, line, index) => (line.length > (want[best]?.length ?? 0) ? index : best),
    0,
  );
  const size = want.reduce((sum, line) => sum + line.length, 0) || 1;
  let best: { start: number; away: number } | undefined;
  let compared = 0;
  for (let start = 0; start + want.length <= all.length && compared < mostCompared; start++) {
    const line = want[anchor] ?? "";
    const here = all[start + anchor] ?? "";
    compared += 1;
    if (Math.abs(here.length - line.length) > line.length / 2 + 2 || here.length > 500) continue;
    if (distance(here, line, Math.ceil(line.length / 2)) > line.length / 2) continue;
    let away = 0;
    for (let index = 0; index < want.length && away <= size / 2; index++)
      away += distance((all[start + index] ?? "").slice(0, 500), (want[index] ?? "").slice(0, 500));
    if (away <= size / 2 && (!best || away < best.away)) best = { start, away };
  }
  return best;
}
