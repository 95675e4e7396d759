import { capable } from "./abilities.ts";
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
  marks,
  markWords,
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
  /** Undefined: it is another form's. */
  read(parts: readonly string[], draft: Draft): Step | undefined;
}

/** Forms of sentences, the more special first. Parts are what their groups hold. */
export const forms: readonly Form[] = [
  {
    at: /^(?:remove|delete|drop) (.+?),? (?:and )?(?:use|using|turn(?:ing)? (?:it|them) into) (\S+)(?: instead)?$/i,
    read: ([what = "", into = ""], draft) => ({ draft: remove(draft, what, valueName(into)) }),
  },
  {
    at: /^(?:remove|delete|drop|erase|discard|eliminate|get rid of|take (?:out|away)) (.+)$/i,
    read: ([list = ""], draft) => each(list, undefined, draft, (now, phrase) => remove(now, phrase)),
  },
  {
    at: /^(.+?) (?:no longer|doesn't|does not|don't|do not) (?:has|have|needs?) (?:an? |any )?(.+?)(?: any ?more| any longer)?$/i,
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
  {
    at: new RegExp(
      `^(?:make|mark|set|turn) (.+?) (?:as |to |to be |into )?(${markWords})(?: (?:in|on|of|for) (.+))?$`,
      "i",
    ),
    read: ([list = "", word = "", of], draft) =>
      each(list, of, draft, (now, phrase) => mark(now, phrase, marks[word.toLowerCase()] ?? {})),
  },
  {
    at: new RegExp(
      `^make (.+?) required,? (?:and )?(?:filled? (?:it |them )?(?:in )?with|with|using) (.+?)(?: for .+)?$`,
      "i",
    ),
    read: ([phrase = "", text = ""], draft) => {
      const found = target(phrase, resourcesOf(draft), ["field"]);
      const fill = valueOf(draft, found, text);
      return { draft: markField(draft, found.resource, [found.name, { required: true, fill }]) };
    },
  },
  {
    at: new RegExp(
      `^(.+?) (?:is|are|must be|should be|becomes?|has to be) (?:now |also )?(${markWords})(?: now)?$`,
      "i",
    ),
    read: ([list = "", word = ""], draft) =>
      find(phrases(list, "")[0] ?? "", resourcesOf(draft)).length === 0
        ? undefined
        : each(list, undefined, draft, (now, phrase) => mark(now, phrase, marks[word.toLowerCase()] ?? {})),
  },
  {
    at: /^(.+?) (?:is|are) no longer (required|mandatory|unique)$/i,
    read: ([list = "", word = ""], draft) =>
      each(list, undefined, draft, (now, phrase) =>
        mark(now, phrase, marks[`not ${word.toLowerCase()}`] ?? {}),
      ),
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
    at: /^(?:the )?default(?: value)? (?:of|for) (.+?) (?:is|should be) (.+)$/i,
    read: ([phrase = "", value = ""], draft) => defaultTo(draft, phrase, value),
  },
  {
    at: /^(?:limit|restrict|make|set) (.+?) (?:to )?(?:at most |up to |max |no longer than )?(\d+)(?: characters)?(?: long)?$/i,
    read: ([phrase = "", most], draft) => bound(draft, phrase, [undefined, most]),
  },
  {
    at: /^(?:make |limit )?(.+?) (?:is |must be |should be |to )?(?:at most|up to|no longer than) (\d+)(?: characters)?(?: long)?$/i,
    read: ([phrase = "", most], draft) => bound(draft, phrase, [undefined, most]),
  },
  {
    at: /^(?:make )?(.+?) (?:is |must be |should be |has )?at least (\d+)(?: characters)?(?: long)?$/i,
    read: ([phrase = "", least], draft) => bound(draft, phrase, [least, undefined]),
  },
  {
    at: /^(?:make |limit )?(.+?) (?:is |must be |should be |to )?between (-?\d+) and (-?\d+)(?: characters)?(?: long)?$/i,
    read: ([phrase = "", least, most], draft) => bound(draft, phrase, [least, most]),
  },
  {
    at: /^(?:change|convert|turn|make|set) (?:the type of )?(.+?) (?:to be|to|into) (?:an? )?(.+)$/i,
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
  { at: /^(?:add|introduce|append|include) (.+) (?:to|on|into) (.+)$/i, read: add },
  {
    at: /^(?:add|introduce|include) (?:an? |the )?(?:new )?(?:resource (?:called |named )?)?(.+?)(?: resource)?(?: with (.+))?$/i,
    read: ([name = "", has], draft) =>
      resourceNamed(name, resourcesOf(draft)) ? undefined : fresh(name, has),
  },
  {
    at: /^(?:give) (?:an? |the |every |each |all )?(\S+) (.+)$/i,
    read: ([where = "", what = ""], draft) => add([what, where], draft),
  },
  {
    at: /^(.+?) (?:can|may|could) (?:also |now )*be (.+)$/i,
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
    at: /^(.+?) (?:also |now |additionally |further )*(?:has|have|gets?|needs?|includes?|should have|must have) (?:also |now )?(.+)$/i,
    read: ([subject = "", what = ""], draft) => {
      const resource = resourceNamed(subject, resourcesOf(draft));
      return resource && describing(resource.name, what, draft);
    },
  },
];

/** The change that a sentence means; undefined where no form of it is one. */
export function readChange(sentence: string, draft: Draft): Step | undefined {
  for (const { at, read } of forms) {
    const [, ...parts] = at.exec(sentence) ?? [];
    const step = parts.length ? read(parts, draft) : undefined;
    if (step) return step;
  }
  return undefined;
}
