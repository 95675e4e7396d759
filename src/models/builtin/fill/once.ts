import { remembered } from "../../../lib/index.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";

type Find<T> = (tool: Tool, reading: Reading, region: { readonly start: number; readonly end: number }) => T;

/** Caches what a tool finds in a part of a text: parts are examined repeatedly while calls are chosen. */
export function once<T>(find: Find<T>): Find<T> {
  const known = remembered<Reading, (tool: Tool) => Map<string, { readonly value: T }>>(() =>
    remembered(() => new Map()),
  );
  return (tool, reading, region) => {
    const found = known(reading)(tool);
    const key = `${region.start}:${region.end}`;
    const { value } = found.get(key) ?? { value: find(tool, reading, region) };
    found.set(key, { value });
    return value;
  };
}
