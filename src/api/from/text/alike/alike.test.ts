import { describe as suite, expect, it } from "vitest";
import { describe } from "../index.ts";

const parts = {
  kennel: "A kennel has a name (required), a street and a size that is one of small, medium and large.",
  dog: "A show dog belongs to a kennel and has a nickname, a birth date and a trained flag.",
  deeds: "You can wash and groom show dogs.",
};
const plain = Object.values(parts).join(" ");

const read = (text: string): readonly string[] =>
  describe(text)
    .resources.map(
      ({ name, fields, relations, actions }) =>
        `${name}: ${fields.map((field) => JSON.stringify(field, Object.keys(field).toSorted())).join(" ")} | ${relations.map(({ kind, target }) => `${kind} ${target}`).join(", ")} | ${actions.join(" ")}`,
    )
    .toSorted();

const told = (changed: Partial<typeof parts>): string => Object.values({ ...parts, ...changed }).join(" ");
const kennel = (has: string, rest = "a name (required), a street"): string =>
  told({ kennel: `A kennel ${has} ${rest} and a size that is one of small, medium and large.` });
const size = (of: string): string =>
  told({ kennel: `A kennel has a name (required), a street and a size${of}.` });
const link = (how: string): string =>
  told({ dog: `A show dog ${how} a kennel and has a nickname, a birth date and a trained flag.` });
const list = (behind: string): string => told({ dog: `A show dog belongs to a kennel and has ${behind}.` });
const words = (text: string, by: readonly (readonly [string, string])[]): string =>
  by.reduce((all, [from, to]) => all.replaceAll(new RegExp(String.raw`\b${from}(?=s?\b)`, "gi"), to), text);

const same: Readonly<Record<string, readonly string[]>> = {
  "whatever verb says what it has": [
    "carries",
    "possesses",
    "bears",
    "comprises",
    "has got",
    "should have",
    "would have",
    "is composed of",
    "is stored with",
    "is defined by",
    "consists of the following fields:",
    "has these attributes:",
    "has the following:",
    "includes",
    "features",
    "records",
  ].map((has) => kennel(has)),
  "whoever is the subject": [
    told({ kennel: parts.kennel.replace("A kennel has", "The fields of a kennel are") }),
    told({ kennel: parts.kennel.replace("A kennel has", "There's a kennel with") }),
  ],
  "whatever says which values there are": [
    " (small, medium, large)",
    " limited to small, medium or large",
    ", namely small, medium or large",
    " whose values are small, medium and large",
    " (allowed: small, medium, large)",
    " (small/medium/large)",
    " that can only be small, medium or large",
    " (choices: small, medium, large)",
    " {small, medium, large}",
    " chosen from small, medium and large",
    " (small -> medium -> large)",
  ].map(size),
  "whatever ties it to the other": [
    "is part of",
    "is tied to",
    "is filed under",
    "sits under",
    "falls under",
    "references",
    "is for",
    "comes from",
    "is always of",
    "is housed in",
  ].map(link),
  "whatever stands between the parts of a list": [
    "a nickname, a birth date as well as a trained flag",
    "a nickname along with a birth date and a trained flag",
    "both a nickname and a birth date and a trained flag",
    "1) a nickname, 2) a birth date, 3) a trained flag",
    "a nickname, a birth date, plus a trained flag",
    "not only a nickname but also a birth date and a trained flag",
    "a nickname, a birth date and a trained checkbox",
    "a nickname, a birth date and a boolean for trained",
  ].map(list),
  "whatever says what can be done": [
    "Allow washing and grooming show dogs.",
    "Provide endpoints to wash and groom show dogs.",
    "Let users wash and groom show dogs.",
    "Show dogs support washing and grooming.",
    "I want to be able to wash and groom show dogs.",
    "Actions of a show dog: wash and groom.",
    "Things you can do with a show dog: wash or groom it.",
    "Show dogs should be able to be washed and groomed.",
    "Besides CRUD, show dogs have the operations wash and groom.",
    "Washing and grooming show dogs is possible.",
  ].map((deeds) => told({ deeds })),
  "whatever opens a sentence": [
    "Note that a kennel has a name (required), a street",
    "I think a kennel has a name (required), a street",
    "As for kennels, they have a name (required), a street",
    "What about kennels? They have a name (required), a street",
    "Now the kennels: each has a name (required), a street",
    "When creating a kennel, users enter a name (required), a street",
    "Add a kennel with a name (required), a street",
  ].map((lead) => told({ kennel: `${lead} and a size that is one of small, medium and large.` })),
  "wherever it is told": [
    "A kennel has a name (required) and a street. Don't forget the size (small, medium or large).",
    "A kennel has a name and a street. Every one needs a name. It also has a size of small, medium or large.",
    "A kennel has a name, a street and a size of small, medium or large. Make sure that the name is required.",
    "We record a name (required), a street and a size (small, medium, large) per kennel.",
    "A name (required), a street and a size (small, medium, large) are stored for every kennel.",
  ].map((text) => told({ kennel: text })),
  "whatever stands before it": [
    "Ok so ",
    "Basically, ",
    "Here's what I need: ",
    "We need the following:\n",
    "Hi there! ",
  ].map((lead) => lead + plain),
  "whatever stands behind it": [
    " Thanks!",
    "\n\nThanks in advance!\nAnn",
    " Use TypeScript and Postgres.",
    " Authentication can come later.",
    " That's it for now, I think.",
  ].map((tail) => plain + tail),
  "in quotes": [`"${plain}"`, `“${plain}”`],
  "however wide its lines are": [50, 60, 72].map((width) =>
    plain
      .split(" ")
      .reduce((text, word) =>
        (text.split("\n").at(-1) ?? "").length + 1 + word.length > width
          ? `${text}\n${word}`
          : `${text} ${word}`,
      ),
  ),
};

suite("what is said in another way means the same", () => {
  it.each(Object.entries(same))("%s", (_, texts) => {
    const meant = read(plain);
    for (const text of texts) expect(read(text), text).toEqual(meant);
  });

  it("amends what is there already", () => {
    const text = "A kennel has a name and a code. Codes are unique. Each kennel must have a name.";
    expect(read(text)).toEqual([
      'Kennel: {"name":"name","required":true,"type":"string"} {"name":"code","type":"string","unique":true} |  | ',
    ]);
  });

  it("is what a reader would say", () => {
    expect(read(plain)).toEqual([
      'Kennel: {"name":"name","required":true,"type":"string"} {"name":"street","type":"string"} {"name":"size","type":"enum","values":["small","medium","large"]} |  | ',
      'ShowDog: {"name":"nickname","type":"string"} {"name":"birthDate","type":"date"} {"name":"trained","type":"boolean"} | belongsTo Kennel | wash groom',
    ]);
  });
});

suite("notes say the same in other layouts", () => {
  it.each([
    "kennel (name req, street string, size S/M/L)",
    "kennel [name req, street string, size S/M/L]",
    "entity kennel: name req, street string, size S/M/L",
    "kennel: name req | street string | size (S, M, L)",
    "A kennel has:\n1. name (required)\n2. street\n3. size (S, M, L)",
    "Any kennel has fields like name (required), street, size (S, M, L)",
    "Kennel has name (required), street and size (S, M or L)",
  ])("%s", (text) => {
    expect(read(text)).toEqual([
      'Kennel: {"name":"name","required":true,"type":"string"} {"name":"street","type":"string"} {"name":"size","type":"enum","values":["S","M","L"]} |  | ',
    ]);
  });

  it("without articles", () => {
    expect(
      read(
        "Kennel has name. Dog has nickname and is housed in kennel. Stay links dog to kennel and has start date.",
      ),
    ).toEqual([
      'Dog: {"name":"nickname","type":"string"} | belongsTo Kennel | ',
      'Kennel: {"name":"name","type":"string"} |  | ',
      'Stay: {"name":"startDate","type":"date"} | belongsTo Dog, belongsTo Kennel | ',
    ]);
  });
});

suite("other nouns in the same places mean the other nouns", () => {
  it.each([
    ["lantern", "mouse", "motto"],
    ["order", "log book", "label"],
    ["watch tower", "ship", "scent"],
    ["wibber", "frobnik", "snerkel"],
    ["fire engine", "test run", "shelf mark"],
  ])("%s, %s, %s", (kennelNoun, dogNoun, nickname) => {
    const by = [
      ["kennel", kennelNoun],
      ["show dog", dogNoun],
      ["nickname", nickname],
    ] as const;
    const pascal = (text: string): string =>
      text.replaceAll(/(?:^| )([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    const camel = (text: string): string =>
      text.replaceAll(/ ([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    const text = words(plain, by)
      .replaceAll("mouses", "mice")
      .replaceAll(/\b(a) (?=[aeiou])/gi, "$1n ");
    expect(read(text), text).toEqual(
      read(plain)
        .map((line) =>
          line
            .replaceAll("Kennel", pascal(kennelNoun))
            .replaceAll("ShowDog", pascal(dogNoun))
            .replaceAll("nickname", camel(nickname)),
        )
        .toSorted(),
    );
  });
});
