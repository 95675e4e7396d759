import { isObject } from "../../lib/index.ts";

/** Marks where a text is split before tokenisation; `slot` marks what is inserted after rendering. */
const cut = "\uE000";
export const slot = "\uE001";

/** Escapes the texts of a request: none of their characters becomes a control token, whatever they spell. */
export interface Fence {
  text(text: string): string;
  /** The same for all texts and keys inside a value. */
  deep(value: unknown): unknown;
}

export function fence(control: Iterable<string>): Fence {
  const names = [...control].filter((name) => name.length > 1).sort((a, b) => b.length - a.length);
  const spelled = names.length > 0 ? new RegExp(names.map(escaped).join("|"), "gu") : undefined;
  const text = (clean: string): string => {
    const plain = clean.replace(/[\uE000\uE001]/gu, "");
    return spelled ? plain.replace(spelled, (name) => split(name)) : plain;
  };
  const deep = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), deep(inner)]));
  };
  return { text, deep };
}

/** The pieces of a rendered text, each of which is tokenised separately. */
export const pieces = (text: string): readonly string[] => text.split(cut).filter((piece) => piece !== "");

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

function split(name: string): string {
  const [first = "", ...rest] = name;
  return first + cut + rest.join("");
}
