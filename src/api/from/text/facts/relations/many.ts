import { thirdPerson } from "../../words/clause.ts";
import { isOrder } from "../../words/grammar.ts";
import { verbOf } from "../../words/words.ts";
import { knownIn, linked, open, relate } from "../../state.ts";
import { shared } from "../story.ts";
import { type Rule, hasMany, other, shares, told } from "./rule.ts";

/** `can be in several sections`. */
export const within: Rule = (said) =>
  shares(
    said,
    told(
      said,
      /^(?:is|are|be|can be|may be|stands?|appears?)? ?in (?:several|many|multiple|any number of) ([a-z][\w-]*)$/i.exec(
        said.text,
      )?.[1],
    ),
  );

/** `is reviewed by several people` has them; `is taught in many rooms` shares them. */
export const often: Rule = (said) => {
  const [, verb = "", by = "", noun] =
    /^(?:(?:it|they|which|that)\s+)?(?:(?:is|are|can be|may be|can|may)\s+)?([a-z]+)\s+(?:(?:out|up|off|in) )?(by|in|at|on|to|for|with|under|from|of)\s+(?:many|several|multiple|various|different|any number of|more than one|one or more|two or more|lots of)(?: different)? ([a-z][\w-]*)$/i.exec(
      said.text,
    ) ?? [];
  const target = other(said, noun);
  if (target === undefined) return undefined;
  const isOwn = /^(?:by|of|with|from)$/i.test(by) && !shared.test(verbOf(verb));
  return linked(said.state, said.resource, isOwn ? "hasMany" : "manyToMany", target, {});
};

/** `reports readings`, `places many orders`. */
export const makes: Rule = (said) => {
  const [, verb = "", noun] = /^([a-z]+)s (?:many |several |multiple )?([a-z]+s)$/i.exec(said.text) ?? [];
  return noun !== undefined && isOrder(verb) ? hasMany(said, other(said, noun)) : undefined;
};

/** `tags (many to many)`, `students (n:m)`. */
export const mutual: Rule = (said) =>
  shares(
    said,
    told(
      said,
      /([\w]+) \((?:a )?(?:many[ -]to[ -]many|n:m|m:n)(?: relation(?:ship)?)?\)$/i.exec(said.text)?.[1],
    ),
  );

/** `linked to tags in a many-to-many fashion`. */
export const inFashion: Rule = (said) =>
  shares(
    said,
    /([\w]+) in (?:a )?many[ -]to[ -]many (?:fashion|way|manner|relationship)/i.exec(said.text)?.[1],
  );

/** `many-to-many with tags`, `m2m students`. */
export const manyToMany: Rule = (said) => {
  const phrase =
    /\b(?:many[ -]to[ -]many|n[:-]m|m[:-]n|m2m|n\.\.m|\*[:-]\*)\b(?: (?:with|to))?\s*([\w ]*)$/i.exec(
      said.text,
    )?.[1];
  return phrase?.trim() ? shares(said, phrase) : undefined;
};

/** `each author can have many books`: said of another record. */
export const severalOf: Rule = ({ state, text }) => {
  const [, owner, part] =
    /^(?:(?:an?|each|every|the)\s+)?(\w+) (?:\w+ ){1,3}?(?:many|several|multiple|lots of|any number of) (\w+)$/i.exec(
      text,
    ) ?? [];
  const [subject, target] = [owner, part].map((word) =>
    word === undefined ? undefined : knownIn(state, word),
  );
  if (subject === undefined || target === undefined) return undefined;
  relate(state.resources.get(subject) ?? open(state, subject), { kind: "hasMany", target });
  return true;
};

/** `holds up to several boxes`. */
export const several: Rule = (said) =>
  hasMany(
    said,
    other(
      said,
      /^\w+ (?:\w+ ){0,3}?(?:many|several|multiple|lots of|any number of) (\w+)$/i.exec(said.text)?.[1],
    ),
  );

/** `members (users)`. */
export const group: Rule = (said) =>
  shares(said, other(said, /^[a-z]+s \((?:who are |which are )?([a-z]+s)\)$/i.exec(said.text)?.[1]));

/** `2 to 10 answers`, `at least one answer`. */
export const counted: Rule = (said) => {
  const noun =
    /^(?:has |have |with )?(?:between )?(?:(?:at least|a minimum of) )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)(?: ?(?:to|and|or|-|\.\.) ?(?:\d+|more|[a-z]+))? ([a-z]+s|(?<=least one )[a-z]+)$/i.exec(
      said.text,
    )?.[1];
  const target = other(said, noun);
  const isActor = target !== undefined && said.state.actors.has(target);
  return isActor ? undefined : hasMany(said, target);
};

/** `is made up of panels`, `uses ingredients`. */
export const madeOf: Rule = (said) =>
  hasMany(
    said,
    other(
      said,
      /^(?:(?:is|are) (?:made(?: up)?|composed|built up|put together) (?:of|from)|consists? of|uses?|contains?|comprises?|groups?|combines?|bundles?|collects?) ([a-z]+s)$/i.exec(
        said.text,
      )?.[1],
    ),
  );

/** `sign up for rehearsals`, `attends lectures`: what both sides do many times. */
export const takesPart: Rule = (said) => {
  const [, verb = "", noun] =
    /^([a-z]+)(?: (?:up|part))? (?:(?:for|in|to|at|on|with) )?(?:the |their |different )?([a-z]+s)$/i.exec(
      said.text,
    ) ?? [];
  return shared.test(thirdPerson(verb) ?? verb) ? shares(said, other(said, noun)) : undefined;
};

/** `has many comments`, `a list of steps`, `its items`. */
export const has: Rule = (said) =>
  hasMany(
    said,
    other(
      said,
      /^(?:(?:has|have|with|contains?|holds?|includes?|employs?|owns?|lists?|uses?|is made (?:up )?of|are made (?:up )?of|is composed of|consists? of|comprises?|groups?|sign up for|signs up for|can have|may have)\s+)?(?:many|several|multiple|lots of|any number of|a number of|some|zero or more|one or more|\d+ or more|a list of|its|their)\s+([\w -]+)$/i.exec(
        said.text,
      )?.[1],
    ),
  );
