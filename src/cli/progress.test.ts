import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { progress } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("keeps to one line of a narrow terminal, and counts the seconds of what it shows", () => {
  const lines: string[] = [];
  const live = progress((text) => void lines.push(stripVTControlCharacters(text).trim()), 40);
  live.show("Looking for a thing whose name is longer than the line is");
  vi.advanceTimersByTime(12_600);
  expect(lines.at(-1)).toMatch(/^Looking .*… \(12 s\)$/);
  for (const line of lines) expect(line.length).toBeLessThan(40);
  live.show("Running");
  expect(lines.at(-1)).toBe("Running");
  vi.advanceTimersByTime(3000);
  expect(lines.at(-1)).toBe("Running (3 s)");
});
