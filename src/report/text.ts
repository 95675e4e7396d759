import type { Json } from "../lib/index.ts";

export const cell = (value: Json): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
