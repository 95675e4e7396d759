import { anyOf, rememberedTwice } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { between, indexed } from "../text/spans.ts";
import { isFinite } from "../text/tagger.ts";
import { content, words, type Token } from "../text/tokens.ts";
import { sums } from "../text/sums.ts";

/** How a text introduces a value of several words, up to its end. */
interface Announced {
  readonly wanted: (parameter: Parameter, tool: Tool) => boolean;
  readonly pattern: RegExp;
  /** Whether it introduces this parameter alone, as its name would. */
  readonly isNaming?: true;
}

const named = (parameter: Parameter, words: RegExp): boolean =>
  parameter.type === "string" && !parameter.closed && words.test(parameter.nameStems.join(" "));

/** Whether a parameter is the tool's only unrestricted string: nothing else can be meant. */
const only = (parameter: Parameter, tool: Tool): boolean =>
  tool.parameters.every((other) => other === parameter || other.type !== "string" || other.closed);

const end = String.raw`(?=[.?!]?\s*$|[.?!]\s+\p{Lu}|,?\s+and\s+(?:then|also)\b|,\s+(?:with\s+)?(?:the\s+)?subject\b|[;\n])`;

/** Parameters that take written text. */
const worded = new RegExp(
  String.raw`\b${anyOf(
    "messag|text|bodi|content|note|comment|summari|titl|descript",
    "detail|what|task|remind|problem|issu|complaint|symptom|reason|refer|memo",
  )}\b`,
);

/** Written text without quotation marks; apostrophes are inside words. */
const unquoted = String.raw`((?:[^"'“‘’\n]|(?<=\p{L})['’](?=\p{L})){3,300}?)`;

/** `about the meeting`, up to what is said of it. */
const topic = new RegExp(
  String.raw`\b(?:about|regarding|concerning)\s+(?:the\s+|my\s+|our\s+)?(\p{L}[^"“;:,?\n]{2,60}?)(?:(?=\s+(?:saying|and\s+(?:say|tell|ask))\b)|${end})`,
  "gu",
);

/** What a text says before it asks to note that. */
const noting = new RegExp(
  String.raw`^\W*(?:[\w-]*\d[\w-]*\s*:\s*)?((?:[^"'“‘’\n?]|(?<=\p{L})['’](?=\p{L})){3,300}?)[,;.]\s*` +
    String.raw`${anyOf("and|so|please|pls|can you|could you")}?\s*${anyOf("make a note of|note|write|jot|record|log|mention")}\s+(?:that|this|it)\b`,
  "giu",
);

const why = /^(?:reason|note|purpos|comment|remark|memo|occas)/;
/** `book A-1 for Monday, he is limping`: what stands behind an act is the reason for it. */
const background = new RegExp(
  String.raw`,\s+(${anyOf("s?he|they|it|we|i")}\s+${anyOf("is|are|was|were|has|have|had|needs?|wants?|can['’]?t|cannot")}\b[^.?!,;\n]{2,80})[.!]*\s*$`,
  "giu",
);

const table: readonly Announced[] = [
  {
    wanted: (parameter) => named(parameter, /\b(?:sql|queri|statement)\b/),
    pattern:
      /\b((?:SELECT\s[^;\n]*?\sFROM|WITH|INSERT\s+INTO|UPDATE|DELETE\s+FROM|(?:CREATE|DROP|ALTER)\s+TABLE)\s[^;\n]*?)(?=[.?!\s]*(?:$|;|\n|\s(?:on|in|against)\s+(?:the\s+)?[\w-]+(?:\s+(?:database|db))?[.?!]?\s*$))/gi,
  },
  {
    wanted: (parameter) => named(parameter, /\b(?:command|cmd|shell)\b/),
    pattern: new RegExp(
      String.raw`\b(?:run|execute|using|with|call)\s+(?:the\s+)?(?:(?:shell\s+)?command\s+)?:?\s*([a-z][\w./-]*(?:\s+[^\s,;]+){0,12}?)${end}`,
      "gu",
    ),
  },
  {
    wanted: (parameter) => named(parameter, /\b(?:messag|text|bodi|content|note|comment)\b/),
    pattern: new RegExp(
      String.raw`\b(?:saying(?:\s+that)?|that\s+says|telling\s+(?:him|her|them|us)(?:\s+that)?)[:,]?\s+((?:[^"'“‘:]|(?<=\p{L})['’](?=\p{L})){3,300}?)${end}`,
      "giu",
    ),
  },
  {
    wanted: (parameter) => named(parameter, worded),
    pattern: new RegExp(
      String.raw`\b(?:tell|text|message|let|inform|remind)\s+(?:\p{Lu}[\p{L}\d_-]+|him|her|them|mum|mom|dad)\s+(?:know\s+)?(?:that\s+)?((?:I|[Ww]e|he|she|they|it|the|my|our|there)\b[^"“\n]{3,300}?)${end}`,
      "gu",
    ),
  },
  {
    wanted: (parameter) => named(parameter, worded),
    pattern: new RegExp(
      String.raw`\b(?:say|tell|text|message|reply|respond|answer|note|write|e-?mail|mail|comment|remember|know)\b[^"“:;\n]{0,60}?\sthat\s+([^"“\n]{3,300}?)${end}`,
      "giu",
    ),
  },
  {
    wanted: (parameter) => named(parameter, worded),
    pattern: new RegExp(
      String.raw`^\W*(?:(?:please|and|then|also|now|ok)\W+)*\p{L}+\b[^":“\n]{0,80}:\s+${unquoted}${end}`,
      "giu",
    ),
  },
  {
    wanted: (parameter) => named(parameter, /^(?:titl|label|subject)$/),
    pattern:
      /\b(?:called|named|titled|labell?ed|entitled|(?:call|name|title|label) it)\s+([\p{L}\d][^"'“‘,.;:?!\n]{1,60}?)(?=\s+(?:on|at|for|in|from|with|by|tomorrow|today|and|to)\b|[,.;:?!\n]|\s*$)/giu,
  },
  { wanted: (parameter) => named(parameter, /^(?:subject|topic)$/), pattern: topic, isNaming: true },
  {
    wanted: (parameter) => named(parameter, /^(?:reason|caus|justif)/),
    pattern: new RegExp(
      String.raw`\b(?:because(?:\s+of)?|due\s+to|on\s+account\s+of)\s+(?:the\s+|an?\s+)?${unquoted}${end}`,
      "giu",
    ),
    isNaming: true,
  },
  {
    wanted: (parameter, tool) =>
      !parameter.closed &&
      /^(?:query|text)$/.test(parameter.kind) &&
      !only(parameter, tool) &&
      tool.nameStems.some((word) => /^(?:search|find)$/.test(word)),
    pattern: topic,
  },
  {
    wanted: (parameter, tool) =>
      parameter.type === "string" && !parameter.closed && parameter.kind === "query" && only(parameter, tool),
    pattern: new RegExp(
      String.raw`\b(?:(?:search(?:es)?|look|google|browse)\b[^.?!;,]{0,24}?\s(?:for|up|about|on)|(?:information|articles?|news|results|pages|facts|infos?)\s+(?:about|on|regarding|that discuss))\s+(?:the\s+)?([^"'“‘;:,]{3,120}?)${end}`,
      "giu",
    ),
  },
  {
    wanted: (parameter, { deed }) => deed.effect !== "read" && named(parameter, worded),
    pattern: noting,
    isNaming: true,
  },
  {
    wanted: (parameter, { deed }) => deed.effect !== "read" && named(parameter, why),
    pattern: background,
    isNaming: true,
  },
];

/** Maximum number of parameters for matching by name: the pattern of their names would become long. */
const mostNames = 40;

/** `with subject Hi and body See you at 5`: texts after a parameter's own name, up to another's. */
function announcedByNames(tool: Tool): RegExp | undefined {
  const namesOf = (parameters: Tool["parameters"]): string =>
    parameters
      .map(({ name }) => name)
      .filter((name) => /^[a-z]{3,20}$/i.test(name))
      .join("|");
  const names = namesOf(tool.parameters.filter((parameter) => named(parameter, worded)));
  if (names === "" || tool.parameters.length > mostNames) return undefined;
  return new RegExp(
    String.raw`(?:\bwith|\band|,)\s+(?:the\s+|an?\s+)?(?:${names})(?:\s*:|\s+(?:is|of|saying))?\s+` +
      String.raw`([\p{L}\d][^"'“‘\n]{1,300}?)(?=,?\s+(?:and\s+)?(?:with\s+)?(?:the\s+|an?\s+)?(?:${namesOf(tool.parameters)})\b|${end})`,
    "giu",
  );
}

/** Where a text ends that another value follows by its name: `read page 4, due Friday`. */
const followed = rememberedTwice((tool: Tool, parameter: Parameter): RegExp | undefined => {
  const others = tool.parameters.filter((other) => other !== parameter && !named(other, worded));
  const names = others
    .flatMap(({ name }) => words(name).slice(0, 1))
    .filter((name) => /^[a-z]{3,20}$/.test(name));
  return names.length === 0 || names.length > mostNames
    ? undefined
    : new RegExp(String.raw`[,;.]\s+(?:and\s+|with\s+)?(?:the\s+|an?\s+)?${anyOf(...names)}\b`, "i");
});

/** `What it is for`: the preposition that introduces the value of a parameter described like this. */
const asksWhat = /^\W*(?:what|why)\b[^.;]{0,30}\b(for|about)\b/i;

/** The preposition that introduces a parameter's value: `for` what an amount is. */
function introducedBy(
  { type, closed, description, nameStems }: Parameter,
  { deed }: Tool,
): string | undefined {
  if (type !== "string" || closed) return undefined;
  const isOfMoney = deed.verbs.some(([verb = ""]) => /^(?:charge|bill|pay|transfer|refund)$/.test(verb));
  if (isOfMoney && /^(?:note|memo|purpos|referenc)$/.test(nameStems.join(" "))) return "for";
  return asksWhat.exec(description)?.[1];
}

const joining = /^(?:the|an?|and|of|my|our|your|his|her|their|its)$/;

/** Whether a word says how or when instead of what for: `breakfast every day`, `the minibar without the tip`. */
const limits = ({ lower, stop }: Token): boolean =>
  (stop && !joining.test(lower)) ||
  isFinite(lower) ||
  /^(?:minus|hourly|nightly|daily|weekly|monthly|yearly|now|nothing|moment)$/.test(lower);

/** `for the minibar`, where a parameter is what something is for. */
function purposes(tool: Tool, { text, mentions, tokens }: Reading): readonly Mention[] {
  const values = indexed(mentions);
  return tool.parameters.flatMap((parameter): readonly Mention[] => {
    const { name } = parameter;
    const preposition = introducedBy(parameter, tool);
    if (preposition === undefined) return [];
    const pattern = new RegExp(
      String.raw`\b${preposition.toLowerCase()}\s+(?:the\s+|an?\s+)?(\p{Ll}[^"“;:,.?!\n]{2,60}?)(?=\s+(?:on|at|in|from|to|by|tomorrow|today|please|for|about)\b|\s*(?:[;:,.?!\n]|$))`,
      "gu",
    );
    return [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: value = "", index }) => {
      const start = index + whole.length - value.length;
      const end = start + value.length;
      const isOther = values.touch({ start, end }) || content(value).length === 0;
      return isOther || between(tokens, start, end).some(limits)
        ? []
        : [{ kind: "quoted", text: value, label: name, start, end }];
    });
  });
}

/** Values that a text introduces for a tool: an SQL statement, a command, a formula, a message, a search topic. */
export const spokenMentions = rememberedTwice((tool: Tool, reading: Reading): readonly Mention[] => {
  const { text } = reading;
  const formulas: readonly Mention[] = tool.parameters.some(({ kind }) => kind === "expression")
    ? sums(text).map((sum) => ({ kind: "quoted", ...sum }))
    : [];
  const found = [...formulas, ...purposes(tool, reading)];
  const byNames = announcedByNames(tool);
  const chosen = table.flatMap(({ wanted, pattern, isNaming }) => {
    const parameter = tool.parameters.find((candidate) => wanted(candidate, tool));
    return parameter ? [{ pattern, parameter, label: isNaming && { label: parameter.name } }] : [];
  });
  for (const { pattern, parameter, label } of [
    ...chosen,
    ...(byNames ? [{ pattern: byNames, parameter: undefined, label: undefined }] : []),
  ]) {
    const next = parameter && followed(tool, parameter);
    for (const match of text.matchAll(pattern)) {
      const whole = match[1] ?? "";
      const value = whole.slice(0, next?.exec(whole)?.index).trim();
      const start = match.index + match[0].indexOf(value);
      const at = { start, end: start + value.length };
      if (value.length > 1 && content(value).length > 0)
        found.push({ kind: "quoted", text: value, ...label, ...at });
    }
  }
  return found;
});
