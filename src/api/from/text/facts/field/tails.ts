import { wordsOf } from "../../../../names.ts";
import { inFull } from "../../words/abbreviations.ts";
import { numbered } from "../../words/kinds.ts";
import { typeByName } from "../guess.ts";

/** A name, and what is said of it. */
export interface Parted {
  readonly name: string;
  readonly saying: string;
}

/** A name without its last word, which is its type: `body` and `text` of `body text`. */
interface Tail {
  readonly name: string;
  readonly type: string;
}

/** A name, and the two halves of it where its last word can be a type. */
interface Phrase {
  readonly name: string;
  readonly halves: Tail | undefined;
}

/** Undefined where the last word is of the name. */
type Rule = (phrase: Phrase) => Tail | undefined;

/** Names behind which `text` is their type: `body text`. */
const texts =
  /^(?:title|name|body|description|desc|content|contents|notes?|bio|summary|message|comment|caption|subject|label|abstract|excerpt|intro|remarks?|address|question|answer|reply|review|feedback|reason|details?|info)$/i;

const halvesOf = (name: string): Tail | undefined => {
  const found =
    /^(\S*[a-z](?:At|On|Of|Date|Url|Until|Since|From|To|By|Day)|\S+[ _](?:at|on|until|since|from|to|by)|\S+) (date|url|text|number|time)$/.exec(
      name,
    ) ?? /^((?:.+[ _])?(date|url|number|time|text)) \2$/.exec(name);
  return found ? { name: found[1] ?? "", type: found[2] ?? "" } : undefined;
};

/** `date date`, `dt date`: the name is the type, in short. */
const twice: Rule = ({ halves }) =>
  halves && inFull(halves.name) === halves.type ? { name: halves.type, type: halves.type } : undefined;

/** `tags list`. */
const listTail: Rule = ({ name }) => {
  const found = /^(\S*[a-z]s) (?:list|lists|collection|set)$/i.exec(name)?.[1];
  return found === undefined ? undefined : { name: found, type: "list" };
};

/** `amount number`, but not `phone number`. */
const numberTail: Rule = ({ name }) => {
  const found = /^(.*?\S) number$/.exec(name)?.[1];
  const isNumber =
    found !== undefined &&
    (isIdentifier(found) ||
      /^[a-z]+[^su\s]s$/.test(found) ||
      (!numbered.test(name.toLowerCase()) &&
        typeByName(wordsOf(name).join(" ")).type !== "integer" &&
        ["number", "integer"].includes(typeByName(wordsOf(found).join(" ")).type ?? "")));
  return isNumber ? { name: found, type: "number" } : undefined;
};

/** `maxLoad`, `max_load`: written as programs write names. */
const isIdentifier = (name: string): boolean => /^[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+$/.test(name);

/** `body text`, `starts_at time`, `birthday date`. */
const typeTail: Rule = ({ halves }) => {
  if (!halves) return undefined;
  const { name, type } = halves;
  const isType =
    (type === "text" && texts.test(name)) ||
    isIdentifier(name) ||
    /[a-z](?:At|On|Of|Until|Since|From|To|By|Date|Day|Url|[ _](?:at|on|until|since|from|to|by))$|(?:^|[ _])(?:date|url|number|time|text)$/.test(
      name,
    ) ||
    (/(?:s|day|dob|born|deadline|since|until|birthdate|timestamp|moment|(?<![a-z])(?:at|on))$/i.test(name) &&
      !/^(?:start|end|due)s$/i.test(name) &&
      ["date", "datetime"].includes(typeByName(inFull(name.toLowerCase())).type ?? ""));
  return isType ? halves : undefined;
};

const rules: readonly Rule[] = [twice, listTail, numberTail, typeTail];

/** Takes a type at the end of a name to what is said of it. */
export function tailed({ name, saying }: Parted): Parted {
  const phrase = { name, halves: halvesOf(name) };
  for (const rule of rules) {
    const tail = rule(phrase);
    if (tail) return { name: tail.name, saying: `${tail.type} ${saying}` };
  }
  return { name, saying };
}
