import type { Expected } from "./score.ts";

/** A description, and what it means. */
export interface Described {
  readonly text: string;
  readonly resources: readonly Expected[];
}

/** A description told otherwise; undefined where a change has nothing to change. */
export type Change = (given: Described, pick: <T>(all: readonly T[]) => T) => Described | undefined;

export const reworded =
  (change: (text: string, pick: <T>(all: readonly T[]) => T) => string): Change =>
  ({ text, resources }, pick) => {
    const other = change(text, pick);
    return other === text ? undefined : { text: other, resources };
  };

/** One of many ways in the place of one: each is a change of its own. */
export const instead = (of: RegExp, ways: string): readonly Change[] =>
  ways.split("|").map((way) => reworded((text) => text.replaceAll(of, way)));

export const around = (frames: readonly string[]): readonly Change[] =>
  frames.map((frame) => reworded((text) => frame.replace("…", () => text.replace(/(?<=[a-z\d)])$/, "."))));

export const isProse = (text: string): boolean => /\b(?:An?|Each|Every) [a-z]+ has an? /.test(text);

/** `A book has a title, a year and a price.`: the first such sentence as (subject, noun, all but the last, the last). */
const sentence =
  /(?<=^|[.] )((?:An?|Each|Every) ([a-z]+)) has ((?:an? [a-z ]+(?: \([^()]*\))?, )*an? [a-z ]+(?: \([^()]*\))?),? and (an? [a-z]+(?: [a-z]+)?(?: \([^()]*\))?)\.(?=\s|$)/;
/** `{S}` is the subject as it was, `{n}` its noun, `{ns}` the plural, `{l}` the list, `{x}` its last part, `{y}` that without article. */
export const retold = (frames: readonly string[]): readonly Change[] =>
  frames.map((frame) =>
    reworded((text) =>
      text.replace(sentence, (whole, subject: string, noun: string, list: string, last: string) =>
        /, and|[^aeiou]y$|(?:s|x|ch|sh)$/.test(`${list}${noun}`)
          ? whole
          : frame
              .replaceAll("{S}", subject)
              .replaceAll("{ns}", `${noun}s`)
              .replaceAll("{n}", noun)
              .replaceAll("{l}", list.replace(/, (an? [^,(]*(?:\([^()]*\))?)$/, " and $1"))
              .replaceAll("{c}", list)
              .replaceAll("{x}", last)
              .replaceAll("{y}", last.replace(/^an? /, "")),
      ),
    ),
  );

const one = (words: readonly string[], between: string): string =>
  `${words.slice(0, -1).join(", ")} ${between} ${words.at(-1) ?? ""}`;
/** `a size (S, M, L)`, where these are the values: `{or}`, `{and}` and `{list}` stand for them. */
export const values = (ways: string): readonly Change[] =>
  ways.split("|").map((way): Change => ({ text, resources }) => {
    const known = new Set(
      resources.flatMap(({ fields }) => fields.flatMap((field) => field.enum?.join() ?? [])),
    );
    const other = text.replaceAll(
      /\b(an? [a-z]+(?: [a-z]+)?) (?:\(([a-z-]+(?:, (?:or )?[a-z-]+)+)\)|that is ([a-z-]+(?:, [a-z-]+)* or [a-z-]+))(?=[.,;]| and an? )/gi,
      (whole, name: string, inside: string | undefined, behind: string | undefined) => {
        const all = (inside ?? behind ?? "").split(/,? or |, /);
        if (!known.has(all.join())) return whole;
        return `${name}${way.replace("{or}", one(all, "or")).replace("{and}", one(all, "and")).replace("{list}", all.join(", "))}`;
      },
    );
    return other === text ? undefined : { text: other, resources };
  });

/** `Bookings can be cancelled and confirmed.`: `{and}` stands for the verbs, `{ing}` for `cancelling and …`, `{ns}` for the records. */
export const deeds = (ways: string): readonly Change[] =>
  ways.split("|").map((way): Change => ({ text, resources }) => {
    for (const { name, actions } of resources) {
      const verbs = actions.map((action) => action.name);
      const things = `${name}s`.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
      const plain = new RegExp(
        String.raw`(?<=^|[.] )${things.slice(0, 1)}${things.slice(1).toLowerCase()} can be [a-z]+(?:, [a-z]+)*,? (?:and|or) [a-z]+\.`,
      );
      const count = plain.exec(text)?.[0].split(/,? and |,? or |, /).length;
      if (count !== verbs.length || !verbs.every((verb) => /^[a-z]+$/.test(verb))) continue;
      const gerunds = verbs.map((verb) => (/[^e]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${verb}ing`));
      const said = way
        .replace("{and}", one(verbs, "and"))
        .replace("{or}", one(verbs, "or"))
        .replace("{ing}", one(gerunds, "and"));
      return { text: text.replace(plain, said.replaceAll("{ns}", things.toLowerCase())), resources };
    }
    return undefined;
  });

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(" ");

/** The noun of a record by another one, in the text and in what it means. */
export const renamed =
  (nouns: string): Change =>
  ({ text, resources }, pick) => {
    const spoken = new Set(text.toLowerCase().match(/[a-z]+/g));
    const taken = new Set(
      resources
        .flatMap(({ fields, actions }) => [
          ...fields.flatMap((field) => [field.name, ...(field.enum ?? [])]),
          ...actions.map(({ name }) => name),
        ])
        .flatMap(wordsOf),
    );
    const given = resources
      .map(({ name }) => name)
      .filter(
        (name) =>
          /^[A-Z][a-z]+[^sxyhz]$/.test(name) &&
          !/(?:er|or|ist)$/.test(name) &&
          !taken.has(name.toLowerCase()),
      );
    const free = nouns.split("|").filter((noun) => !noun.split(" ").some((word) => spoken.has(word)));
    if (given.length === 0 || free.length === 0) return undefined;
    const [from, to] = [pick(given).toLowerCase(), pick(free)];
    const all = (said: string): string =>
      said
        .replaceAll(
          new RegExp(String.raw`\b(an?) (?=${from}\b)`, "gi"),
          (_, article: string) => `${article.slice(0, 1)}${/^[aeio]/.test(to) ? "n" : ""} `,
        )
        .replaceAll(
          new RegExp(String.raw`\b(${from.slice(0, 1)})${from.slice(1)}(?=s?\b)`, "gi"),
          (_, first: string) => (/[A-Z]/.test(first) ? to.slice(0, 1).toUpperCase() + to.slice(1) : to),
        );
    const pascal = to.replaceAll(/(?:^| )([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const names = JSON.stringify(resources, (key, value: unknown) =>
      typeof value === "string" &&
      !["type", "kind", "default", "format"].includes(key) &&
      wordsOf(value).includes(from)
        ? value
            .replaceAll(
              new RegExp(`^${from}(?![a-z])`, "g"),
              pascal.slice(0, 1).toLowerCase() + pascal.slice(1),
            )
            .replaceAll(new RegExp(`${from.slice(0, 1).toUpperCase()}${from.slice(1)}(?![a-z])`, "g"), pascal)
        : value,
    );
    const other = all(text);
    return other === text ? undefined : { text: other, resources: JSON.parse(names) as Expected[] };
  };

export const wrapped = (width: number): Change =>
  reworded((text) =>
    text.includes("\n") || !isProse(text)
      ? text
      : text
          .split(" ")
          .reduce((all, word) =>
            (all.split("\n").at(-1) ?? "").length + 1 + word.length > width
              ? `${all}\n${word}`
              : `${all} ${word}`,
          ),
  );
