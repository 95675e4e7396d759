import { styles, toMarkdown, type Level, type Report } from "../../report/index.ts";
import type { Counter } from "./count.ts";

export interface Saving {
  readonly level: Level;
  readonly tokens: number;
  /** Per cent of the default. */
  readonly saved: number;
}

/** Renders one report at all levels and counts each with one tokenizer. */
export async function savings(report: Report, { count }: Counter): Promise<readonly Saving[]> {
  const levels = Object.keys(styles) as Level[]; // Object.keys forgets the keys
  const counts = await Promise.all(levels.map(async (level) => count(await toMarkdown(report, level))));
  const whole = counts[0] ?? 0;
  return levels.map((level, i) => {
    const tokens = counts[i] ?? 0;
    return { level, tokens, saved: whole === 0 ? 0 : Math.round((1 - tokens / whole) * 1000) / 10 };
  });
}
