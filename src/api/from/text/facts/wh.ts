import type { FieldDraft } from "../draft.ts";
import { isParticiple } from "../words/deeds.ts";
import { thirdPerson } from "../words/clause.ts";
import { frequency } from "../words/dictionary.ts";
import { participleOf, verbOf } from "../words/words.ts";

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

/** What `how much it …` asks for, and `what it …`. */
const amounts: Readonly<Record<string, string>> = {
  cost: "price",
  costs: "price",
  weigh: "weight",
  weighs: "weight",
  weighed: "weight",
  earns: "salary",
  holds: "capacity",
  measures: "size",
  paid: "price",
  pay: "price",
  pays: "price",
  charge: "price",
  charges: "price",
  charged: "price",
  spent: "cost",
  earned: "earnings",
};

const subject =
  /^(?:(?:the |an? |each |every |our |my )?[a-z]+s?|it|they|he|she|i|we|you|someone|somebody|there)$/i;
const helping =
  /^(?:is|are|was|were|has|have|had|been|be|will|can|should|must|did|does|do|last|first|got|gets)$/i;

/** The verb of `it was last inspected (with)`, as it stands behind its subject and its helping verbs. */
function said(
  clause: string,
): { readonly verb: string; readonly rest: string; readonly last: boolean } | undefined {
  const words = clause.trim().split(/\s+/);
  const from = /^(?:the|an?|each|every|our|my)$/i.test(words[0] ?? "") ? 2 : 1;
  if (!subject.test(words.slice(0, from).join(" "))) return undefined;
  let at = from;
  while (helping.test(words[at] ?? "") && at < words.length - 1) at += 1;
  const verb = words[at];
  if (verb === undefined || !/^[a-z-]+$/i.test(verb)) return undefined;
  return {
    verb: verb.toLowerCase(),
    rest: words.slice(at + 1).join(" "),
    last: words.slice(from, at).some((word) => word.toLowerCase() === "last"),
  };
}

/** A field that a question names: its words, its type where the question says it, and what is left to be read of it. */
export interface Asked {
  readonly name: string;
  readonly type?: FieldDraft["type"];
  readonly rest: string;
}

const happened = (clause: string, ending: "at" | "on", type: FieldDraft["type"]): Asked | undefined => {
  const found = said(clause);
  if (!found) return undefined;
  const verb =
    /^(?:happen|happened|happens|was|is|valid)$/.test(found.verb) ||
    (/^(?:takes|took)$/.test(found.verb) && /^place\b/.test(found.rest))
      ? undefined
      : found.verb;
  if (verb === undefined) return { name: ending === "on" ? "date" : "time", type, rest: "" };
  const particle = /^(?:off|out|in|up|down|back)\b/.exec(found.rest)?.[0];
  const rest = found.rest
    .slice(particle?.length ?? 0)
    .replace(/^\s*(?:it|them|him|her|at|on|in|valid)\b/, "");
  return {
    name: [found.last ? "last" : "", verb, particle ?? "", ending].filter(Boolean).join(" "),
    type,
    rest,
  };
};

const past = (clause: string): string => {
  const words = clause.trim().split(/\s+/);
  const from = /^(?:the|an?|each|every|our|my|its|their)$/i.test(words[0] ?? "") ? 2 : 1;
  const kept = words
    .slice(from)
    .filter((word) => !helping.test(word) && !/^(?:the|an?|its|their|it|them|us|not)$/i.test(word))
    .filter(
      (word) => !/^(?:yet|already|still|also|currently|ever|fully|really|just|now|always)$/i.test(word),
    );
  const end = kept.findIndex(
    (word, i) => i > 0 && /^(?:in|with|for|to|at|on|by|from|of|as|until|and|or|when|if)$/i.test(word),
  );
  return (end < 0 ? kept : kept.slice(0, end)).slice(0, 3).join(" ");
};

/**
 * The field that an embedded question or its noun asks for: `when it was borrowed`, `how many frames it has`, `whether
 * it gets along`, `the day they joined`. Undefined where the text asks nothing.
 */
export function asked(text: string): Asked | undefined {
  // `until when`, `since when it is there`
  const [, edge = ""] = /^(?:and )?(until|till|since|from|by) when\b/i.exec(text) ?? [];
  if (edge !== "") return { name: edge.toLowerCase(), type: "date", rest: "" };
  const [, per = ""] =
    /^(?:and )?how (?:often|many times) (?:(?:per|a|each|every) )([a-z]+)\b/i.exec(text) ?? [];
  if (per !== "") return { name: `times per ${per}`, type: "integer", rest: "" };
  const [, rawWord = "", tail = ""] =
    /^(?:and |about |for |just |every |in )*(?:the )?(when|where|whether|if|who|what|which|how|why)\b\s*(.*)$/is.exec(
      text,
    ) ?? [];
  const word = rawWord.toLowerCase();
  const comma = tail.search(/[,(⟦]/);
  const clause = (comma < 0 ? tail : tail.slice(0, comma)).trim();
  const after = comma < 0 ? "" : tail.slice(comma);
  const done = (found: Asked | undefined): Asked | undefined =>
    found && { ...found, rest: `${found.rest} ${after}`.trim() };
  if (word === "when")
    return clause === ""
      ? done({ name: "when", type: "datetime", rest: "" })
      : done(happened(clause, "at", "datetime"));
  if (word === "where" && /^(?:it|they|he|she) (?:is|are|was|were) from$/i.test(clause))
    return done({ name: "origin", rest: "" });
  if (word === "where") {
    const verb = said(clause)?.verb ?? "";
    return done({
      name: /^(?:came|comes|started|starts|originates)$/.test(verb) ? "origin" : "location",
      rest: "",
    });
  }
  if (word === "why") return done({ name: "reason", rest: "" });
  const [, noun0 = "", done0 = ""] =
    word === "whether" || word === "if"
      ? (/^((?!it\b|they\b|he\b|she\b|we\b|i\b|this\b|the\b|an?\b|there\b|someone\b|somebody\b)[a-z]+) (?:is|are|was|were|has been|have been) ([a-z]+)$/i.exec(
          clause,
        ) ?? [])
      : [];
  if (noun0 && isParticiple(done0)) return done({ name: `${noun0} ${done0}`, type: "boolean", rest: "" });
  if (word === "whether" || (word === "if" && said(clause))) {
    const name = past(clause);
    return name ? done({ name, type: "boolean", rest: "" }) : undefined;
  }
  if (word === "who") {
    const [verb = "", ...more] = clause.split(/\s+/).filter((one) => !helping.test(one));
    const base = thirdPerson(verb) ?? verbOf(verb);
    if (base === "write") return done({ name: "author", rest: "" });
    const agent = `${base.replace(/e$/, "")}er`;
    if (thirdPerson(verb) !== undefined && !/^(?:is|has|was|does)$/.test(verb) && frequency(agent) > 20)
      return done({ name: agent, rest: "" });
    const noun =
      /^(?:own|write|lead|manage|host|drive|send|play|teach|train|paint|design|organi[sz]e|borrow|lend|use|report|review)$/.test(
        base,
      )
        ? `${base.replace(/e$/, "")}er`.replace(/manager?er$/, "manager")
        : undefined;
    if (noun !== undefined) return done({ name: noun, rest: "" });
    if (/^the$|^an?$/.test(verb))
      return done({ name: more.find((one) => !/^(?:is|was)$/.test(one)) ?? "", rest: "" });
    return verb && isParticiple(verb) ? done({ name: `${participleOf(base)} by`, rest: "" }) : undefined;
  }
  if (word === "what" || word === "which") {
    const verb = said(clause)?.verb;
    // `what the fault is`
    const thing = /^(?:the|its|their) ([a-z]+(?: [a-z]+)?) (?:is|was|are|were)$/i.exec(clause)?.[1];
    if (thing !== undefined) return done({ name: thing, rest: "" });
    if (
      word === "what" &&
      /^(?:happened|happens|(?:it|the [a-z]+) (?:is|was) about|it says|it said|is wrong|was said|was done)/i.test(
        clause,
      )
    )
      return done({ name: "description", rest: "" });
    if (verb !== undefined && amounts[verb])
      return done({ name: amounts[verb] ?? "", type: "number", rest: "" });
    const [, kind, noun = ""] =
      /^(?:(kind|type|sort) of )?([a-z]+(?: [a-z]+)?)\s+(?:(?:it|they|he|she|we|i) (?:\w+ ?){1,3}|(?:is|are|was) .+)$/i.exec(
        clause,
      ) ?? [];
    if (kind !== undefined) return done({ name: "type", rest: "" });
    if (noun && !/^(?:it|they|we|i|he|she|is|was|happened|happens)\b/i.test(noun))
      return done({ name: noun, rest: "" });
    return word === "what" ? done({ name: "description", rest: "" }) : undefined;
  }
  if (word !== "how") return undefined;
  const [, how = "", more = ""] = /^(\S+)\s*(.*)$/.exec(clause) ?? [];
  if (how === "many" || how === "much") {
    const [, noun = ""] =
      /^((?!(?:it|they|he|she|we|i|there)\b)[a-z-]+(?: (?!(?:it|they|he|she|we|i|are|is|there|each|the|can|were|was|have)\b)[a-z-]+)?)(?:\s|$)/i.exec(
        more,
      ) ?? [];
    const left = /\b(left|free|remaining|available)$/.exec(more)?.[1];
    if (noun)
      return done({
        name: left && !noun.endsWith(left) ? `${noun} ${left}` : noun,
        type: how === "many" ? "integer" : "number",
        rest: "",
      });
    const verb = said(more)?.verb ?? "";
    return done({
      name: amounts[verb] ?? (how === "many" ? "count" : "amount"),
      type: how === "many" ? "integer" : "number",
      rest: "",
    });
  }
  const measure = measures[how];
  if (measure) {
    const unit = /\bin ([a-z]+)$/.exec(more)?.[0] ?? "";
    return done({ name: measure[0], type: measure[1], rest: unit });
  }
  const felt = said(clause);
  if (felt) return done({ name: felt.verb, rest: felt.rest });
  return /^(?:the |its |their )?[a-z]+ (?:is|are|was|were|feels?|felt|looks?|seems?|gets?)$/i.test(more)
    ? done({ name: how, rest: "" })
    : undefined;
}

/** `the moment it was submitted`, `the day on which they joined`. */
export function timeOf(text: string): Asked | undefined {
  const [, noun = "", clause = ""] =
    /^(?:the )?(moment|time|day|date|year)\s+(?:(?:on|at|in) which |when |that )?((?:it|they|he|she|this|we|i|the \w+)\s.+)$/i.exec(
      text,
    ) ?? [];
  if (/year/i.test(noun)) {
    const found = said(clause);
    return found && { name: `${found.verb} year`, type: "integer", rest: "" };
  }
  const isDay = /day|date/i.test(noun);
  return noun ? happened(clause, isDay ? "on" : "at", isDay ? "date" : "datetime") : undefined;
}
