import { capable, incapable, timed } from "./abilities.ts";
import { markField } from "./fields.ts";
import type { Draft } from "./draft.ts";
import {
  add,
  belonging,
  bound,
  change,
  defaultTo,
  describing,
  each,
  fresh,
  mark,
  marksOf,
  markWords,
  parted,
  phrases,
  remove,
  rename,
  resourcesOf,
  valueName,
  valueOf,
  type Step,
} from "./meaning.ts";
import { bare, find, resourceNamed, target } from "./targets.ts";

interface Form {
  readonly at: RegExp;
  /** Applies the form; undefined if the sentence belongs to another form. */
  read(parts: readonly string[], draft: Draft): Step | undefined;
}

const removing =
  /^(?:remove|delete|drop|erase|discard|eliminate|get rid of|throw (?:away|out)|take(?: out| away|(?= \S+ out of))|stop (?:storing|tracking|keeping|using)) (.+)$/i;
const unwanted =
  /^we (?:no longer|don't|do not) (?:need|want|use|have|store|keep|track) (?:an? |any )?(.+?)$/i;
const obsolete = /^(.+?) (?:is|are)(?: no longer|n't| not) (?:needed|used|wanted|stored|kept|tracked)$/i;

/** Wordings for a field that is optional, and for one that always has a value. */
const needless =
  "(?:is|are)(?: no longer|n't| not)|(?:need|should)(?:n't| not)|(?:does|do)(?:n't| not) (?:have|need) to|no longer (?:has|have|needs?) to";
const filled = "(?:given|filled(?: in| out)?|provided|present|specified|entered)";
const within = "(?: (?:in|on|of|for|across|among|within) (?:all )?(.+))?";

const bounding =
  "(?:make |limit |restrict |shorten )?(.+?) (?:(?:is|are|has|have|goes|go|ranges?|(?:must|should|may|can) (?:be|have)|to) )?";
const amount = String.raw`-?\d+(?:\.\d+)?`;
const unit = "(?: (?:characters|items))?(?: long)?";
const possessing = "(?:should |must )?(?:also )?(?:has|have|carry|carries|gets?|needs?|includes?)";

const keeping = "(?:record|track|store|keep|save|note)";
const article = "(?:an? |the |each )?";
const being = "(?:was|is|were|are|got|gets)";

const isField = (list: string, draft: Draft): boolean =>
  find(phrases(list, "")[0] ?? "", resourcesOf(draft)).some(
    ({ kind }) => kind === "field" || kind === "relation",
  );

const markAll = (list: string, word: string, draft: Draft, of?: string): Step =>
  each(list, of, draft, (now, phrase) => mark(now, phrase, marksOf(word)));

/** `note is now required; existing ones get none` */
function requiredWith(draft: Draft, phrase: string, text: string): Step {
  const found = target(phrase, resourcesOf(draft), ["field"]);
  const fill = valueOf(draft, found, text);
  return { draft: markField(draft, found.resource, [found.name, { required: true, fill }]) };
}

/** Sentence forms, most specific first. `read` receives the groups of the pattern. */
export const forms: readonly Form[] = [
  {
    at: /^(?:remove|delete|drop) (.+?),? (?:and )?(?:use|using|turn(?:ing)? (?:it|them) into) (\S+)(?: instead)?$/i,
    read: ([what = "", into = ""], draft) => ({ draft: remove(draft, what, valueName(into)) }),
  },
  {
    at: /^(?:remove|delete|drop) the (?:link|relation|relationship|connection) between (.+) and (.+)$/i,
    read: (parts, draft) => ({ draft: parted(draft, parts) }),
  },
  ...[removing, unwanted, obsolete].map((at): Form => ({
    at,
    read: ([list = ""], draft) => each(list, undefined, draft, (now, phrase) => remove(now, phrase)),
  })),
  {
    at: new RegExp(`^(.+?) (?:${needless}) (?:be )?(${markWords}|${filled})$`, "i"),
    read: ([list = "", word = ""], draft) => markAll(list, `not ${word}`, draft),
  },
  {
    at: /^(.+?) (?:may|can) be (?:left )?(?:empty|missing|null|blank|omitted)$/i,
    read: ([list = ""], draft) => (isField(list, draft) ? markAll(list, "optional", draft) : undefined),
  },
  {
    at: new RegExp(`^(.+?) (?:must|has to|have to|needs? to|should)(?: always)? be ${filled}$`, "i"),
    read: ([list = ""], draft) => markAll(list, "required", draft),
  },
  {
    at: /^no two (.+?) (?:can|may|must|should) (?:share|have) (?:the same |an? )(.+)$/i,
    read: ([of = "", list = ""], draft) => markAll(list, "unique", draft, of),
  },
  {
    at: /^(.+?) (?:can no longer|can't|cannot|can not) be (\w+)$/i,
    read: ([subject = "", state = ""], draft) => {
      const resource = resourceNamed(subject, resourcesOf(draft));
      return resource && { draft: incapable(draft, resource, state) };
    },
  },
  {
    at: /^(.+?) (?:no longer|doesn't|does not|don't|do not) (?:has|have|needs?) (?:an? |any )?(.+?)$/i,
    read: ([of, list = ""], draft) => each(list, of, draft, (now, phrase) => remove(now, phrase)),
  },
  {
    at: /^(?:rename|change the name of) (.+?) (?:to|as|into|->|→) (.+?)(?: (?:in|on|of|for) (.+))?$/i,
    read: ([what = "", to = "", of], draft) => ({
      draft: rename(draft, of === undefined ? what : `${what} of ${of}`, to),
    }),
  },
  {
    at: /^(.+?) (?:is|are|should be|must be|will be) (?:now |from now on )?(?:called|named|renamed to) (.+)$/i,
    read: ([what = "", to = ""], draft) => ({ draft: rename(draft, what, to) }),
  },
  ...[
    /^(.+?) ?(?:->|→) ?(?:\w+\.)?(\w+)$/,
    /^(?:call|name) (.+?) (\S+)$/i,
    /^instead of (.+?),? (?:we |please )?(?:say|use|write|call (?:it|them)) (.+)$/i,
    /^swap (?:out )?(.+?) for (\S+ (?:in|of|on) .+|\S+)$/i,
  ].map((at): Form => ({
    at,
    read: ([what = "", to = ""], draft) => {
      const [name = "", of] = to.split(/ (?:in|of|on) /);
      const phrase = of === undefined ? what : `${what} of ${of}`;
      return find(phrase, resourcesOf(draft)).length ? { draft: rename(draft, phrase, name) } : undefined;
    },
  })),
  {
    at: new RegExp(`^(?:make|mark|set|turn) (.+?) (?:as |to |to be |into )?(${markWords})${within}$`, "i"),
    read: ([list = "", word = "", of], draft) => markAll(list, word, draft, of),
  },
  {
    at: new RegExp(
      `^make (.+?) required,? (?:and )?(?:filled? (?:it |them )?(?:in )?with|with|using) (.+?)(?: for .+)?$`,
      "i",
    ),
    read: ([phrase = "", text = ""], draft) => {
      return requiredWith(draft, phrase, text);
    },
  },
  {
    at: new RegExp(
      `^(?:make )?(.+?)(?: (?:is|are|becomes?))?(?: now)? required(?: now)?[,;:.]? (?:and )?existing \\w+ (?:get|become|have) (?!deleted|removed)(.+)$`,
      "i",
    ),
    read: ([phrase = "", text = ""], draft) => requiredWith(draft, phrase, text),
  },
  {
    at: new RegExp(
      `^(.+?) (?:is|are|must be|should be|becomes?|has to be) (?:now |also )?(${markWords})(?: now)?${within}$`,
      "i",
    ),
    read: ([list = "", word = "", of], draft) =>
      isField(list, draft) ? markAll(list, word, draft, of) : undefined,
  },
  {
    at: /^(?:make|set|change) (?:the )?default(?: value)? (?:of|for) (.+?) (?:to|as) (.+)$/i,
    read: ([phrase = "", value = ""], draft) => defaultTo(draft, phrase, value),
  },
  {
    at: /^(.+?) (?:defaults to|is by default|should default to) (.+)$/i,
    read: ([phrase = "", value = ""], draft) => defaultTo(draft, phrase, value),
  },
  {
    at: /^(?:by default,?|(?:the )?default(?: value)? (?:of|for)) (.+?)(?: is| should be|:) (.+)$/i,
    read: ([phrase = "", value = ""], draft) => defaultTo(draft, phrase, value),
  },
  {
    at: /^(?:limit|restrict|shorten|make|set) (.+?) (?:to )?(?:max )?(\d+)(?: characters)?(?: long)?$/i,
    read: ([phrase = "", most], draft) => bound(draft, phrase, [undefined, most]),
  },
  {
    at: new RegExp(
      `^${bounding}(?:at most|up to|limited to|no (?:longer|more) than) (${amount})${unit}$`,
      "i",
    ),
    read: ([phrase = "", most], draft) => bound(draft, phrase, [undefined, most]),
  },
  {
    at: new RegExp(`^${bounding}(?:at least|no (?:shorter|less) than) (${amount})${unit}$`, "i"),
    read: ([phrase = "", least], draft) => bound(draft, phrase, [least, undefined]),
  },
  {
    at: /^(?:set|raise|lower|increase|reduce|change) (?:the )?(min|max)\w*(?: length| value)? (?:of|for) (.+) to (\d+)$/i,
    read: ([end = "", phrase = "", bounds], draft) =>
      bound(draft, phrase, /min/i.test(end) ? [bounds, undefined] : [undefined, bounds]),
  },
  {
    at: /^(.+?) (?:must not|may not|cannot|can't|must never|can not) be negative$/i,
    read: ([phrase = ""], draft) => bound(draft, phrase, ["0", undefined]),
  },
  {
    at: new RegExp(`^${bounding}(?:between |from )?(${amount}) (?:and|to) (${amount})${unit}$`, "i"),
    read: ([phrase = "", least, most], draft) => bound(draft, phrase, [least, most]),
  },
  {
    at: /^(?:change|convert|turn|switch|make|set|store|keep) (?:the type of )?(.+?) (?:to be|to|into|as) (?:an? )?(.+)$/i,
    read: ([phrase = "", to = ""], draft) => change(draft, phrase, to),
  },
  {
    at: /^make (.+?) (an? .+|[a-z]+\(.*\)|[a-z]+)$/i,
    read: ([phrase = "", to = ""], draft) => change(draft, phrase, to),
  },
  {
    at: /^(?:change|replace) (.+?) (?:to|by|with) (.+)$/i,
    read: ([phrase = "", to = ""], draft) => ({ draft: rename(draft, phrase, to) }),
  },
  {
    at: /^(.+?) (?:is|are|should be|must be|becomes?) (?:now )?(.+)$/i,
    read: ([phrase = "", to = ""], draft) => change(draft, phrase, to),
  },
  {
    at: /^(?:an? |each |every )?(.+?) (?:also |now )?(?:must |should )?belongs? to (.+)$/i,
    read: (parts, draft) => belonging(draft, parts),
  },
  {
    at: /^add (.+?) (?:to|on) ([\w ]+?)(?:: | \(|, )(.+?)\)?$/i,
    read: ([what = "", where = "", values = ""], draft) => {
      const resource = resourceNamed(where, resourcesOf(draft));
      const isCount = /^(?:(?:the|two|three|four|some|\d+) )?(?:new |more )?fields?$/i.test(what);
      return resource && describing(resource.name, isCount ? values : `${bare(what)} (${values})`, draft);
    },
  },
  { at: /^add to (.+?): (.+)$/i, read: ([where = "", what = ""], draft) => add([what, where], draft) },
  {
    at: /^add (.+) as (?:an? |another )?(?:possible |new )?(.+)$/i,
    read: (parts, draft) => (isField(parts[1] ?? "", draft) ? add(parts, draft) : undefined),
  },
  { at: /^(?:add|introduce|append|include|insert) (.+) (?:to|on|into) (.+)$/i, read: add },
  {
    at: /^(?:expand|extend) (.+) (?:by|with) (.+)$/i,
    read: ([where = "", what = ""], draft) => add([what, where], draft),
  },
  {
    at: new RegExp(`^${keeping} when ${article}(.+?) ${being} ((?:first |last )?\\w+)$`, "i"),
    read: ([subject = "", participle = ""], draft) => {
      const resource = resourceNamed(subject, resourcesOf(draft));
      return resource && { draft: timed(draft, resource.name, participle) };
    },
  },
  {
    at: /^(?:add|introduce|include) (?:an? |the )?(?:new )?(?:resource (?:called |named )?)?(.+?)(?: resource)?(?: with (.+))?$/i,
    read: ([name = "", has], draft) =>
      resourceNamed(name, resourcesOf(draft)) || / (?:as|of|to|in|on|for) /.test(name)
        ? undefined
        : fresh(name, has),
  },
  {
    at: /^(?:give) (?:an? |the |every |each |all )?(\S+) (.+)$/i,
    read: ([where = "", what = ""], draft) => add([what, where], draft),
  },
  {
    at: /^(.+?) (?:can|may|could|should be able to) (?:also |now )*be (.+)$/i,
    read: ([subject = "", list = ""], draft) => {
      const resource = resourceNamed(subject, resourcesOf(draft));
      const can = list.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/);
      if (resource && can.every((word) => /^[a-z]+$/i.test(word)))
        return { draft: can.reduce((now, word) => capable(now, resource.name, word.toLowerCase()), draft) };
      const [found] = resource ? [] : find(subject, resourcesOf(draft));
      return found?.kind === "field" ? add([list, subject], draft) : undefined;
    },
  },
  {
    at: /^(.+?) must (?:always )?have (?:an? )?(.+)$/i,
    read: ([of = "", what = ""], draft) =>
      isField(`${what} of ${of}`, draft) ? markAll(what, "required", draft, of) : undefined,
  },
  {
    at: new RegExp(
      `^(?:have )?(.+?) (?:also |now |additionally |further )*${possessing} (?:also |now )?(.+)$`,
      "i",
    ),
    read: ([subject = "", what = ""], draft) => {
      const resource = resourceNamed(subject, resourcesOf(draft));
      return resource && describing(resource.name, what, draft);
    },
  },
];

/** Returns the change that a sentence asks for; undefined if no form matches. */
export function readChange(sentence: string, draft: Draft): Step | undefined {
  for (const { at, read } of forms) {
    const [, ...parts] = at.exec(sentence) ?? [];
    const step = parts.length ? read(parts, draft) : undefined;
    if (step) return step;
  }
  return undefined;
}
