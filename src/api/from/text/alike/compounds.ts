import { capital } from "../../../../lib/index.ts";
import { nameOf } from "../state.ts";
import { typeByName } from "../facts/guess.ts";
import { namesFrom, wordsOf } from "../../../names.ts";
import type { ResourceDraft } from "../draft.ts";

/** A noun of two words as one, for the time of the reading: rules need not ask how many words a name has. */
export interface Joined {
  readonly text: string;
  /** The records, by the names that they have meanwhile. */
  readonly records: ReadonlySet<string>;
  /** The names as they were given. */
  restored(resources: readonly ResourceDraft[]): readonly ResourceDraft[];
  said(text: string): string;
}

const isNoNoun = /^(?:may|must|can|will|shall|should|might|ones?|up|in|out|off|on|down|back|over)$/;

/** `monthly fee`, `photo link`: what a record has. */
const isField = (words: string): boolean => {
  const { type = "string", format } = typeByName(words);
  return type !== "string" || format !== undefined;
};

/** Whether the last word stands for the whole somewhere: `a print job … The job has …`. */
const isShortened = (text: string, first: string, last: string): boolean =>
  new RegExp(String.raw`(?<!\b${first}[ -])\b${last}(?:e?s)?\b`, "i").test(text);

/** `coffee machine w/`, `print job(`: heads of notes. */
const head = /(?:^|[;\n.]\s*)([a-z]{2,} [a-z]{2,})(?: ?[({:]| w\/)/gi;

/** `print jobs` → `printjobs`, where print jobs are records. */
export function joined(text: string, records: ReadonlySet<string>): Joined {
  const heads = [...text.matchAll(head)].flatMap(([, phrase = ""]) => nameOf(phrase) ?? []);
  const pairs = [...new Set([...records, ...heads])].flatMap((name) => {
    const [first = "", last = "", ...more] = wordsOf(name);
    const isPair = more.length === 0 && /^[a-z]{2,} [a-z]{2,}$/.test(`${first} ${last}`);
    const often = text.match(new RegExp(String.raw`\b${first} ${last}`, "gi"))?.length ?? 0;
    return isPair &&
      often > 1 &&
      !isNoNoun.test(last) &&
      !isField(`${first} ${last}`) &&
      !isShortened(text, first, last)
      ? [{ first, last }]
      : [];
  });
  const rename = (given: string): string =>
    pairs.reduce(
      (name, { first, last }) =>
        name
          .replaceAll(first + last, first + capital(last))
          .replaceAll(capital(first + last), capital(first) + capital(last)),
      given,
    );
  return {
    records: new Set([...records, ...pairs.map(({ first, last }) => capital(first + last))]),
    text: pairs.reduce((all, { first, last }) => {
      const plural = namesFrom(last).plural.words;
      return all.replaceAll(
        // `print jobs`, `PrintJob`, `print_jobs`
        new RegExp(String.raw`\b(${first})[ _]?(${last}|${plural})\b`, "gi"),
        (_, one: string, other: string) => one + other.toLowerCase(),
      );
    }, text),
    restored: (resources) =>
      resources.map((one) => ({
        ...one,
        name: rename(one.name),
        fields: one.fields.map((field) => ({ ...field, name: rename(field.name) })),
        relations: one.relations.map((relation) => ({ ...relation, target: rename(relation.target) })),
      })),
    said: (given) =>
      pairs.reduce(
        (all, { first, last }) =>
          all.replaceAll(new RegExp(String.raw`\b(${first})(${last})`, "gi"), "$1 $2"),
        given,
      ),
  };
}
