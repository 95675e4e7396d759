import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";

type Find<T> = (tool: Tool, reading: Reading, region: { readonly start: number; readonly end: number }) => T;

/** Caches what a tool finds in a part of a text: parts are examined repeatedly while calls are chosen. */
export function once<T>(find: Find<T>): Find<T> {
  const known = new WeakMap<Reading, Map<Tool, Map<string, T>>>();
  return (tool, reading, region) => {
    const byTool = known.get(reading) ?? new Map<Tool, Map<string, T>>();
    known.set(reading, byTool);
    const found = byTool.get(tool) ?? new Map<string, T>();
    byTool.set(tool, found);
    const key = `${region.start}:${region.end}`;
    const before = found.get(key);
    if (before !== undefined) return before;
    const result = find(tool, reading, region);
    found.set(key, result);
    return result;
  };
}
