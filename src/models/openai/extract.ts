import { isObject } from "../../lib/index.ts";
import { readJson } from "../repair.ts";
import type { Call } from "./calls.ts";

export interface Extractor {
  /** Takes a piece of text; gives what can be sent on already. */
  push(text: string): string;
  /** The rest of the text, and the calls that were written as text. */
  end(): { readonly text: string; readonly calls: readonly Call[] };
}

/** How models write calls when their server doesn't read them: what the text from a marker on holds. */
const formats: readonly {
  readonly marker: string;
  /** The marker counts only where the answer begins: elsewhere it is ordinary text. */
  readonly first?: true;
  read(text: string): readonly unknown[];
}[] = [
  { marker: "<tool_call>", read: (text) => all(text, /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g) },
  { marker: "<function=", read: functions },
  { marker: "[TOOL_CALLS]", read: (text) => [text.slice("[TOOL_CALLS]".length)] },
  { marker: "<|python_tag|>", read: (text) => text.slice("<|python_tag|>".length).split(";") },
  { marker: "```", first: true, read: (text) => all(text, /```(?:json|tool_call)?\s*([\s\S]*?)```/g) },
  { marker: "{", first: true, read: (text) => [text] },
  { marker: "[{", first: true, read: (text) => [text] },
];

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, inside = ""]) => inside);

/** `<function=name>{…}</function>` and `<function=name><parameter=key>value</parameter></function>`. */
function functions(text: string): readonly unknown[] {
  return [...text.matchAll(/<function=([^>\s]{1,128})>([\s\S]*?)(?:<\/function>|$)/g)].map(
    ([, name, body = ""]) => {
      const pairs = [...body.matchAll(/<parameter=([^>\s]{1,128})>\n?([\s\S]*?)\n?<\/parameter>/g)];
      return {
        name,
        arguments: pairs.length > 0 ? Object.fromEntries(pairs.map(([, k, v]) => [k, v])) : body,
      };
    },
  );
}

/** Only calls of the tools named are taken; any other text stays text, unchanged. */
export function extractor(tools: readonly string[]): Extractor {
  let held = "";
  let begun = false; // something other than white space has been sent
  let holding = tools.length === 0 ? false : undefined;
  return {
    push(text) {
      if (holding === false) return text;
      held += text;
      if (holding === true) return "";
      const from = hold(held, begun);
      const free = held.slice(0, from.at);
      held = held.slice(from.at);
      if (from.certain) holding = true;
      begun ||= free.trim() !== "";
      return free;
    },
    end() {
      const calls = holding === true ? readCalls(held, tools) : [];
      const text = calls.length > 0 ? "" : held;
      held = "";
      return { text, calls };
    },
  };
}

/** Where the first marker begins, or may begin when more text comes. */
function hold(text: string, begun: boolean): { readonly at: number; readonly certain: boolean } {
  const lead = text.length - text.trimStart().length;
  let best = { at: text.length, certain: false };
  for (const { marker, first } of formats) {
    if (first && begun) continue;
    const whole = first ? (text.startsWith(marker, lead) ? lead : -1) : text.indexOf(marker);
    const at = whole >= 0 ? whole : partial(text, marker, first ? lead : undefined);
    if (at < 0 || at > best.at || (at === best.at && best.certain)) continue;
    best = { at, certain: whole >= 0 };
  }
  return best;
}

/** Where the text ends with a beginning of the marker; with `from`, only if that is there. */
function partial(text: string, marker: string, from?: number): number {
  const last = from ?? text.length - 1;
  for (let at = from ?? Math.max(0, text.length - marker.length + 1); at <= last && at < text.length; at++) {
    if (marker.startsWith(text.slice(at))) return at;
  }
  return -1;
}

function readCalls(text: string, tools: readonly string[]): readonly Call[] {
  const inside = text.trim();
  const format = formats.find(({ marker }) => inside.startsWith(marker));
  return (format?.read(inside) ?? []).flatMap(parsed).flatMap((value): readonly Call[] => {
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

/** Values of a JSON text, lists and `tool_calls` opened; none of what is no JSON even when mended. */
function parsed(value: unknown): readonly unknown[] {
  if (typeof value !== "string") return [value];
  const json = readJson(value.trim());
  if (json === undefined) return []; // what can't be mended is text
  const inner = isObject(json) && Array.isArray(json["tool_calls"]) ? json["tool_calls"] : json;
  return Array.isArray(inner) ? (inner as unknown[]) : [inner];
}
