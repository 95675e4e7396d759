import { rules, takeRules, uncontracted } from "../../words/sayings.ts";
import { type Step, articles, reworded } from "./step.ts";

const perhaps =
  /^(?:and\s+)?(?:may|might|can|could)\s+(?:also\s+)?(?:have|carry|hold|include|contain|bear)\s+(?=an?\s|the\s|its\s|some\s)/i;

/** `may have a nickname`, `needs a title`, `maybe a note`: whether there must be one. */
export const obliged: Step = (text, { draft }) => {
  if (perhaps.test(text)) draft.required = false;
  if (/^(?:and\s+)?needs?\s+(?:an?|the|its)\s/i.test(text)) draft.required = true;
  if (/^(?:and\s+)?(?:maybe|perhaps|possibly|optionally)\s/i.test(text)) draft.required = false;
  return text;
};

/** `any number of aliases`. */
export const anyNumber: Step = (text, { draft }) => {
  const open = /^(?:and )?any number of ([a-z][\w ]*)$/i.exec(text.trim());
  if (open) draft.type = "array";
  return uncontracted(open?.[1] ?? text);
};

/** `and also its owner's name.`: without articles, possessives and what ends a sentence. */
export const bare: Step = (text) =>
  text
    .trim()
    .replace(perhaps, "")
    .replace(/^(?:may|might)\s+(?!be\b)/i, "")
    .replace(articles, "")
    .replace(/^([a-z]+)['’]s?\s+(?=[a-z])/i, "$1 ")
    .replace(/[.;:]+$/, "");

/** `no uniq` is a number that is unique. */
export const noNumber = reworded(
  /^no(?=\.?(?:$|[!*(]| (?:uniq|req|opt|int|str|unique|required|optional|string|number)\b))\.?/i,
  "number",
);

/** `status ⟦E1⟧`: the values of its mark. */
export const valued: Step = (text, { draft, enums }) => {
  const mark = /⟦E\d+⟧/.exec(text);
  if (!mark) return text;
  draft.values = enums.get(mark[0]) ?? [];
  return text.replace(mark[0], " ⟦⟧ ");
};

/** `a phone number if there is one`. */
export const ifAny: Step = (text, { draft }) => {
  const found =
    /[ ,(]+if (?:there (?:is|are|was|were) (?:one|any|some)|it is \w+|it has one|one exists|they have one)\)?$/i.exec(
      text,
    );
  if (!found || /^(?:flag|boolean|indicator|marker|note|mark)\b/i.test(text)) return text;
  draft.required = false;
  return text.slice(0, found.index);
};

/** `at least a name`. */
export const atLeast: Step = (text, { draft }) => {
  const found = /^at least (?=(?:an?|one|the) )/i.exec(text);
  if (!found) return text;
  draft.required = true;
  return text.slice(found[0].length).replace(articles, "");
};

/** `at most 20 seats`: the name before its limit. */
export const limitFirst = reworded(
  /^(?:(?:has|have|holds|takes|allows|needs|lasts|seats)\s+)?((?:at most|at least|up to|no more than|no fewer than|exactly|(?:an? )?(?:maximum|minimum) of)\s+\S+|(?:\d+|one|two|three|four|five|zero)\s*(?:\.\.|-|–|to)\s*(?:\d+|[a-z]+))\s+([a-z]+s)$/i,
  "$2 $1",
);

/** `list of tags`, `several nicknames`. */
export const listed: Step = (text, { draft }) => {
  const found =
    /^(?:list|array|set|collection|bunch|any number|variable number|arbitrary number|couple) of (\w+.*)$/i.exec(
      text,
    ) ??
    /^(?:zero or more|one or more|any|several|multiple|various|some) ((?!number\b)[a-z]+(?: [a-z]+)?s)$/i.exec(
      text,
    );
  if (!found) return text;
  draft.type = "array";
  return found[1] ?? text;
};

/** `required unique email`: what is said before the name. */
export const leading: Step = (text, { draft }) => {
  const found =
    /^((?:(?:required|optional|unique|mandatory|compulsory|obligatory|nullable|non-?negative|read-?only|(?:auto(?:matically)?|system|server)[ -](?:generated|assigned|set|filled|computed)|(?:\d+|two|three|four|five|six|eight|ten)[ -](?:characters?|chars?|letters?|digits?))\s+(?:and\s+)?)+)(?=\w)/i.exec(
      text,
    );
  if (!found || /^(?:flag|field|boolean)\b/i.test(text.slice(found[0].length))) return text;
  takeRules(found[0], draft, rules);
  return text.slice(found[0].length).replace(articles, "");
};
