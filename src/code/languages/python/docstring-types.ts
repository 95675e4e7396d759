import { inTable } from "../../../lib/index.ts";
import type { Entry } from "../../study.ts";

interface Row {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Words after a type that aren't part of it: `optional`, `default 3`, `keyword-only`. */
const beside = /^\s*(?:optional|required|default\b.*|defaults\b.*|keyword[- ]only|read[- ]?only)\s*$/i;

/** Returns the type at the start of a text if only such words follow; empty otherwise. */
function typeAtStart(text: string): string {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? "";
    if ("([{".includes(letter)) depth += 1;
    else if (")]}".includes(letter)) depth -= 1;
    else if (letter === "," && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  const [first = "", ...others] = [...parts, text.slice(from)];
  return others.every((item) => beside.test(item)) ? first.trimEnd() : "";
}

const placed = (start: number, text: string): Entry["range"] | undefined =>
  text.trim() ? { start, end: start + text.length } : undefined;

/** Returns the type's range in `name (type): text` and `name : type`. */
export function itemType(source: string, from: number, { end }: Row): Entry["range"] | undefined {
  const rest = source.slice(from, end).trimEnd();
  const [, google = "", text = ""] = /^(\s*\()([^\n]*?)\)\s*:/.exec(rest) ?? [];
  if (google) return placed(from + google.length, balanced(text) ? typeAtStart(text) : "");
  const [, numpy = "", type = ""] = /^(\s+:\s+)(\S[^\n]*)$/.exec(rest) ?? [];
  return placed(from + numpy.length, typeAtStart(type));
}

const balanced = (text: string): boolean => text.split("(").length === text.split(")").length;

/**
 * Returns the type's range in the first line below `Returns`: `type: text`, or in NumPy style `type` or
 * `name : type`.
 */
export function resultType({ start, text }: Row, style: string | undefined): Entry["range"] | undefined {
  const [lead = ""] = /^\s*/.exec(text) ?? [];
  const plain = text.slice(lead.length);
  if (style !== "numpy") {
    const [, type = ""] =
      /^([A-Za-z_][\w.]*(?:\[[^\n]*\])?(?: \| [\w.]+(?:\[[^\n]*\])?)*):(?:\s|$)/.exec(plain) ?? [];
    return placed(start + lead.length, type);
  }
  const [, name = "", typeText = ""] = /^(\w+\s+:\s+)?(\S[^\n]*)$/.exec(plain.trimEnd()) ?? [];
  return placed(start + lead.length + name.length, typeAtStart(typeText));
}

const tags: Readonly<Record<string, Entry["kind"]>> = {
  param: "parameter",
  parameter: "parameter",
  arg: "parameter",
  raise: "raises",
  raises: "raises",
  except: "raises",
  exception: "raises",
  return: "returns",
  returns: "returns",
  rtype: "returns",
  yield: "returns",
  yields: "returns",
  type: "type",
  vartype: "type",
  ivar: "attribute",
  cvar: "attribute",
  var: "attribute",
};

/** Parses a Sphinx field: `:param int name: text`, or the common variant `:param name (int): text`. */
export function fieldIn({ start, end, text: row }: Row): Entry | undefined {
  const [, lead = "", tag = "", gap = "", subject = "", rest = "", text = ""] =
    /^(\s*:)(\w+)\b(\s*)([^:]*?)(\s*:\s*)(.*?)\s*$/.exec(row) ?? [];
  const kind = inTable(tags, tag);
  if (!kind) return undefined;
  const from = start + lead.length + tag.length + gap.length;
  const [behindName = "", opened = "", typed = ""] =
    kind === "raises" ? [] : (/(?<=[\w*])(\s*\()([^()]*)\)$/.exec(subject) ?? []);
  const named = subject.slice(0, subject.length - behindName.length);
  const [last = ""] = /\S*$/.exec(named) ?? [];
  const name = last.replace(/^[\\*]+/, "");
  const index = from + named.length - name.length;
  const before = named.slice(0, named.length - last.length).trimEnd();
  const behind = kind === "type" || tag === "rtype" ? typeAtStart(text) : "";
  const type =
    placed(from + subject.length + rest.length, behind) ??
    placed(from + named.length + opened.length, typeAtStart(typed)) ??
    (kind === "raises" ? undefined : placed(from, before));
  return {
    kind,
    name,
    text: text,
    range: { start, end },
    ...(name && { at: { start: index, end: index + name.length } }),
    ...(type && { type }),
    ...(tag.startsWith("yield") && { yields: true as const }),
  };
}
