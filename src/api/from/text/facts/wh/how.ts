import { inTable } from "../../../../../lib/index.ts";
import type { FieldDraft } from "../../draft.ts";
import { isParticiple } from "../../words/deeds.ts";
import { amountOf } from "./amounts.ts";
import { type Rule, said } from "./said.ts";

/** What a question asks for: `how heavy it is` asks for its weight. */
const measures: Readonly<Record<string, readonly [name: string, type: FieldDraft["type"]]>> = {
  far: ["distance", "number"],
  long: ["duration", "integer"],
  heavy: ["weight", "number"],
  tall: ["height", "number"],
  high: ["height", "number"],
  old: ["age", "integer"],
  deep: ["depth", "number"],
  wide: ["width", "number"],
  thick: ["thickness", "number"],
  big: ["size", undefined],
  large: ["size", undefined],
  often: ["frequency", undefined],
  fast: ["speed", "number"],
  hot: ["temperature", "number"],
  warm: ["temperature", "number"],
  cold: ["temperature", "number"],
  expensive: ["price", "number"],
  bright: ["brightness", "number"],
  loud: ["volume", "number"],
  severe: ["severity", undefined],
  urgent: ["urgency", undefined],
  important: ["importance", undefined],
  difficult: ["difficulty", undefined],
  hard: ["difficulty", undefined],
  good: ["quality", undefined],
};

/** The word behind `how`, and what follows it. */
const parted = (clause: string): { readonly how: string; readonly more: string } => {
  const [, how = "", more = ""] = /^(\S+)\s*(.*)$/.exec(clause) ?? [];
  return { how, more };
};

/** `how many frames it has`, `how much space is left`, `how much it costs`. */
export const count: Rule = ({ clause }) => {
  const { how, more } = parted(clause);
  if (how !== "many" && how !== "much") return undefined;
  const type = how === "many" ? "integer" : "number";
  const [, noun = ""] =
    /^((?!(?:it|they|he|she|we|i|there)\b)[a-z-]+(?: (?!(?:it|they|he|she|we|i|are|is|there|each|the|can|were|was|have|went|came|go|come|fit)\b)[a-z-]+)?)(?:\s|$)/i.exec(
      more,
    ) ?? [];
  // `how many are wanted`
  const asked = /^(?:are|is|were|was|have been) ([a-z]+)$/i.exec(more)?.[1];
  if (asked !== undefined && isParticiple(asked)) return { name: asked, type, rest: "" };
  const left = /\b(left|free|remaining|available)$/.exec(more)?.[1];
  if (noun !== "") return { name: left && !noun.endsWith(left) ? `${noun} ${left}` : noun, type, rest: "" };
  const name = amountOf(said(more)?.verb ?? "") ?? (how === "many" ? "count" : "amount");
  return { name, type, rest: "" };
};

/** `how heavy it is (in kg)`. */
export const measure: Rule = ({ clause }) => {
  const { how, more } = parted(clause);
  const [name, type] = inTable(measures, how) ?? [];
  return name === undefined ? undefined : { name, type, rest: /\bin ([a-z]+)$/.exec(more)?.[0] ?? "" };
};

/** `how it tasted`. */
export const manner: Rule = ({ clause }) => {
  const felt = said(clause);
  return felt && { name: felt.verb, rest: felt.rest };
};

/** `how spicy the dish is`. */
export const quality: Rule = ({ clause }) => {
  const { how, more } = parted(clause);
  return /^(?:the |its |their )?[a-z]+ (?:is|are|was|were|feels?|felt|looks?|seems?|gets?)$/i.test(more)
    ? { name: how, rest: "" }
    : undefined;
};
