import { spell, wordsOf } from "../../../names.ts";
import type { FieldDraft } from "../draft.ts";
import { settle, typeByName } from "./guess.ts";
import { isParticiple } from "../words/deeds.ts";
import { cut as cutName } from "../words/chunk.ts";
import { numbered } from "../words/kinds.ts";
import { type Draft, flags, rules, takeRules, uncontracted, weak } from "../words/sayings.ts";
import { inFull } from "../words/abbreviations.ts";

/** Where a name ends and what is said about it begins. */
const verbs =
  /\s(?:(?:which|that)\s+[a-z]+s|(?:(?:which|that|who)\s+)?(?:is|are|was|must|should|can|may|has|have|cannot|can't|defaults?|defaulting|starts|start(?= (?:as|with|at|out|off|from|in|on) )|starting|begins|beginning|being|with|of type|as|needs?(?=\s+\S)|matching|either|initially|will|never|holds?|takes?|like|out of|counts|means|such as|going|ranging|ranges?(?=\s+\S)|kept|from))\s/i;

const articles =
  /^(?:(?:and|also|just|plus|an?|the|its|their|your|his|her|some|each|every|any|own|one(?! to [a-z]+ )|then|optionally|finally|possibly|perhaps|maybe|as well as|it|they|my|our|of course|there is|with|has|have|needs|carries|by|including)\s+)+/i;

export interface ReadField {
  readonly field: FieldDraft;
  /** What of the text was not understood. */
  readonly rest: string;
  /** Whether the text says the type, rather than the name. */
  readonly typed: boolean;
}

const filler =
  /\b(?:is|are|was|be|been|being|one|either|takes?|values?|must|should|shall|will|may|can|could|has|have|an?|the|and|or|to|of|in|on|at|it|its|that|which|who|with|as|by|for|valid|only|set|field|value|flag|free|each|per|both|type|kind|format|known|simple|short|long|also|plus|like|given|if|any|some|just|there|from|own|consists?|goes|go|ranges?|lies?|runs?|somewhere|anywhere|our|my|we|e\.g\.|i\.e\.)\b/gi;

/** Words at the end of a name that only say its type. */
const tails = /\s+(?:flag|field|string|attribute|property)$/i;

/** `closes at a certain moment`: a time that a verb names. */
export const happening =
  /^(starts|takes place|begins|ends|closes|opens|expires|departs|arrives|leaves|finishes|happens|stops)\s+(at|on)\s+(?:some|an?|one|the|any)\s+(?:given |certain |specific )?(time|moment|date|day)\b(.*)$/i;

/**
 * One item of a list of fields: its name, and everything said about it. `enums` resolves the marks that stand for lists of values.
 * Undefined where no name is in it. `known` is its type where that was said before.
 */
export function readField(
  text: string,
  enums: ReadonlyMap<string, readonly string[]>,
  known?: FieldDraft["type"],
): ReadField | undefined {
  const draft: Draft = { name: "", sizes: [] };
  const perhaps =
    /^(?:and\s+)?(?:may|might|can|could)\s+(?:also\s+)?(?:have|carry|hold|include|contain|bear)\s+(?=an?\s|the\s|its\s|some\s)/i;
  if (perhaps.test(text)) draft.required = false;
  if (/^(?:and\s+)?needs?\s+(?:an?|the|its)\s/i.test(text)) draft.required = true;
  if (/^(?:and\s+)?(?:maybe|perhaps|possibly|optionally)\s/i.test(text)) draft.required = false;
  const open = /^(?:and )?any number of ([a-z][\w ]*)$/i.exec(text.trim());
  if (open) draft.type = "array";
  let whole = uncontracted(open?.[1] ?? text)
    .trim()
    .replace(perhaps, "")
    .replace(/^(?:may|might)\s+(?!be\b)/i, "")
    .replace(articles, "")
    .replace(/^([a-z]+)['’]s?\s+(?=[a-z])/i, "$1 ")
    .replace(/[.;:]+$/, "");
  // `no uniq`
  whole = whole.replace(
    /^no(?=\.?(?:$|[!*(]| (?:uniq|req|opt|int|str|unique|required|optional|string|number)\b))\.?/i,
    "number",
  );
  const mark = /⟦E\d+⟧/.exec(whole);
  if (mark) {
    draft.values = enums.get(mark[0]) ?? [];
    whole = whole.replace(mark[0], " ⟦⟧ ");
  }
  const maybe =
    /[ ,(]+if (?:there (?:is|are|was|were) (?:one|any|some)|it is \w+|it has one|one exists|they have one)\)?$/i.exec(
      whole,
    );
  if (maybe && !/^(?:flag|boolean|indicator|marker|note|mark)\b/i.test(whole)) {
    draft.required = false;
    whole = whole.slice(0, maybe.index);
  }
  const either =
    /^(?:is |are )?(?:either )?([a-z]+(?: [a-z]+)??) or (?:not(?: \1)?|(?:un|in|dis|non-?)\1)(?:$|\?|(?= ?[(,⟦-]))/i.exec(
      whole,
    );
  if (either) {
    draft.type = "boolean";
    whole = `${either[1] ?? ""} ${whole.slice(either[0].length)}`.trim();
  }
  const least = /^at least (?=(?:an?|one|the) )/i.exec(whole);
  if (least) {
    draft.required = true;
    whole = whole.slice(least[0].length).replace(articles, "");
  }
  whole = whole
    .replace(
      /^(?:(?:has|have|holds|takes|allows|needs|lasts|seats)\s+)?((?:at most|at least|up to|no more than|no fewer than|exactly|(?:an? )?(?:maximum|minimum) of)\s+\S+|(?:\d+|one|two|three|four|five|zero)\s*(?:\.\.|-|–|to)\s*(?:\d+|[a-z]+))\s+([a-z]+s)$/i,
      "$2 $1",
    )
    .replace(/^(?:is|are) named$/i, "name")
    .replace(/^is (?=\w+:? (?:bool|boolean|flag)\b)/i, "is-");
  const listed =
    /^(?:list|array|set|collection|bunch|any number|variable number|arbitrary number|couple) of (\w+.*)$/i.exec(
      whole,
    ) ??
    /^(?:zero or more|one or more|any|several|multiple|various|some) ((?!number\b)[a-z]+(?: [a-z]+)?s)$/i.exec(
      whole,
    );
  if (listed) {
    draft.type = "array";
    whole = listed[1] ?? whole;
  }
  whole = whole.replace(
    /^(?:flag )?whether ([a-z]+s?) (?:is|are|was|were|has been|have been) ([a-z]+)/i,
    (all, noun: string, what: string) =>
      /^(?:it|they|he|she|this)$/i.test(noun) ? all : `whether it is ${noun} ${what}`,
  );
  const flagged =
    /^(?:(?:flag|boolean|indicator|marker|note|mark)\s+)?(?:(?:that|which) [a-z]+s|[a-z]+ing|for|on|of)?\s*\b(?:if|whether)\s+(?:it|they|he|she|this|the \w+)\s+(?:(?:is|are|was|were|has been|have been|has|can be|should be)\s+)?(.+)$/i.exec(
      whole,
    );
  if (flagged) {
    draft.type = "boolean";
    whole = (flagged[1] ?? whole).replace(/^([a-z]+s) (?:an?|the|any) (?=[a-z])/i, "$1-");
  }
  const when =
    /^when (?:it|they|he|she|this|i|we|the \w+) (?:(?:last|first) )?(?:(?:is|are|was|were|has been|will be|got|gets)\s+)?(\w+)(.*)$/i.exec(
      whole,
    );
  if (when) {
    draft.type = "datetime";
    whole = `${when[1] ?? ""}-at ${when[2] ?? ""}`;
  }
  const happens = happening.exec(whole);
  if (happens) {
    draft.type = /date|day/i.test(happens[3] ?? "") ? "date" : "datetime";
    const [, verb = "", by = "", noun = "", rest = ""] = happens;
    whole = /^takes/i.test(verb) ? `${noun} ${rest}` : `${verb}-${by} ${rest}`;
  }
  // `the moment it was submitted`, `the day they joined`
  const moment =
    /^(moment|time|day|date) (?:on which |at which |when )?(?:it|they|he|she|this)(?: (?:is|was|were|has been|got))? ([a-z]+(?:ed|n|t))\b(.*)$/i.exec(
      whole,
    );
  if (moment) {
    draft.type = /day|date/i.test(moment[1] ?? "") ? "date" : "datetime";
    whole = `${moment[2] ?? ""}-${draft.type === "date" ? "on" : "at"} ${moment[3] ?? ""}`;
  }
  // `installed_on: date`
  const noted = /^([\w -]+?)\s*:\s*(date|time|text|url|link|number|email|list|array)\b(.*)$/i.exec(whole);
  if (noted) whole = `${noted[1] ?? ""} (${noted[2] ?? ""}) ${noted[3] ?? ""}`;
  // `the name of whoever made it`
  whole = whole.replace(
    /^(name|e-?mail(?: address)?|phone(?: number)?|address) of (?:whoever|who|the (?:person|one|people) (?:who|that)|somebody who|someone who)\b[^,(]*/i,
    "$1",
  );
  if (/^what (?:happened|happens|it is about|it says)$/i.test(whole)) whole = "description";
  whole = whole.replace(/^where (?:it|they|he|she|this) (?:\w+\s*){1,2}$/i, "location");
  whole = whole.replace(
    /^(?:the )?([a-z]+(?: [a-z]+)?) of (?:the|an?|its|their|each|every) ((?:last|next|first|latest) \w+|\w+)(?=$|[\s,(])/i,
    "$2 $1",
  );
  whole = whole
    .replace(/^(link|url|reference|path|pointer) to (?:the|an?|its|their) ([a-z]+)(?=$|[\s,(])/i, "$2 $1")
    .replace(/^(?:is|are)\s+(?:at|on|in|from|of)\s+(?:an?|the)\s+/i, "")
    .replace(
      /^(?:on|at|for|in|under|by|with|from)\s+(?:an?|the|some|its)\s+(?=\w+(?: \w+)?$|number of [a-z]+\b)/i,
      "",
    )
    .replace(
      /^(?:pays|costs|shows|stores|keeps|notes|gets|carries|records|covers|charges)\s+(?:an?|the)\s+/i,
      "",
    );
  const leading =
    /^((?:(?:required|optional|unique|mandatory|compulsory|obligatory|nullable|non-?negative|read-?only|(?:auto(?:matically)?|system|server)[ -](?:generated|assigned|set|filled|computed)|(?:\d+|two|three|four|five|six|eight|ten)[ -](?:characters?|chars?|letters?|digits?))\s+(?:and\s+)?)+)(?=\w)/i.exec(
      whole,
    );
  if (leading && !/^(?:flag|field|boolean)\b/i.test(whole.slice(leading[0].length))) {
    takeRules(leading[0], draft, rules);
    whole = whole.slice(leading[0].length).replace(articles, "");
  }
  const parens = [...whole.matchAll(/\(([^()]*)\)|\[([^\]]*)\]/g)].map((match) => match[1] ?? match[2] ?? "");
  const outside = whole.replaceAll(/\([^()]*\)|\[[^\]]*\]/g, " ⟦P⟧ ");
  const bang = /^[\w ]+?([!*])(?=\s|$|⟦)/.exec(outside);
  if (bang) draft.required = true;
  const flat = bang ? outside.replace(/[!*](?=\s|$|⟦)/, " ").replaceAll(/\s+/g, " ") : outside;
  const cut = /^[a-z]+ (?:on|at|from|until|since|by)(?=\s*(?:⟦P⟧\s*)?$)/i.test(flat.trim())
    ? { name: flat.replaceAll("⟦P⟧", " ").trim(), saying: "" }
    : splitName(flat);
  let saying = `${cut.saying} , ${parens.join(" , ")}`.replaceAll("⟦P⟧", " ");
  // `keynote / talk / workshop (talk)`
  const usual = parens.map((one) =>
    draft.values?.find((value) => value.toLowerCase() === one.trim().toLowerCase()),
  );
  const stands = usual.find((one) => one !== undefined);
  if (stands !== undefined) draft.default ??= stands;
  saying = takeRules(saying, draft, rules);
  const weakBefore = draft.type;
  if (draft.type === undefined && !draft.values) saying = takeRules(saying, draft, weak);
  const bare = cut.name
    .replaceAll(/⟦[^⟧]*⟧/g, " ")
    .replaceAll(/["'“”‘’]/g, "")
    .replace(articles, "")
    .trim();
  const tailed = bare.replace(tails, "");
  const flag = /\sflag$/i.test(bare);
  if (flag && draft.type === undefined) draft.type = "boolean";
  const unit =
    /^(.+?)\s+in\s+(?!(?:date|time|day|by|at|on|stock|use|place)$)(?:whole |full )?((?:square |cubic )?[a-z]+[23²³]?)$/i.exec(
      tailed,
    );
  const words = wordsOf(
    (unit?.[1] ?? tailed)
      .replaceAll("'", "")
      .replaceAll(/[^\w\s-]/g, " ")
      .replace(/(?:^date|^datetime)?\s+(?:of|with|from|in|at|to|is|as|for|by|on)\s*$/i, (end) =>
        (/^\s+by\s*$/.test(end) && isParticiple(tailed.trim().replace(/ by$/, ""))) ||
        (/^\s+(?:from|to|till)\s*$/.test(end) && typeByName(tailed.trim().toLowerCase()).type !== "string")
          ? end
          : /^\s+(?:at|on|for|from|until)\s*$/.test(end) &&
              (["date", "datetime"].includes(draft.type ?? "") ||
                /^\w+\s+(?:at|on|from|until|since)$/.test(tailed.trim()))
            ? end
            : "",
      ),
  ).map((word, i, all) => (i > 0 && i === all.length - 1 && word === "no" ? "number" : inFull(word)));
  if (!words.length || words.length > 6) return undefined;
  if (
    unit?.[2] &&
    draft.type === undefined &&
    /^(?:minutes?|seconds?|hours?|days?|months?|bpm|bytes|pixels|years?|milliseconds|ms)$/i.test(unit[2])
  )
    draft.type = "integer";
  if (
    unit?.[2] &&
    draft.type === undefined &&
    /^(?:(?:square |cubic )?(?:micro|milli|centi|deci|hecto|kilo|mega|giga)?(?:grams?|met(?:er|re)s?|lit(?:er|re)s?|watts?|volts?|amp(?:ere)?s?|joules?|hertz|pascals?)|kilos?|kg|mg|km|ml|k?cal(?:orie)?s?|tons?|tonnes?|pounds?|lbs?|ounces?|inches|feet|yards?|hectares?|acres?|degrees?|cm|mm|euros?|dollars?|usd|eur|celsius|miles|percent|cents|mph|kmh|gb|mb|sqm|[cdk]?m[23²³])$/i.test(
      unit[2],
    )
  )
    draft.type = "number";
  const most = /^max(?:imum)? number of (.+)$/.exec(words.join(" "))?.[1];
  const counted =
    most === undefined ? /^(?:the )?number of (?:free )?(.+)$/.exec(words.join(" "))?.[1] : `max ${most}`;
  if (counted) draft.type ??= "integer";
  const name = spell(counted ? counted.split(" ") : words);
  const typed = draft.type !== undefined || draft.values !== undefined;
  const byName = known === undefined ? typeByName(name.words) : { type: known };
  const field = settle({ ...draft, name: name.camel }, name.words, {
    weak: weakBefore === undefined,
    byName,
  });
  const rest = saying
    .replaceAll(/⟦[^⟧]*⟧/g, " ")
    .replaceAll(filler, " ")
    .replaceAll(/[\s,.;:!*]+/g, " ")
    .trim();
  return { field, rest, typed };
}

const hard =
  /\s(?:⟦|an? (?:integer|(?:whole |decimal )?number|string|boolean|bool|date|datetime|timestamp|time|text|list|array|flag|url|link|uuid)\b|whole number|(?:which|that) (?:nobody|no|the system|we|must|may|can|at least|at most|-?\d)|not (?:be )?(?:below|under|less|more|above|over|negative|empty|longer|shorter)\b|y\/n\b|if (?:we|i|they|you|he|she|needed|necessary|wanted|known|any)\b|maybe\b|perhaps\b|nobody\b|no ?one\b|no other\b|not (?:before|after|earlier|later)\b|no (?:earlier|later)\b|since \d|req\b|required|uniq|unique|opt\b|optional|nullable|int\b|integer|float|double|decimal|num\b|string\b|str\b|dec\b|flt\b|bool|boolean|datetime|timestamp|uuid|enum\b|array|list of|object\b|json\b|default|dflt|auto\b|min\b|max\b|minimum\b|maximum\b|between|at least|at most|up to|exactly|>=|<=|>|<|=|\d|by default|if known|if any|not null|null\b|never|initially|unless|positive|(?:above|over|below|under) (?:zero|-?\d)|less than|more than|greater|no two|len\b|length \d|-\d|one of\b|out of|zero|defaulting|defaults|yes\b|no\b(?!\s*(?:$|[,(!*]|⟦P|(?:uniq|req|opt|int|str|unique|required|optional|string)\b))|false\b|true\b|dt\b|ts\b|set by|filled|fk\b|each\b)/i;

/** Names behind which `text` is their type: `body text`. */
const texts =
  /^(?:title|name|body|description|desc|content|contents|notes?|bio|summary|message|comment|caption|subject|label|abstract|excerpt|intro|remarks?|address|question|answer|reply|review|feedback|reason|details?|info)$/i;

/** Where a saying begins; `doses needed`, `auto renewal` are names as well. */
const beginning = (found: RegExpExecArray | null): number | undefined =>
  found && !/^(?:needed|necessary|auto)$/i.test(found[0].trim()) ? found.index : undefined;

/** The name stands first, and ends where something is said about it. */
function splitName(text: string): { readonly name: string; readonly saying: string } {
  const padded = ` ${text} `;
  const offset = /^\s*\S+/.exec(padded)?.[0].length ?? 0;
  const tail = padded.slice(offset);
  const timed =
    /^\s*(\S+ (?:from|until|till|since|by|on|at|to)) ((?:(?:is|are) (?:an? )?)?(?:dates?|datetimes?|timestamps?|times?)\b.*)$/i.exec(
      text,
    );
  if (timed) return { name: timed[1] ?? "", saying: timed[2] ?? "" };
  const signs = [verbs, hard, /\s*[:–—]\s|\s-\s/].map((sign) => sign.exec(tail)?.index);
  const ends = [...signs, ...flags.map(({ at }) => at.exec(tail)).map(beginning)].filter(
    (index) => index !== undefined,
  );
  const end = offset + Math.min(...ends, tail.length);
  const phrase = padded.slice(0, end).trim();
  const { name, more } = cutName(phrase);
  const saying = `${more} ${padded.slice(end)}`.trim().replace(/^(?:[:–—]|-(?!\d))\s*/, "");
  const weakTail =
    /^(\S*[a-z](?:At|On|Of|Date|Url|Until|Since|From|To|By|Day)|\S+[ _](?:at|on|until|since|from|to|by)|\S+) (date|url|text|number|time)$/.exec(
      name,
    ) ?? /^((?:.+[ _])?(date|url|number|time|text)) \2$/.exec(name);
  if (weakTail && inFull(weakTail[1] ?? "") === weakTail[2])
    return { name: weakTail[2], saying: `${weakTail[2]} ${saying}` };
  const isText = weakTail?.[2] === "text" && texts.test(weakTail[1] ?? "");
  const meansType =
    weakTail &&
    (isText ||
      /[a-z](?:At|On|Of|Until|Since|From|To|By|Date|Day|Url|[ _](?:at|on|until|since|from|to|by))$|(?:^|[ _])(?:date|url|number|time|text)$/.test(
        weakTail[1] ?? "",
      ) ||
      (/(?:s|day|dob|born|deadline|since|until|birthdate|timestamp|moment|at|on)$/i.test(weakTail[1] ?? "") &&
        !/^(?:start|end|due)s$/i.test(weakTail[1] ?? "") &&
        ["date", "datetime"].includes(typeByName(inFull((weakTail[1] ?? "").toLowerCase())).type ?? "")));
  const listTail = /^(\S*[a-z]s) (?:list|lists|collection|set)$/i.exec(name)?.[1];
  if (listTail !== undefined) return { name: listTail, saying: `list ${saying}` };
  const numberTail = /^(.*?\S) number$/.exec(name)?.[1];
  if (
    numberTail !== undefined &&
    !numbered.test(name.toLowerCase()) &&
    typeByName(wordsOf(name).join(" ")).type !== "integer" &&
    ["number", "integer"].includes(typeByName(wordsOf(numberTail).join(" ")).type ?? "")
  )
    return { name: numberTail, saying: `number ${saying}` };
  return meansType
    ? { name: weakTail[1] ?? name, saying: `${weakTail[2] ?? ""} ${saying}` }
    : { name, saying };
}
