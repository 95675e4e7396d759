import { isObject } from "../../lib/index.ts";
import { readJson } from "../repair.ts";
import type { Call } from "./calls.ts";

export interface Extractor {
  /** Adds a piece of text; returns what can already be sent. */
  push(text: string): string;
  /** The rest of the text, and the calls that were written as text. */
  end(): { readonly text: string; readonly calls: readonly Call[] };
}

/** Formats of calls in text, for servers that don't parse them: each reads the text from its marker on. */
const formats: readonly {
  readonly marker: string;
  /** The marker only counts at the beginning of the answer: elsewhere it is ordinary text. */
  readonly first?: true;
  read(text: string): readonly unknown[];
}[] = [
  { marker: "<tool_call>", read: (text) => between(text, "<tool_call>", "</tool_call>", "unclosed") },
  { marker: "<function=", read: functions },
  { marker: "[TOOL_CALLS]", read: (text) => [text.slice("[TOOL_CALLS]".length)] },
  { marker: "<|python_tag|>", read: (text) => text.slice("<|python_tag|>".length).split(";") },
  { marker: "```", first: true, read: (text) => between(text, "```", "```").map(withoutLanguage) },
  { marker: "{", first: true, read: (text) => [text] },
  { marker: "[{", first: true, read: (text) => [text] },
];

/** The texts between two markers, in a single pass: a text may open a million parts and close none. */
function between(text: string, open: string, close: string, last?: "unclosed"): readonly string[] {
  const parts: string[] = [];
  for (let index = text.indexOf(open); index >= 0; index = text.indexOf(open, index)) {
    const from = index + open.length;
    const end = text.indexOf(close, from);
    if (end < 0) return last ? [...parts, text.slice(from)] : parts;
    parts.push(text.slice(from, end));
    index = end + close.length;
  }
  return parts;
}

const withoutLanguage = (text: string): string => text.replace(/^(?:json|tool_call)?/, "").trim();

/** `<function=name>{…}</function>` and `<function=name><parameter=key>value</parameter></function>`. */
function functions(text: string): readonly unknown[] {
  return between(text, "<function=", "</function>", "unclosed").flatMap((part): readonly unknown[] => {
    const [name, body] = named(part);
    if (name === undefined) return [];
    const pairs = between(body, "<parameter=", "</parameter>").flatMap((inner) => {
      const [key, value] = named(inner);
      return key === undefined ? [] : [[key, value.replace(/^\n/, "").replace(/\n$/, "")] as const];
    });
    return [{ name, arguments: pairs.length > 0 ? Object.fromEntries(pairs) : body }];
  });
}

/** The text before the first `>`, and the text after it. */
function named(part: string): readonly [name: string | undefined, rest: string] {
  const name = /^[^>\s]{1,128}(?=>)/.exec(part)?.[0];
  return [name, part.slice((name?.length ?? 0) + 1)];
}

/** Only extracts calls of the named tools; any other text is kept unchanged. */
export function extractor(tools: readonly string[]): Extractor {
  let buffer = "";
  let begun = false; // whether anything other than white space has been sent
  let holding = tools.length === 0 ? false : undefined;
  return {
    push(text) {
      if (holding === false) return text;
      buffer += text;
      if (holding === true) return "";
      const from = hold(buffer, begun);
      const free = buffer.slice(0, from.at);
      buffer = buffer.slice(from.at);
      if (from.certain) holding = true;
      begun ||= free.trim() !== "";
      return free;
    },
    end() {
      const calls = holding === true ? readCalls(buffer, tools) : [];
      const text = calls.length > 0 ? "" : buffer;
      buffer = "";
      return { text, calls };
    },
  };
}

/** Where the first marker begins, or may begin once more text arrives. */
function hold(text: string, begun: boolean): { readonly at: number; readonly certain: boolean } {
  const lead = text.length - text.trimStart().length;
  let best = { at: text.length, certain: false };
  for (const { marker, first } of formats) {
    if (first && begun) continue;
    const whole = first ? (text.startsWith(marker, lead) ? lead : -1) : text.indexOf(marker);
    const index = whole >= 0 ? whole : partial(text, marker, first ? lead : undefined);
    if (index < 0 || index > best.at || (index === best.at && best.certain)) continue;
    best = { at: index, certain: whole >= 0 };
  }
  return best;
}

/** Where the text ends with the beginning of the marker; with `from`, only if it is there. */
function partial(text: string, marker: string, from?: number): number {
  const last = from ?? text.length - 1;
  for (
    let index = from ?? Math.max(0, text.length - marker.length + 1);
    index <= last && index < text.length;
    index++
  ) {
    if (marker.startsWith(text.slice(index))) return index;
  }
  return -1;
}

/** Maximum parts of a text that may be calls; if there are more, none counts. */
const mostParts = 1_000;

function readCalls(text: string, tools: readonly string[]): readonly Call[] {
  const inside = text.trim();
  const format = formats.find(({ marker }) => inside.startsWith(marker));
  const parts = format?.read(inside) ?? [];
  if (parts.length > mostParts) return [];
  const values = parts.flatMap((part) => parsed(part, inside.length));
  return values.flatMap((value): readonly Call[] => {
    if (!isObject(value)) return [];
    const { name, id } = value;
    const input = value["arguments"] ?? value["parameters"] ?? value["input"];
    if (typeof name !== "string" || !tools.includes(name) || input === undefined) return [];
    return [
      {
        id: typeof id === "string" ? id : undefined,
        name,
        json: typeof input === "string" ? input : JSON.stringify(input),
      },
    ];
  });
}

/** The values of a JSON text, with lists and `tool_calls` expanded; none if it isn't JSON even after repair. */
function parsed(value: unknown, whole: number): readonly unknown[] {
  if (typeof value !== "string") return [value];
  const json = readJson(value.trim(), whole);
  if (json === undefined) return []; // text that can't be repaired stays text
  const inner = isObject(json) && Array.isArray(json["tool_calls"]) ? json["tool_calls"] : json;
  return Array.isArray(inner) ? (inner as unknown[]) : [inner];
}
