import { wordsOf } from "../../../../names.ts";
import { isParticiple } from "../../words/deeds.ts";
import { knownIn, linked, nameOf } from "../../state.ts";
import { type Rule, belongsTo, other, told } from "./rule.ts";

/** `the room it is for`. */
export const whose: Rule = (said) =>
  belongsTo(
    said,
    told(
      said,
      /^(?:the )?([a-z][\w-]*) (?:it|this|they) (?:is|was|are|were|belongs?) (?:for|to|of|in|at|on)$/i.exec(
        said.text,
      )?.[1],
    ),
  );

/** `for a customer`, `by an author`. */
export const forOne: Rule = (said) =>
  belongsTo(said, told(said, /^(?:for|of|by|from) an? ([a-z][\w-]*)$/i.exec(said.text)?.[1]));

/** `is in exactly one folder`, `with one owner`. */
export const single: Rule = (said) =>
  belongsTo(
    said,
    /^(?:(?:is|are)\s+)?(?:with|for|on|at|in|to|by|about|of)\s+(?:exactly\s+)?one\s+([a-z][\w-]*)$/i.exec(
      said.text,
    )?.[1],
  );

/** `is written by an author`, `stored in one warehouse`. */
export const doneTo: Rule = (said) => {
  const [, verb = "", count, noun] =
    /^(?:(?:it|they|which|that)\s+)?(?:(?:is|are|was|were)\s+)?(?:always |usually )?([a-z]+)\s+(?:by|in|at|on|to|for|with|under|from)\s+(?:exactly |only |at most )?(an?|one|its|their|the)\s+([a-z][\w-]*(?: [a-z][\w-]*)?)(?:,? or (?:in )?none)?$/i.exec(
      said.text,
    ) ?? [];
  if (noun === undefined || !(isParticiple(verb) || count === "one")) return undefined;
  return other(said, noun) === undefined ? undefined : belongsTo(said, noun);
};

/** `belongs to a user`, `is part of an album`, `takes place in a room`. */
export const belongs: Rule = (said) => {
  const { state, resource, text } = said;
  const found =
    /\b(?:belongs? to|belonging to|depends? (?:up)?on|reports? to|owned by|is part of|part of|is in|assigned to|is assigned to|references?|refers? to|replies to|(?:is|was) (?:made|written|created|placed|posted|submitted|owned|taught|given|booked|rented|held|run|led|hosted|taken|requested|uploaded|authored) by|made by|written by|created by|placed by|lives? in|takes? place (?:in|at)|covers|lies in|sits in|handled by|is for|is on|linked to|tied to|attached to|associated with|works? (?:in|for|at)|stays? in|is about|concerns)\s+((?:exactly |at most |only )?(?:an?|the|one|its|their|some|zero or one|another|parent|exactly one|many|several|multiple)?\s*[\w ]+?)(?:\s+(?:only|or (?:in )?none|at a time|at once|optionally|\(optional\)|\(fk\)))?$/i.exec(
      text,
    );
  if (!found) return undefined;
  const phrase = (found[1] ?? "").replace(/^(?:exactly|at most|only|zero or)\s+/i, "");
  if (/^(?:many|several|multiple)\s/i.test(phrase)) return linked(state, resource, "hasMany", phrase, {});
  const isNamed =
    /belong|replies|parent/i.test(text) ||
    knownIn(state, phrase) !== undefined ||
    /\b(?:by|to|in|on|at|covers)\s+(?:an?|one)\s/i.test(text);
  return (isNamed && belongsTo(said, phrase.replace(/\bparent\s+(?=\w)/i, ""))) || undefined;
};

/** `commander (user fk)`, `assignee (user)`: who plays a part. */
export const player: Rule = (said) => {
  const { state, resource, text } = said;
  const [, noun = "", key] = /^(?:an? |the )?[a-z]+ \(([a-z]+)( fk| ref| id)?\)$/i.exec(text) ?? [];
  if (noun === "" || /s$/i.test(noun)) return undefined;
  const isPlayer = key !== undefined || /^user$/i.test(noun);
  const target = knownIn(state, noun) ?? (isPlayer ? nameOf(noun) : undefined);
  return target === resource.name ? undefined : belongsTo(said, target);
};

/** `a home team and an away team`, `possibly a parent category`; `a parent page` of a page. */
export const inPart: Rule = (said) => {
  const { state, resource, text } = said;
  const noun =
    /^(?:(?:possibly|perhaps|maybe|optionally|may have|can have) )?(an?|the|its|their|one|exactly one) [a-z-]+ ([a-z]+)(?: \(optional(?:ly)?\))?$/i.exec(
      text,
    )?.[2] ??
    /^(home|away|parent|previous|next|assigned|main|primary|secondary|source|target|origin|destination|original|current|preferred) ([a-z]+)(?: (?:nullable|optional|opt|null))?$/i.exec(
      text,
    )?.[2];
  const target = noun === undefined ? undefined : nameOf(noun);
  if (target === undefined) return undefined;
  const isOwn = target === resource.name || wordsOf(resource.name).at(-1) === noun?.toLowerCase();
  if (!isOwn) return state.known.has(target) ? belongsTo(said, target) : undefined;
  return /\b(?:parent|previous|next|original|master|main)\s+[a-z]+(?: \(?(?:optional(?:ly)?|nullable|opt|null)\)?)?$/i.test(
    text,
  )
    ? belongsTo(said, resource.name, { optional: true })
    : undefined;
};

/** `has exactly one owner`, `at most one supervisor`. */
export const atMostOne: Rule = (said) => {
  const [, count = "", noun] =
    /^(?:has |have |is (?:on|in|at|for) )?(exactly|at most|no more than|only|just) one ([a-z][\w-]*)$/i.exec(
      said.text,
    ) ?? [];
  return belongsTo(said, other(said, noun), /^(?:at|no)/i.test(count) ? { optional: true } : said.optional);
};
