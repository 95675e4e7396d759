import { capable, incapable, timed } from "./abilities.ts";
import { add, describing } from "./adding.ts";
import { markField } from "./fields.ts";
import type { Draft } from "./draft.ts";
import { form, type Form } from "./form.ts";
import {
  belonging,
  bound,
  change,
  defaultTo,
  each,
  fresh,
  isRequired,
  mark,
  marksOf,
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
import { apart, combined, together } from "./unique.ts";

const isField = (list: string, draft: Draft): boolean =>
  find(phrases(list, "")[0] ?? "", resourcesOf(draft)).some(
    ({ kind }) => kind === "field" || kind === "relation",
  );

const removeAll: Form["read"] = ([list = "", of], draft) =>
  each(list, of, draft, (now, phrase) => remove(now, phrase));

const markAll = (list: string, word: string, draft: Draft, of?: string): Step =>
  each(list, of, draft, (now, phrase) => mark(now, phrase, marksOf(word)));

const marking: Form["read"] = ([list = "", word = "", of], draft) =>
  isField(list, draft) ? markAll(list, word, draft, of) : undefined;

const renaming: Form["read"] = ([what = "", to = "", of], draft) => ({
  draft: rename(draft, of === undefined ? what : `${what} of ${of}`, to),
});

/** Renames something that exists; in `caption in Topic`, the new name is followed by the resource. */
const saying: Form["read"] = ([what = "", to = ""], draft) => {
  const [name = "", of] = to.split(/ (?:in|of|on) /);
  const phrase = of === undefined ? what : `${what} of ${of}`;
  return find(phrase, resourcesOf(draft)).length ? { draft: rename(draft, phrase, name) } : undefined;
};

/** `note is now required; existing ones get none` */
const requiring: Form["read"] = ([phrase = "", text = ""], draft) => {
  const found = target(phrase, resourcesOf(draft), ["field"]);
  const fill = valueOf(draft, found, text);
  return { draft: markField(draft, found.resource, [found.name, { required: true, fill }]) };
};

const defaulting: Form["read"] = ([phrase = "", value = ""], draft) => defaultTo(draft, phrase, value);
const retyping: Form["read"] = ([phrase = "", to = ""], draft) => change(draft, phrase, to);
const most: Form["read"] = ([phrase = "", end], draft) => bound(draft, phrase, [undefined, end]);
const least: Form["read"] = ([phrase = "", end], draft) => bound(draft, phrase, [end, undefined]);

/** Applies a sentence whose first slot names a resource. */
const ofResource =
  (read: (of: string, slots: readonly string[], draft: Draft) => Step | undefined): Form["read"] =>
  ([subject = "", ...slots], draft) => {
    const resource = resourceNamed(subject, resourcesOf(draft));
    return resource && read(resource.name, slots, draft);
  };

/** Adds actions to a resource, or values to a field. */
const enabling: Form["read"] = ([subject = "", list = ""], draft) => {
  const resource = resourceNamed(subject, resourcesOf(draft));
  const can = list.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/);
  if (resource && can.every((word) => /^[a-z]+$/i.test(word)))
    return { draft: can.reduce((now, word) => capable(now, resource.name, word.toLowerCase()), draft) };
  const [found] = resource ? [] : find(subject, resourcesOf(draft));
  return found?.kind === "field" ? add([list, subject], draft) : undefined;
};

/** Marks an existing member as required, or adds a required one. */
function having(of: string, what: string, draft: Draft): Step | undefined {
  if (isField(`${what} of ${of}`, draft)) return markAll(what, "required", draft, of);
  const resource = resourceNamed(of, resourcesOf(draft));
  return resource && describing(resource.name, `a required ${what}`, draft);
}

/** `members don't need a phone`: members that are all required become optional, others are removed. */
const needless: Form["read"] = ([of = "", list = ""], draft) =>
  phrases(list, of).every((phrase) => isRequired(phrase, draft))
    ? markAll(list, "optional", draft, of)
    : removeAll([list, of], draft);

const addingTo: Form["read"] = ([where = "", what = ""], draft) => add([what, where], draft);

/** Sentence forms, most specific first. */
export const forms: readonly Form[] = [
  form(
    "(remove|delete|drop) {},? [and ](use|using|turn[ing] (it|them) into) {1}[ instead]",
    ([what = "", into = ""], draft) => ({ draft: remove(draft, what, valueName(into)) }),
  ),
  form(
    "(remove|delete|drop) the (link|relation|relationship|connection) between {+} and {+}",
    (slots, draft) => ({ draft: parted(draft, slots) }),
  ),
  form(
    "(remove|delete|drop) [the ]{<mark>}(ness)?[ constraint| rule| requirement] (from|of|on|for) {}",
    ([word = "", list = ""], draft) => markAll(list, `not ${word}`, draft),
  ),
  form("(<not>|never) require [an? |the ]{}", ([list = ""], draft) => markAll(list, "optional", draft)),
  form("(remove|delete|drop|erase|discard|eliminate|get rid of|throw (away|out)) {}", removeAll),
  form("(take( out| away|(?= \\S+ out of))|stop (storing|tracking|keeping|using)) {}", removeAll),
  form("we (no longer|don't|do not) (need|want|use|have|store|keep|track) [an? |any ]{}", removeAll),
  form("{} <gone> (needed|used|wanted|stored|kept|tracked)", removeAll),
  form(
    "{} (<gone>|(need|should)(n't| not)|(does|do)(n't| not) (have|need) to|no longer (has|have|needs?) to) [be ]{<mark>|<filled>}",
    ([list = "", word = ""], draft) => markAll(list, `not ${word}`, draft),
  ),
  form("{} (may|can) be [left ](empty|missing|null|blank|omitted)", ([list = ""], draft) =>
    marking([list, "optional"], draft),
  ),
  form("{} (must|has to|have to|needs? to|should)[ always] be <filled>", ([list = ""], draft) =>
    markAll(list, "required", draft),
  ),
  form("{} <gone> [now ]unique <per> {+}", apart),
  form("{} <be> [now |also ]unique <per> {+}", together),
  form("[the ]combination of {+} <be> [now ]unique[ (in|of|for|within) {}]", combined),
  form("{+} <be> [now ]unique together[ (in|of|for|within) {}]", combined),
  form("no two {} (can|may|must|should) (share|have) the same {.+ and .+}", together),
  form("no two {} (can|may|must|should) (share|have) (the same |an? ){}", ([of = "", list = ""], draft) =>
    markAll(list, "unique", draft, of),
  ),
  form("{} (can no longer|can't|cannot|can not) be {\\w+}", ([subject = "", state = ""], draft) => {
    const resource = resourceNamed(subject, resourcesOf(draft));
    return resource && { draft: incapable(draft, resource, state) };
  }),
  form("{} <not> needs? [an? |any |the ]{}", needless),
  form("{} <not> (has|have) [an? |any ]{}", ([of = "", list = ""], draft) => removeAll([list, of], draft)),
  form("(rename|change the name of) {} (to|as|into|->|→) {}[ (in|on|of|for) {}]", renaming),
  form("{} <be> [now |from now on ](called|named|renamed to) {}", ([what = "", to = ""], draft) =>
    renaming([what, to], draft),
  ),
  form("{} ?(->|→) ?[\\w+\\.]{\\w+}", saying),
  form("(call|name) {} {1}", saying),
  form("instead of {},? [we |please ](say|use|write|call (it|them)) {}", saying),
  form("swap [out ]{} for {\\S+ (?:in|of|on) .+|\\S+}", saying),
  form(
    "(make|mark|set|turn) {} [as |to |to be |into ][an? ]{<mark>}[ field]<within>",
    ([list = "", word = "", of], draft) => markAll(list, word, draft, of),
  ),
  form("make {} required,? [and ](filled? [it |them ][in ]with|with|using) {}[ for .+]", requiring),
  form(
    "[make ]{}[ is| are| becomes?][ now] required[ now],?;?:?\\.? [and ]existing \\w+ (get|become|have) {(?!deleted|removed).+}",
    requiring,
  ),
  form("{} (is|are|must be|should be|becomes?|has to be) [now |also ]{<mark>}[ now]<within>", marking),
  form("(make|set|change) [the ]default[ value] (of|for) {} (to|as) {}", defaulting),
  form("{} (defaults to|is by default|should default to) {}", defaulting),
  form("(by default,?|[the ]default[ value] (of|for)) {}( is| should be|:) {}", defaulting),
  form("(limit|restrict|shorten|make|set) {} [to ][max ]{\\d+}[ characters][ long]", most),
  form("<bounding>(at most|up to|limited to|no (longer|more) than) {<amount>}<unit>", most),
  form(
    "{} (can |may )?(have|has) (at most|up to|no more than) {\\d+} {}",
    ofResource((of, [end = "", what = ""], draft) => bound(draft, `${what} of ${of}`, [undefined, end])),
  ),
  form("<bounding>(at least|no (shorter|less) than) {<amount>}<unit>", least),
  form(
    "(set|raise|lower|increase|reduce|change) [the ]{min|max}(imum)?[ length| value] (of|for) {} to {\\d+}",
    ([end = "", phrase = "", value = ""], draft) => (/min/i.test(end) ? least : most)([phrase, value], draft),
  ),
  form(
    "{} (must not|may not|cannot|can't|can not|(must|can|may|should) never) be (negative|(below|less than|under) (zero|0))",
    ([phrase = ""], draft) => least([phrase, "0"], draft),
  ),
  form("<bounding>[between |from ]{<amount>} (and|to) {<amount>}<unit>", ([phrase = "", ...ends], draft) =>
    bound(draft, phrase, ends),
  ),
  form(
    "(change|convert|turn|switch|make|set|store|keep) [the type of ]{} (to be|to|into|as) [an? ]{}",
    retyping,
  ),
  form("make {} {an? .+|[a-z]+\\(.*\\)|[a-z]+}", retyping),
  form("{} (<be>|can be|may be) [always ](one|any|either) of {}", ([phrase = "", list = ""], draft) =>
    change(draft, phrase, `enum(${phrases(list, "").map(valueName).join(", ")})`),
  ),
  form("(change|replace) {} (to|by|with) {}", renaming),
  form("{} (is|are|should be|must be|becomes?) [now ]{}", retyping),
  form("[an? |each |every ]{} [also |now ][must |should ]belongs? to {}", (slots, draft) =>
    belonging(draft, slots),
  ),
  form("add {} (to|on) {[\\w ]+?}(: | \\(|, ){}\\)?", ([what = "", where = "", values = ""], draft) => {
    const isCount = /^(?:(?:the|two|three|four|some|\d+) )?(?:new |more )?fields?$/i.test(what);
    const resource = resourceNamed(where, resourcesOf(draft));
    return resource && describing(resource.name, isCount ? values : `${bare(what)} (${values})`, draft);
  }),
  form("add to {}: {}", addingTo),
  form("add {+} as [an? |another ][possible |new ]{}", (slots, draft) =>
    isField(slots[1] ?? "", draft) ? add(slots, draft) : undefined,
  ),
  form("(add|introduce|append|include|insert) {+} (to|on|into) {}", add),
  form("(expand|extend) {+} (by|with) {}", addingTo),
  form(
    "(record|track|store|keep|save|note) when [an? |the |each ]{} (was|is|were|are|got|gets) {(?:first |last )?\\w+}",
    ofResource((of, [participle = ""], draft) => ({ draft: timed(draft, of, participle) })),
  ),
  form(
    "(add|introduce|include) [an? |the ][new ][resource [called |named ]]{}[ resource][ with {}]",
    ([name = "", has], draft) =>
      resourceNamed(name, resourcesOf(draft)) || / (?:as|of|to|in|on|for) /.test(name)
        ? undefined
        : fresh(name, has),
  ),
  form("give [an? |the |every |each |all ]{1} {}", addingTo),
  form("{} (can|may|could|should be able to) [also |now ]*be {}", enabling),
  form(
    "({} must [always |also ](have|include|contain|carry|state|specify)|(every|each|all) {} needs?) [an? ]{}",
    ([must, every, what = ""], draft) => having(must ?? every ?? "", what, draft),
  ),
  form(
    "[have ]{} [also |now |additionally |further ]*<have> [also |now ]{}",
    ofResource((of, [what = ""], draft) => describing(of, what, draft)),
  ),
];

/** Returns the change that a sentence asks for, or else the first name in it that nothing has, if a form matches. */
export function readChange(sentence: string, draft: Draft): Step {
  let unknown: string | undefined;
  for (const { at, read } of forms) {
    const [, ...slots] = at.exec(sentence) ?? [];
    const step = slots.length ? read(slots, draft) : undefined;
    if (step) return step;
    const [name = ""] = slots;
    if (name !== "" && !find(name, resourcesOf(draft)).length) unknown ??= name;
  }
  return { unknown };
}
